import type { Words } from './words.ts';

/** What is told beside the outcome of an input of `add`. Keys are shared by all languages. */
export const itemRemarksEn = {
  joined_by_doi: 'joined {key}, which has the same DOI. Undo: `stemma sources split {key}`',
  joined_by_arxiv_id: 'joined {key}, which has the same arXiv id. Undo: `stemma sources split {key}`',
  joined_by_title:
    'joined {key} by title: same title and author, years close. Undo: `stemma sources split {key}`',
  same_title:
    'has the same title as {other}, but not enough else to say it is the same work. If it is: `stemma sources merge {other} {key}`',
  key_taken: 'the key {wanted} belongs to another source, so this one is {key}',
  latest_version: 'no version was named, so this is the latest, v{version:plain}',
  older_version:
    'version {version:plain} is kept and can be cited; v{newer:plain} is the one that is searched',
  newer_version: 'version {version:plain} is now the one that is searched; older ones can still be cited',
  entry_without_title: 'the entry has no title and was left out',
  entry_not_understood: 'the entry is not a CSL-JSON item and was left out',
  more_remarks: '{n:more remark|more remarks}',
} as const;

export const fileStandingsEn: Words['fileStandings'] = {
  current: 'searched',
  beside: 'record of the work',
  older: 'older version, can be cited',
  replaced: 'replaced since',
};

export const joinedByEn: Words['joinedBy'] = {
  doi: 'same DOI',
  arxiv_id: 'same arXiv id',
  title: 'same title and author, years close',
  hand: 'you merged them',
};

export const factNamesEn: Words['factNames'] = {
  title: 'title',
  authors: 'authors',
  year: 'year',
  venue: 'venue',
  doi: 'DOI',
  arxivId: 'arXiv id',
  arxivVersion: 'arXiv version',
  language: 'language',
};
