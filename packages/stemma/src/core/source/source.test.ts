import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseArxivId } from './arxiv-id.ts';
import { citationKey, citationKeyChoices, clashSuffix } from './citation-key.ts';
import { documentIdContent, passageIdContent } from './document-id.ts';
import { parseDoi } from './doi.ts';
import { decideIdentity, type Known } from './identity.ts';
import { titleForm, titleWords } from './title-form.ts';

describe('parseArxivId', () => {
  const { checks } = JSON.parse(
    readFileSync(new URL('./fixtures/30-arxiv-id-forms/case.json', import.meta.url), 'utf8'),
  ) as { checks: { positive: { text: string; id: string; version: string | null }[]; negative: string[] } };

  it.each(checks.positive)('reads $text (case 30)', ({ text, id, version }) => {
    expect(parseArxivId(text)).toEqual({ id, version: version === null ? null : Number(version) });
  });

  it.each(checks.negative)('finds none in %s (case 30)', (text) => {
    expect(parseArxivId(text)).toBeUndefined();
  });
});

describe('parseDoi', () => {
  it.each([
    ['https://doi.org/10.1000/ABC(12)3.', '10.1000/abc(12)3'],
    ['(doi: 10.1000/xyz)', '10.1000/xyz'],
    ['10.1002/(SICI)1097-0258(19980815)17:15<1661', '10.1002/(sici)1097-0258(19980815)17:15'],
    ['https://doi.org/10.1000%2Fxyz?x=1', '10.1000/xyz'],
    ['见 10.1000/xyz。', '10.1000/xyz'],
    ['version 10.5/2', undefined],
  ])('reads %s', (text, doi) => {
    expect(parseDoi(text)).toBe(doi);
  });
});

describe('titleForm', () => {
  it('folds and keeps letters and digits of any script', () => {
    expect(titleForm('  The “Free-Stream” — of $x^2$ flows!')).toBe('the free stream of flows');
    expect(titleForm('阻尼振子的衰減')).toBe('阻尼振子的衰减');
    expect(titleForm('—!')).toBe('');
  });
  it('counts two Han characters as a word', () => {
    expect(titleWords(titleForm('阻尼振子的衰减'))).toBe(4);
    expect(titleWords(titleForm('用 RK4 求解'))).toBe(3);
  });
});

describe('decideIdentity', () => {
  const known: Known = {
    id: 's1',
    key: 'zhang2021rate',
    titleForm: titleForm('On the Rate of Convergence of Schemes'),
    families: ['Zhang', 'Müller'],
    year: 2021,
    doi: '10.1/a',
    arxivId: '2401.00001',
  };
  const described = { titleForm: '', families: [], year: null, doi: null, arxivId: null };

  it('takes an equal DOI or arXiv id as the same work', () => {
    expect(decideIdentity({ ...described, doi: '10.1/a' }, [known])).toMatchObject({
      kind: 'same',
      by: 'doi',
    });
    expect(decideIdentity({ ...described, arxivId: '2401.00001' }, [known])).toMatchObject({
      by: 'arxiv_id',
    });
  });

  it('takes an equal long title with a shared family and near years as the same work', () => {
    const file = { ...described, titleForm: known.titleForm, families: ['MULLER'], year: 2023 };
    expect(decideIdentity(file, [known])).toMatchObject({ kind: 'same', by: 'title' });
    for (const other of [
      { ...file, year: 2024 },
      { ...file, families: ['Smith'] },
      { ...file, year: null },
    ])
      expect(decideIdentity(other, [known])).toEqual({ kind: 'new', duplicateOf: 'zhang2021rate' });
  });

  it('never matches by an empty form or a short title', () => {
    const empty = { ...known, titleForm: '', doi: null, arxivId: null };
    expect(decideIdentity({ ...described, families: ['Zhang'], year: 2021 }, [empty])).toEqual({
      kind: 'new',
      duplicateOf: null,
    });
    const short = { ...known, titleForm: 'introduction', doi: null, arxivId: null };
    expect(decideIdentity({ ...short }, [short])).toEqual({ kind: 'new', duplicateOf: null });
  });

  it('tells two Chinese titles apart', () => {
    const a = { ...known, doi: null, arxivId: null, titleForm: titleForm('阻尼振子的衰减率测量') };
    const b = { ...a, titleForm: titleForm('受迫振动的共振曲线研究') };
    expect(decideIdentity(a, [b])).toEqual({ kind: 'new', duplicateOf: null });
    expect(decideIdentity(a, [a])).toMatchObject({ kind: 'same', by: 'title' });
  });
});

describe('citationKey', () => {
  const facts = {
    authors: [{ family: 'Shapiro' }],
    year: 2011,
    title: 'On Conflict-free Replicated Types',
    fileName: 'a.pdf',
  };
  it.each([
    [facts, 'shapiro2011conflict'],
    [{ ...facts, authors: [{ family: 'Müller-Łoś' }], title: 'The Größe' }, 'mullerlos2011grosse'],
    [{ ...facts, authors: [{ family: '张', given: '三' }], title: '阻尼振子' }, 'zhang2011'],
    [{ ...facts, authors: [{ family: '歐陽修' }], title: '阻尼 RK4' }, 'ouyang2011rk4'],
    [{ ...facts, authors: [{ family: 'Колмогоров' }] }, 'kolmogorov2011conflict'],
    [{ ...facts, authors: [] }, 'conflictfree2011'],
    [{ ...facts, authors: [], title: null, year: null, fileName: 'dir/My Paper (2).pdf' }, 'mypaper2'],
    [{ ...facts, authors: [], title: '阻尼', year: null, fileName: '论文.pdf' }, 'source'],
  ])('makes %j', (given, key) => {
    expect(citationKey(given)).toBe(key);
  });

  it('parts clashes by letters of the file hash, whichever file came first', () => {
    expect(clashSuffix('0f3a9')).toBe('apdk');
    expect(citationKeyChoices(facts, '0f3a99999')).toEqual(
      expect.arrayContaining(['shapiro2011conflict', 'shapiro2011conflict-apdk']),
    );
  });
});

describe('what ids are hashed from', () => {
  it('does not depend on the order of settings and parts its fields', () => {
    const base = { fileSha256: 'a', reader: 'pdf-1' };
    expect(documentIdContent({ ...base, settings: { a: 1, b: 2 } })).toBe(
      documentIdContent({ ...base, settings: { b: 2, a: 1 } }),
    );
    expect(documentIdContent({ ...base, settings: {} })).not.toBe(
      documentIdContent({ ...base, reader: 'pdf-2', settings: {} }),
    );
    expect(passageIdContent({ documentId: 'a', ordinal: 1, text: '2x' })).not.toBe(
      passageIdContent({ documentId: 'a', ordinal: 12, text: 'x' }),
    );
  });
});
