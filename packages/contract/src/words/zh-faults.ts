import type { FaultWords, Words } from './words.ts';

const words = (title: string, detail: string, recovery: string): FaultWords => ({ title, detail, recovery });

export const unknownFaultZh = words(
  '本版本不认识的故障',
  '较新版本的 Stemma 记录了故障“{code}”，本版本没有对应的说明。',
  '请用较新的版本查看。',
);

export const faultsZh: Words['faults'] = {
  usage: words('看不懂这条命令', '{reason}', '命令和选项见 `stemma help`。'),
  invalid_input: words('有一个值不合要求', '“{field}”的值不能使用：{reason}', '改正“{field}”后重新提交。'),
  unknown_command: words(
    '没有这个命令',
    '没有名为“{name}”的命令。[?是否想用“{nearest}”？]',
    '全部命令见 `stemma help`。',
  ),
  empty_question: words(
    '问题是空的',
    '没有可供检索的文字。',
    '把问题写在命令后面：`stemma ask "衰减率与阻尼有什么关系？"`',
  ),
  mode_unavailable: words(
    '这里不能用这种回答方式',
    '方式“{mode}”需要语言模型，而现在没有配置任何模型。',
    '不写方式即可，或用 `stemma ask --mode quote "…"`：它引用原文作答，不需要模型。',
  ),
  setting_unknown: words(
    '没有这个设置',
    '没有名为“{name}”的设置[?（见 {origin}）]。[?是否想用“{nearest}”？]',
    '[?请在 {origin} 中改正。]全部设置见 `stemma config show`。',
  ),
  setting_invalid: words(
    '设置的值不合要求',
    '{origin} 中的“{name}”是“{value}”。允许的值：{expected}',
    '在那里修改，或用 `stemma config set {name} VALUE` 设置。',
  ),
  config_unreadable: words(
    '设置文件读不出来',
    '没有读取 {path}：{reason}',
    '改正该文件，或把它移开以使用默认值。`stemma config show` 会列出读取了哪些文件。',
  ),
  config_unwritable: words(
    '设置文件写不进去',
    '{path} 没有改动：{reason}',
    '给当前用户写入权限，或只为一条命令用选项或环境变量设置；名称见 `stemma config show`。',
  ),
  no_inputs: words(
    '没有要添加的内容',
    '没有指定文件或文件夹。',
    '至少指定一个：`stemma add papers/*.pdf notes.md`',
  ),
  source_not_found: words(
    '没有这个来源',
    '文献库中没有来源“{key}”。[?最接近的是：{nearest}。]',
    '`stemma list` 列出所有来源的键。',
  ),
  run_not_found: words('没有这个运行', '没有标识为“{id}”或以它结尾的运行。', '`stemma runs` 列出所有运行。'),
  thread_not_found: words(
    '没有这个对话',
    '没有标识为“{id}”或以它结尾的对话。',
    '提问时不写 `--thread`，即开始新的对话。',
  ),
  id_ambiguous: words('这个标识对应多个对象', '不止一个标识以“{id}”结尾：{matches}。', '请多写几位标识。'),
  page_out_of_range: words(
    '没有这一页',
    '“{key}”共 {pages} 页，没有第 {page:plain} 页。',
    '请选择 1 到 {pages:plain} 之间的页：`stemma show {key} --page N`',
  ),
  run_not_finished: words(
    '运行还没有结束',
    '运行 {id} 的状态是 {status}；这一操作要等运行结束。',
    '用 `stemma runs events {id} --follow` 查看进展，或用 `stemma runs cancel {id}` 结束它。',
  ),
  run_without_answer: words(
    '这次运行没有答案',
    '运行 {id}（{workflow}）没有检索文献库，或在检索之前已停止。',
    '用 `stemma runs` 查看所有运行；`stemma why` 只解释回答过问题的运行。',
  ),
  run_finished: words(
    '运行已经结束',
    '运行 {id} 的状态是 {status}，已没有可以更改的内容。',
    '用 `stemma runs show {id}` 查看它做了什么。',
  ),
  already_decided: words(
    '此事之前已经决定',
    '以第一次的决定为准：{decision}。',
    '无须再做什么。`stemma runs show ID` 会说明运行如何继续。',
  ),
  thread_busy: words(
    '这个对话还在工作',
    '对话中的运行 {run} 还没有结束，而一个对话一次只回答一条消息。',
    '用 `stemma runs events {run} --follow` 等它结束，或用 `stemma runs cancel {run}` 停止它。',
  ),
  file_not_found: words(
    '没有这个文件',
    '{path} 处没有任何内容。',
    '请核对路径，或指定它所在的文件夹：`stemma add FOLDER`',
  ),
  file_unreadable: words(
    '没有读取该文件的权限',
    '系统拒绝打开 {path}：当前用户没有读取权限。',
    '给当前用户读取权限后重新添加：`stemma add "{path}"`',
  ),
  file_empty: words(
    '文件是空的',
    '{path} 中没有任何字节。',
    '重新下载或保存该文件，然后：`stemma add "{path}"`',
  ),
  file_too_large: words(
    '文件太大',
    '{path} 的大小是 {size:bytes}，最多只能收入 {limit:bytes}。',
    '把文件拆开，用 `stemma add` 逐个添加。',
  ),
  file_not_regular: words(
    '不是可以读取的文件',
    '{path} 是设备、管道或套接字，不是文件。',
    '把其中的内容存成文件再添加：`stemma add FILE`',
  ),
  file_changed: words(
    '读取时文件被改动',
    '复制 {path} 的过程中有程序在写它，所以这份副本已丢弃。',
    '等那个程序写完，然后：`stemma add "{path}"`',
  ),
  file_type_unknown: words(
    '暂不支持这种文件',
    '{path} 既不是 PDF，也不是 Markdown、纯文本或 TeX 源文件。',
    '导出为 PDF、Markdown 或纯文本后再添加：`stemma add FILE`',
  ),
  file_not_what_named: words(
    '文件内容与名称不符',
    '{path} 的名称表示 {named}，但内容是 {found}。',
    '请重新下载（可能存成了网页），或改正扩展名，然后：`stemma add "{path}"`',
  ),
  folder_empty: words(
    '文件夹中没有可读的文件',
    '在 {path} 及其子文件夹中没有找到 PDF、Markdown、文本或 TeX 文件。',
    '请指定别的文件夹或文件：`stemma add PATH`',
  ),
  folder_too_deep: words(
    '文件夹嵌套太深',
    '{path} 的深度超过 {limit} 层，没有继续查找。',
    '单独添加里层的文件夹：`stemma add "{path}"`',
  ),
  text_undecodable: words(
    '文字无法解码',
    '{path} 的编码不在 Stemma 认识的范围内；第一个不符合的字节在位置 {position}。',
    '把它另存为 UTF-8，然后：`stemma add "{path}"`',
  ),
  text_binary: words(
    '不是文本文件',
    '{path} 的名称表示文本，但内容是二进制数据。',
    '如果是 PDF，请把扩展名改为 .pdf；否则导出为文本，再用 `stemma add` 添加。',
  ),
  pdf_password: words(
    'PDF 需要密码',
    '{path} 已加密，没有密码无法打开。',
    '运行 `stemma add --password "{path}"`，在提示时输入密码；密码不会被保存，也不会写入日志。',
  ),
  pdf_password_wrong: words(
    '密码打不开这个 PDF',
    '用所给的密码没能打开 {path}。',
    '用 `stemma add --password "{path}"` 再试一次；大小写和空格都算。',
  ),
  pdf_damaged: words(
    'PDF 已损坏',
    '{path} 是 PDF，但结构损坏严重，无法修复。没有存入任何内容。',
    '请重新下载，或用 PDF 阅读器打开后另存（或打印）为新的 PDF 再添加：`stemma add FILE`',
  ),
  pdf_no_pages: words(
    'PDF 没有页',
    '{path} 可以打开，但其中没有任何一页。',
    '重新下载或导出，然后：`stemma add "{path}"`',
  ),
  pdf_no_text: words(
    '这个 PDF 是扫描件',
    '{path}（{pages} 页）只有页面图像，没有可读取和引用的文字。',
    '先做文字识别（OCR），例如 `ocrmypdf in.pdf out.pdf`，再添加结果：`stemma add out.pdf`',
  ),
  pdf_text_garbled: words(
    'PDF 中的文字无法读懂',
    '{path}（{pages} 页）的字体没有说明字形对应哪些字，读出来是乱码，因此没有作为证据存入。',
    '换一份副本，或对它做文字识别（OCR），例如 `ocrmypdf --force-ocr in.pdf out.pdf`，然后：`stemma add out.pdf`',
  ),
  pdf_too_many_pages: words(
    'PDF 页数太多',
    '{path} 有 {pages} 页，最多只读 {limit} 页。',
    '按章或按卷拆开，用 `stemma add` 逐个添加。',
  ),
  reader_stalled: words(
    '读取没有进展',
    '{path} 连续 {seconds} 秒没有读出新的一页，已放弃。没有存入它的任何内容，其他文件不受影响。',
    '把它另存（或打印）为新的 PDF 再添加。如果是机器太忙，用 `stemma config set readerStallSeconds 120` 调高时限后再试：`stemma add "{path}"`',
  ),
  reader_crashed: words(
    '读取程序在这个文件上停止了',
    '读取 {path} 的进程在第 {page:plain} 页处终止。没有存入它的任何内容，其他文件不受影响。',
    '把它另存（或打印）为新的 PDF，再用 `stemma add` 添加。',
  ),
  reader_out_of_memory: words(
    '读取所需内存超过限制',
    '读取 {path} 需要的内存超过 {limit:bytes}。没有存入它的任何内容，其他文件不受影响。',
    '把文件拆开，或用 `stemma config set readerMemoryMb 2048` 调高限制，然后：`stemma add "{path}"`',
  ),
  text_too_short: words(
    '文字太少，无法引用',
    '{path} 中没有一句可以引用的话。',
    '请确认文件没有拿错；用 `stemma add` 添加全文。',
  ),
  bibliography_empty: words(
    '没有读出任何文献',
    '{path} 中没有可以读出的条目[?（其中有 {faults} 处错误）]。',
    '用编辑器打开查看；BibTeX、RIS 或 CSL-JSON 文件的每个条目至少要有标题。改正后再次添加。',
  ),
  lookup_offline: words(
    '连接不上查询服务',
    '向 {host} 查询 {id} 时无法连接（{reason}）。没有为它添加任何内容。',
    '检查网络后再次添加，或直接添加 PDF：`stemma add PATH`',
  ),
  lookup_timed_out: words(
    '查询服务没有及时答复',
    '向 {host} 查询 {id}，{seconds} 秒内没有答复。没有为它添加任何内容。',
    '稍后再次添加，或直接添加 PDF：`stemma add PATH`',
  ),
  lookup_not_found: words(
    '没有这个编号的著作',
    '{host} 没有编号为 {id} 的著作。',
    '逐字核对编号。不由 Crossref 登记的 DOI 在那里查不到：请改为添加 PDF 或 BibTeX 条目，`stemma add PATH`',
  ),
  lookup_rate_limited: words(
    '查询服务要求等待',
    '{host} 暂时不再答复，没有查询 {id}。[?它要求等待 {seconds} 秒。]',
    '稍等片刻，再次添加。',
  ),
  lookup_answer_bad: words(
    '查询服务的答复不可用',
    '向 {host} 查询 {id}，答复不符合要求（{reason}）。没有为它添加任何内容。',
    '稍后再次添加。如果网络有登录页面，请先登录；`stemma doctor` 列出所有查询地址。',
  ),
  fact_invalid: words(
    '事实的值不可用',
    '“{value}”不能作为 {field}。应为：{expected}',
    '改正后再次运行 `stemma edit`。',
  ),
  edit_empty: words(
    '没有要修改的内容',
    '没有指定 {key} 的任何事实。',
    '至少指定一项：`stemma edit KEY --title "…" --year 2021`',
  ),
  sources_same: words(
    '两者是同一个来源',
    '两个引用键指的是同一个来源 {key}。',
    '`stemma list` 列出所有来源的引用键。',
  ),
  split_not_possible: words(
    '没有可以拆分的内容',
    '{key} 只有一个文件，或拆分后不再有文件。',
    '`stemma show KEY` 列出来源的各个文件。',
  ),
  file_not_in_source: words(
    '来源中没有这个文件',
    '{key} 没有文件“{file}”。',
    '`stemma show KEY` 列出它的文件和序号。',
  ),
  output_unwritable: words(
    '无法写入文件',
    '无法写入 {path}：{reason}。',
    '请指定一个存在且当前用户有写入权限的文件夹中的文件。',
  ),
  data_folder_unwritable: words(
    '数据文件夹不能写入',
    'Stemma 把文献库存放在 {path}，但写入失败：{reason}',
    '给当前用户写入权限，或换一个文件夹：`stemma --data FOLDER …` 或 `stemma config set data FOLDER`',
  ),
  data_newer: words(
    '文献库由较新的 Stemma 写成',
    '{path} 中的数据是版本 {found:plain}，本版本最高认识版本 {known:plain}。数据没有改动。',
    '请用较新的版本，或用 `stemma --data FOLDER …` 指定另一个文件夹。',
  ),
  data_damaged: words(
    '文献库已损坏',
    '{path} 中的数据库没有通过自身的检查：{reason}',
    '先备份该文件夹，再运行 `stemma doctor` 查看影响范围。',
  ),
  data_in_use: words(
    '数据文件夹正在使用中',
    '进程 {pid:plain} 正打开着 {path}，现在不允许其他进程使用。',
    '等它结束或将它终止，然后重新运行这条命令。',
  ),
  disk_full: words(
    '磁盘已满',
    '{path} 所在的磁盘没有空间了。正在写入的内容已撤销，之前存入的内容完好。',
    '腾出空间，或把数据文件夹移到别处并用 `stemma config set data FOLDER` 指定，然后重新运行这条命令。',
  ),
  database_busy: words(
    '文献库被另一个进程锁住',
    '另一个进程正在写文献库，{seconds} 秒内都未能写入。没有改动任何内容。',
    '等另一条 Stemma 命令结束后再运行；`stemma runs` 显示正在进行的工作。',
  ),
  blob_missing: words(
    '存入的文件不见了',
    '文献库中登记了散列为 {sha256} 的文件[? {name}]，但数据文件夹中没有它的内容。',
    '用 `stemma add` 重新添加原文件，相同的内容会补上缺口。`stemma doctor` 列出所有缺口。',
  ),
  blob_damaged: words(
    '存入的文件被改动',
    '[?{name} 的]散列 {sha256} 下存放的内容已不是当初添加的内容。',
    '用 `stemma add` 重新添加原文件，并检查磁盘：`stemma doctor` 列出所有不一致的文件。',
  ),
  workflow_diverged: words(
    '运行无法继续',
    '运行 {run} 在步骤“{key}”处的输入与中断前不同，继续下去可能把同一件事做两次。',
    '已完成的部分都保留着。用 `stemma runs retry {run}` 重新开始。',
  ),
  workflow_unknown: words(
    '这个运行属于另一个版本',
    '本版本不能继续版本 {version:plain} 的“{workflow}”。',
    '用开始它的那个版本继续，或用 `stemma runs retry ID` 重新开始。',
  ),
  transition_unlisted: words(
    '运行走了不该走的一步',
    '“{workflow}”试图从“{from}”转到“{to}”，而流程表中没有这一步。运行已停止，没有存入任何内容；这是 Stemma 的缺陷。',
    '请附上 `stemma doctor --json` 的输出反馈给我们。',
  ),
  lease_lost: words(
    '另一个进程接手了这个运行',
    '本进程一段时间没有回应，运行 {run} 已在别处继续。没有丢失内容，也没有重复操作。',
    '用 `stemma runs events {run} --follow` 查看进展。',
  ),
  outcome_unknown: words(
    '不知道某一步是否生效',
    '运行 {run} 在“{key}”进行中被中断；这一步事后无法查询，也绝不会自动重做。',
    '请在外部核实它是否发生，然后用 `stemma runs retry {run}` 重新开始。',
  ),
  budget_exhausted: words(
    '预算已用完',
    '运行达到了 {what} 的上限：{limit}。已完成的部分都保留着。',
    '减少要求，或提高上限后用 `stemma runs retry ID` 重新开始。',
  ),
  price_unknown: words(
    '不知道这个模型的价格',
    '设置了金额预算，但不知道“{model}”的价格。',
    '请改用按 token 计的预算。',
  ),
  examples_missing: words(
    '找不到示例文献库',
    '在 {path} 处没有找到演示用的文件。',
    '在构建 Stemma 的文件夹中运行 `make demo`，或直接用自己的文件：`stemma add PATH`',
  ),
  internal: words(
    'Stemma 自身的缺陷',
    '这条命令遇到了作者没有预料到的情况。这不是输入的问题，之前存入的内容完好。',
    '再运行一次。如果仍然如此，请附上 `stemma doctor --json` 的输出反馈给我们。',
  ),
};
