/**
 * How common a word is in academic writing of any field, written by hand for Stemma. Two tiers per
 * language; a word in no tier is taken as a topic word. Used where the library is too small to know.
 */
export type Commonness = 'everyday' | 'academic' | 'topic';

const ENGLISH_EVERYDAY = `able accord account across act add advantage affect age ago aim allow almost alone alter appear apply
approach area arise ask associate assume available average avoid aware base basic basis begin believe best better big bring
build calculate call case cause central certain change chapter choose class clear close combine come common compare complete
complex component compute concern conclude condition confirm connect consider consist constant contain continue contrast
contribute control correct cost count course create current data date day deal decide decrease deep define degree depend
derive design detail detect determine develop differ different difficult direct discuss distinct divide draw due early
easy effect end enough equal especially establish estimate evaluate event evidence exact examine example except exist
expect experiment explain extend extent face fact factor fail fall far fast feature field figure final find finding first
fit five fix follow form formula found four free full function general generate go good great group grow hand happen hard
hold high huge idea identify illustrate important improve include increase indicate individual influence inform initial
input instead interest introduce investigate involve issue item keep key kind know known lack large last late later latter
lead learn least leave left less level lie light like likely limit line list literature little local long look loss lot low
main maintain major make manner many mark matter maximum may mean measure meet mention method minimum minor minute model modify month
move name nature near nearly necessary need negative never new next normal note novel now number object observe obtain
occur often old open operate opposite order original output overall paper parameter part particular pass past pattern
people perform perhaps period person phase place play point poor position positive possible potential power practice
precise predict prefer prepare presence present previous primary principle probable problem procedure process produce
product proof propose prove provide publish purpose put quantity question quick quickly range rapid rate ratio reach read
real really reason recent reduce refer regard region relate relation relative remain remove repeat report represent
require research respect respond result return reveal right rise role rule run sample scale second section see seem select
separate set several shape short show side significant similar simple simply single situation size slow small solution
solve sort source space special specific stage stand standard start state step still strong structure study subject
success suggest sum supply support surface system table take target task technique term test theory thing think third
three time today tool top total treat trend true try turn two type typical unit use useful usual valid value various vary
view way week well whole wide word work world write wrong year yield young zero`;

const ENGLISH_ACADEMIC = `ability absence abstract accept access accuracy accurate achieve active activity actual adapt adequate
adjust adopt advance agent aggregate aid algorithm allocate alternative ambiguous amount amplitude analysis analyse
analyze analytic angle annual anticipate apparent appendix applicable application appropriate approximate arbitrary
argue article aspect assess assign assist assumption attempt attribute author balance barrier behavior behaviour benchmark
benefit bias binary body bond boundary bound broad bulk capable capacity capture category challenge channel character
characteristic characterize chart circumstance cite clarify classic classical classify coefficient coherent collect
column comment communicate community comparison compensate compete compile comprehensive comprise concentrate
concentration concept conclusion concrete conduct configure conflict conform consequence consequent considerable consistent
constitute constrain constraint construct consume contact contemporary content context contradict contrary convention conventional
converge convert convince cooperate coordinate core correlate correlation correspond couple criteria criterion critical
crucial cycle damage database debate decade decay decline deduce deficit definition demand demonstrate dense density deny
depth derivation describe description despite detection deviate deviation device devote diagram dimension diminish discipline
discover discrete display dispose distance distribute distribution diverse document domain dominant dominate double
drop duration dynamic economy edge effective efficiency efficient effort element eliminate emerge emphasis empirical enable
encounter energy enforce engage enhance ensure entire environment equation equilibrium equivalent error essential
evaluation eventual evident evolve exceed exchange exclude execute exhibit expand experience experimental expert explicit
exploit explore export expose express external extract extreme facilitate failure false family feasible final finite flexible
flow fluctuate focus force forecast formal formulate formulation forward foundation fraction framework frequency frequent
fundamental gain gap generation global goal grade gradual grant graph growth guarantee guide handle heat height hierarchy
highlight hour human hypothesis identical ignore image impact implement implicit imply impose improvement incidence incline
incorporate independent index induce infer inference infinite information infrastructure inhibit insert insight inspect
instance institute instruct instrument integral integrate intense intensity interact interaction interface intermediate internal
interpret interval intrinsic invariant inverse invest isolate job journal judge justify label labor laboratory language layer
length linear link load location logic long-term lower machine magnitude management manual map margin mass material mathematical matrix
mature maximize measurement mechanism medium member metric migrate mild minimal minimize mode moderate modern module moment
monitor motion motivate multiple mutual network neutral node noise nonlinear notion numerical objective observation obstacle
obvious offer operation operator optimal optimize option organize origin outcome outline overcome overlap pair parallel participate
partial path peak percent percentage perceive performance permit perspective phenomenon physical plan plot policy
population portion pose possess powerful precision prediction preliminary pressure presume prevent principal prior priority
probability probe product production profile program progress project prominent promise promote proper property proportion proportional protect
protocol publication pure pursue qualitative quality quantitative radical random rank rare rational react reaction readily
recognize recommend record recover reference refine reflect regime regular reject relationship release relevant reliable
reliability rely remark replace reproduce requirement reserve resolve resolution resource restrict retain review
revise robust root rough route routine safe scenario scheme science scientific scope score search sector secure seek segment sensitive
sensitivity sequence series serve severe share sharp shift sign signal significance simulate simulation simultaneous site slight
social society software solid sophisticated spatial species specify spectrum speed sphere stable stability static statistic
statistical status steady stimulate storage strategy stream strength stress strict student substantial substitute sufficient
suitable summary summarize superior suppose survey survive sustain symbol synthesis systematic technical technology temperature
temporal tend tendency tension text theorem theoretical threshold tight tolerance topic trace track trade tradition traditional train
transfer transform transition transmit transport trial trigger ultimate uncertain uncertainty undergo underlie understand uniform
unique universal update upper user utility utilize validate variable variance variation variety vast vector velocity verify version
visible visual volume wave weak weight yield`;

