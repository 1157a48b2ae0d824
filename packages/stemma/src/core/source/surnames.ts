/** Chinese family names with their reading as a name, most of those in use; `reading:characters`. */
const TABLE = `ai:艾 an:安 ao:敖 ba:巴 bai:白柏 ban:班 bao:鲍包 bei:贝 bi:毕 bian:边卞 bo:薄 bu:卜步 cai:蔡 cang:苍 cao:曹 cen:岑 chai:柴
chang:常昌 chao:晁 che:车 chen:陈谌 cheng:程成 chi:池迟 chong:种 chu:褚楚储 cong:丛 cui:崔 dai:戴代 dang:党 deng:邓 di:狄翟 diao:刁 ding:丁 dong:董
dou:窦 du:杜都 duan:段 e:鄂 fan:范樊 fang:方房 fei:费 feng:冯封丰 fu:傅付符伏 gan:甘干 gao:高 ge:葛戈 geng:耿 gong:龚宫弓公 gou:苟 gu:顾谷古 guan:关管官
gui:桂 guo:郭国 hai:海 han:韩 hang:杭 hao:郝 he:何贺和 heng:衡 hong:洪 hou:侯 hu:胡扈 hua:华花 huan:桓 huang:黄 hui:惠 huo:霍 ji:季纪姬吉计冀嵇 jia:贾 jian:简 jiang:蒋江姜 jiao:焦
jin:金靳晋 jing:荆景井 ju:鞠居 kan:阚 kang:康 ke:柯 kong:孔 kou:寇 kuang:邝匡 lai:赖来 lan:兰蓝 lang:郎 lao:劳 le:乐 lei:雷 leng:冷 li:李黎厉利励 lian:连廉 liang:梁 liao:廖
lin:林蔺 ling:凌令 liu:刘柳 long:龙 lou:娄楼 lu:卢陆鲁路禄芦 luan:栾 luo:罗骆洛 lv:吕 ma:马麻 man:满 mao:毛茅 mei:梅 meng:孟蒙 mi:米 miao:苗缪 ming:明 mo:莫 mou:牟 mu:穆慕牧木 na:那 nan:南
ni:倪 nie:聂 ning:宁 niu:牛 ou:欧区 pan:潘 pang:庞 pei:裴 peng:彭 pi:皮 ping:平 pu:蒲濮浦 qi:齐戚祁 qian:钱 qiang:强 qiao:乔 qin:秦覃 qiu:邱裘仇丘 qu:曲屈瞿 quan:全权 ran:冉 rao:饶
ren:任 rong:荣容戎 ru:茹 ruan:阮 rui:芮 sang:桑 sha:沙 shan:单 shang:尚商 shao:邵 she:佘 shen:沈申 sheng:盛 shi:石史施师时 shou:寿 shu:舒束 shuai:帅 si:司 song:宋 su:苏宿 sui:隋 sun:孙
tai:邰 tan:谭谈檀 tang:唐汤 tao:陶 teng:滕 tian:田 tong:童佟 tu:涂屠 wan:万 wang:王汪 wei:魏韦卫尉 wen:温文闻 weng:翁 wo:沃 wu:吴武邬伍巫乌 xi:席奚习郗 xia:夏 xian:冼 xiang:向项 xiao:肖萧 xie:谢解 xin:辛
xing:邢 xiong:熊 xu:徐许胥 xuan:宣 xue:薛 xun:荀 yan:严颜阎闫燕晏言 yang:杨羊阳 yao:姚 ye:叶 yi:易伊 yin:尹殷阴 ying:应 you:尤游 yu:于余俞喻郁虞禹 yuan:袁元 yue:岳 yun:云 zang:臧 zeng:曾 zha:查 zhan:詹战湛展
zhang:张章 zhao:赵 zhen:甄 zheng:郑 zhi:支 zhong:钟仲 zhou:周 zhu:朱祝竺诸 zhuang:庄 zhuo:卓 zong:宗 zou:邹 zu:祖 zuo:左
ouyang:欧阳 situ:司徒 sima:司马 shangguan:上官 zhuge:诸葛 dongfang:东方 huangfu:皇甫 yuchi:尉迟 linghu:令狐 murong:慕容 xiahou:夏侯 zhangsun:长孙 yuwen:宇文 gongsun:公孙 duanmu:端木`;

const COMPOUND = new Set(
  '欧阳 司徒 司马 上官 诸葛 东方 皇甫 尉迟 令狐 慕容 夏侯 长孙 宇文 公孙 端木'.split(' '),
);

let readings: Map<string, string> | undefined;

const buildReadings = (): Map<string, string> => {
  const map = new Map<string, string>();
  for (const entry of TABLE.split(/\s+/)) {
    const [reading, characters] = entry.split(':') as [string, string];
    if (COMPOUND.has(characters)) map.set(characters, reading);
    else for (const character of characters) if (!map.has(character)) map.set(character, reading);
  }
  return map;
};

/** Reading in ASCII of the family name that a name in simplified Han begins with; '' when unknown. */
export const surnameReading = (name: string): string => {
  readings ??= buildReadings();
  return readings.get(name.slice(0, 2)) ?? readings.get(name.slice(0, 1)) ?? '';
};

/** How many characters of a Han name are its family name. */
export const familyLength = (name: string): number =>
  name.length > 2 && (COMPOUND.has(name.slice(0, 2)) || /^(?:歐陽|諸葛|東方|尉遲|長孫|司空)/u.test(name))
    ? 2
    : 1;

const HAN_NAME = /^\p{Script=Han}{2,4}$/u;

/** A Chinese name written as one word, cut behind its family name; undefined when it is none. */
export const splitHanName = (name: string): { family: string; given: string } | undefined => {
  if (!HAN_NAME.test(name)) return undefined;
  const cut = familyLength(name);
  return { family: name.slice(0, cut), given: name.slice(cut) };
};
