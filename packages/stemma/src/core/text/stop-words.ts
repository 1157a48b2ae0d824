/**
 * English words that carry no topic: articles, pronouns, prepositions, auxiliaries, question words. The
 * index keeps them (so that a question made of nothing else still finds something); questions drop them.
 */
export const ENGLISH_STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above after again against all along also although always am among an and another any are around as
at be because become been before being below between beyond both but by can cannot could did do does doing
done down during each either else ever every few for from further get gets give given gives had has have
having he hence her here hers herself him himself his how however i if in into is it its itself just
let me might more most much must my myself neither no nor not of off on once one only onto or other others our
ours ourselves out over own per please quite rather same shall she should since so some such tell than that the
their theirs them themselves then there therefore these they this those through thus to together too toward
towards under until up upon us very via was we were what whatever when where whereas whether which while who
whom whose why will with within without would yet you your yours yourself explain describe say says said does
don doesn didn isn aren wasn weren won t s d ll re ve`
    .split(/\s+/)
    .filter(Boolean),
);

/** Chinese words that carry no topic in a question; they split a run of Han. Longest first when matched. */
const CHINESE_STOP_WORDS =
  `的 了 是 在 用 会 和 与 及 或 对 从 由 为 以 被 把 将 就 都 也 又 还 而 但 则 其 之 于 吗 呢 吧 啊 呀 么 我 你 他 她 它 们 这 那 哪 几 有 个 些 给 让 使 到 向 着 过 并 且 所 什么 怎么 怎样 如何 为何 为什么 哪些 哪个 哪里 哪种 多少 多大 多长 多高 多久 是否 是不是 有没有 能否 可否 请问 请 告诉 介绍 解释 说明 一下 我们 你们 他们 它们 这个 那个 这些 那些 这种 那种 以及 还是 或者 因为 所以 但是 如果 虽然 可以 能够 应该 需要 通过 根据 关于 对于 由于 之间 其中 什么样 怎么样 有关 有哪些 是什么 为了 以上 以下 一种 一个 一些 等等 之后 之前 时候 何时 谁 何`
    .split(/\s+/)
    .filter(Boolean);

/** Words that hold a stop character but are topics themselves. */
const CHINESE_PROTECTED =
  `应用 作用 利用 采用 使用 用户 用途 用量 用电 用水 适用 通用 专用 常用 有用 费用 信用 引用 实用 效用 用于 用法 占用 共用 运用 社会 会议 会计 机会 协会 学会 委员会 会话 体会 会聚 会诊 目的 标的 的确 以太 以色列 为止 行为 作为 人为 认为 成为 对比 对称 对流 对象 对数 对偶 对抗 对角 对照 反对 绝对 相对 配对 针对 从属 自由 由来 理由 和谐 和声 饱和 总和 中和 缓和 共和 与会 参与 普及 涉及 及时 或然 过程 过滤 过渡 过敏 过氧化 超过 通过率 使用 使命 大使 到达 达到 得到 向量 方向 定向 双向 横向 纵向 趋向 面向 着陆 着色 附着 显著 有机 有限 有效 有序 有源 有理 有界 固有 稀有 含有 所有权 研究所 场所 个体 个性 个人 整个 存在 潜在 内在 现在 在线 在役 是非 其他 其它 其余 极其 就业 成就 都市 首都 首都 将来 即将 把握 被动 被子 被试 了解 为数 还原 还款 归还 而且 然而 从而 因而 但是 法则 规则 原则 准则 否则 之一 关于 对于 由于 等于 大于 小于 基于 位于 处于 用于 几何 几率 几乎 任何 地方 他汀 以及 给水 供给 补给 给药 让步 转让 并行 合并 并联 并网 并发 并且 我国 自我 那些 请求 申请 谁 何`
    .split(/\s+/)
    .filter((word) => word.length > 1);

const byLength = (words: readonly string[]): string[] => words.toSorted((a, b) => b.length - a.length);
const stops = new Set(CHINESE_STOP_WORDS);
const protectedWords = new Set(CHINESE_PROTECTED.filter((word) => !stops.has(word)));
const chinese = new RegExp(byLength([...new Set([...stops, ...protectedWords])]).join('|'), 'gu');

/**
 * Spans of a run of folded Han that are left of a question when its stop words are taken out, as
 * `[start, end)` in UTF-16 units of the run. Nothing left means that the run was all stop words.
 */
export const chineseTopics = (run: string): { start: number; end: number }[] => {
  const kept: { start: number; end: number }[] = [];
  let from = 0;
  for (const match of run.matchAll(chinese)) {
    if (protectedWords.has(match[0])) continue;
    if (match.index > from) kept.push({ start: from, end: match.index });
    from = match.index + match[0].length;
  }
  if (run.length > from) kept.push({ start: from, end: run.length });
  return kept;
};