const CHINESE_EVERYDAY = `研究 结果 方法 分析 问题 进行 提出 采用 利用 使用 应用 具有 主要 表明 影响 作用 关系 情况 方面 不同 提高 实现 发展
过程 系统 基于 问题 条件 因素 特点 本文 文章 提供 得到 存在 建立 探讨 目前 目的 结论 中国 我国 工作 技术 理论 实际 基础 基本
重要 需要 要求 选择 内容 形式 方式 原因 程度 范围 数据 信息 特征 变化 增加 减少 降低 比较 相关 相应 各种 大小 高低 数量 时间 开始
同时 此外 因此 然而 一定 一般 可能 能力 水平 质量 效果 效率 优化 设计 计算 模型 算法 处理 控制 管理 评价 措施 对策 建议 策略 国内
国外 近年 年来 大量 部分 整个 单一 第一 第二 最大 最小 最高 最低 较大 较高 较低 较小 明显 显著 有效 合理 正确 适合 适用 直接 间接
解决 改进 改善 促进 加强 完善 构建 形成 产生 引起 导致 造成 发生 出现 达到 保证 满足 考虑 介绍 说明 讨论 总结 综述 综合 探索 实践 分别 其中
作为 成为 认为 发现 确定 验证 证明 观察 定义 含义 意义 价值 区别 联系 类型 种类 结构 组成 部门 单位 对象 目标 任务 工程 项目 企业 社会 经济
教学 教育 学生 学习 学校 培养 课程 患者 治疗 临床 论文 作者 文献 资料 调查 统计 对比 实验 试验 测试 测量 检测 参数 指标 标准 原理 机制 机理 功能
性能 状态 环境 安全 生产 产品 材料 设备 装置 模式 体系 框架 平台 网络 图像 函数 方程 公式 数值 曲线 误差 精度 速度 温度 压力 浓度`;

const list = (words: string): string[] => words.split(/\s+/).filter(Boolean);

export const englishWords = (tier: Exclude<Commonness, 'topic'>): string[] =>
  list(tier === 'everyday' ? ENGLISH_EVERYDAY : ENGLISH_ACADEMIC);

/** Two-character words, so that each is one bigram of the analyser. */
export const chineseWords = (): string[] => list(CHINESE_EVERYDAY);
