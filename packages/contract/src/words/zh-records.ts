import type { Words } from './words.ts';

export const itemRemarksZh: Words['itemRemarks'] = {
  joined_by_doi: '已并入 DOI 相同的 {key}。撤销：`stemma sources split {key}`',
  joined_by_arxiv_id: '已并入 arXiv 编号相同的 {key}。撤销：`stemma sources split {key}`',
  joined_by_title: '已按标题并入 {key}：标题和作者相同，年份相近。撤销：`stemma sources split {key}`',
  same_title: '与 {other} 标题相同，但不足以断定是同一著作。如果是：`stemma sources merge {other} {key}`',
  key_taken: '引用键 {wanted} 已属于另一个来源，这一个改用 {key}',
  latest_version: '没有指定版本，因此取最新的 v{version:plain}',
  older_version: '第 {version:plain} 版已保留，可以引用；检索的是 v{newer:plain}',
  newer_version: '现在检索的是第 {version:plain} 版；旧版仍可引用',
  entry_without_title: '这个条目没有标题，已略过',
  entry_not_understood: '这个条目不是 CSL-JSON 条目，已略过',
  more_remarks: '另有 {n} 条说明',
};

export const fileStandingsZh: Words['fileStandings'] = {
  current: '参与检索',
  beside: '著作的题录',
  older: '旧版本，可以引用',
  replaced: '已被替换',
};

export const joinedByZh: Words['joinedBy'] = {
  doi: 'DOI 相同',
  arxiv_id: 'arXiv 编号相同',
  title: '标题和作者相同，年份相近',
  hand: '由你合并',
};

export const factNamesZh: Words['factNames'] = {
  title: '标题',
  authors: '作者',
  year: '年份',
  venue: '出处',
  doi: 'DOI',
  arxivId: 'arXiv 编号',
  arxivVersion: 'arXiv 版本',
  language: '语言',
};
