import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkUnit } from './gate.ts';
import { type IdentityFault, identityFaults } from './identity.ts';
import type { Ledger } from './ledger.ts';
import { markerIds } from './markers.ts';
import { testEntry } from './test-ledger.ts';
import { splitUnits } from './units.ts';

const LEDGER: Ledger = [
  testEntry(
    'E1',
    'The scheme of Brown et al. [12] from 2019 converges; see arXiv:1999.00001 and https://code.org/x.'.replace(
      '1999.00001',
      '1905.00001',
    ),
  ),
  testEntry('E2', 'Nothing.', {
    sourceKey: 'okonjo2020decay',
    authors: [{ family: 'Okonjo' }],
    year: 2020,
    doi: null,
    arxivId: null,
    arxivVersion: null,
  }),
  testEntry('E3', '阻尼', {
    sourceKey: 'zhang2024',
    authors: [{ family: '张', given: '三' }],
    year: 2024,
    arxivId: null,
    doi: null,
  }),
];

const faults = (unit: string, question = ''): IdentityFault[] => {
  const markers = markerIds(unit);
  const evidence = LEDGER.filter((entry) => markers.includes(entry.evidence));
  return identityFaults({
    unit,
    markers,
    evidence: markers.length > 0 ? evidence : LEDGER,
    ledger: LEDGER,
    question,
  });
};

const verdict = (unit: string, question?: string): string => faults(unit, question)[0]?.verdict ?? 'ok';

describe('identityFaults', () => {
  it.each([
    'Zhang et al. (2021) show it [E1].',
    'Zhang and Li (2021) show it [E1].',
    'Zhang & Li, 2021, show it [E1].',
    'It was shown (Zhang, 2021) [E1].',
    'Ｚhang et al.（2021） show it [E1].',
    'Zhаng et al. (2021) with a Cyrillic letter [E1].',
    '张三（2024）给出 [E3]。',
    '张等（2024）给出 [E3]。',
    'As Brown et al. (2019) say [E1].',
    'See arXiv:2401.00001 and arXiv:2401.00001v1 [E1].',
    'See arXiv:1905.00001 [E1].',
    'See doi:10.1234/ABC.5 [E1].',
    'See https://doi.org/10.1234/abc.5. [E1]',
    'See zhang2021rate [E1].',
    'See zhang2021\u00adrate [E1].',
    'See https://code.org/x [E1].',
    'In May (2021) the rate was 2 [E1].',
    'Figure 3 (2021) has it [E1].',
    'The Nurses Study (1984-2008) and MEDLINE (1966) had it [E1].',
    '江都市从1992年引进以来用SAP2000建立模型 [E1]。',
    'It held in 2018, in COVID-19 times [E1].',
    'No markers, yet zhang2021rate was read.',
    'The value in 2020 was 5 and rose by 2021 [E2].',
  ])('passes %s', (unit) => {
    expect(faults(unit)).toEqual([]);
  });

  it.each([
    ['It holds [E9].', 'unknown_marker'],
    ['It holds [E1][E9].', 'unknown_marker'],
    ['Zhang et al. (2020) show it [E1].', 'foreign_id'],
    ['Smith et al. (2021) show it [E1].', 'foreign_id'],
    ['Zhang and Smith (2021) show it [E1].', 'foreign_id'],
    ['Zhang et al. (2021) show it [E2].', 'foreign_id'],
    ['Zhаo et al. (2021) show it [E1].', 'foreign_id'],
    ['李四等（2021）给出 [E3]。', 'foreign_id'],
    ['See arXiv:2401.00001v99 [E1].', 'wrong_version'],
    ['See arXiv:2401.00002 [E1].', 'foreign_id'],
    ['See arXiv:2401.00001 [E2].', 'foreign_id'],
    ['See 10.1234/abc.6 [E1].', 'foreign_id'],
    ['See smith2019flow [E1].', 'foreign_id'],
    ['See ѕmіth2019flow [E1].', 'foreign_id'],
    ['See okonjo2020decay [E1].', 'foreign_id'],
    ['See https://example.com/paper [E1].', 'foreign_id'],
    ['See https://example.com/paper.', 'foreign_id'],
  ])('holds %s as %s', (unit, expected) => {
    expect(verdict(unit)).toBe(expected);
  });

  it('lets an answer repeat what the question names', () => {
    expect(verdict('Nothing on Smith et al. (2019) was found.', 'What do Smith et al. (2019) say?')).toBe(
      'ok',
    );
    expect(verdict('Nothing on arXiv:2402.00007v2.', 'What is in arXiv:2402.00007v2?')).toBe('ok');
    expect(verdict('Nothing on arXiv:2402.00007v3.', 'What is in arXiv:2402.00007v2?')).toBe('wrong_version');
  });

  it('holds what calls itself an arXiv id and cannot be one', () => {
    expect(verdict('See arXiv:2399.01234 [E1].')).toBe('foreign_id');
    expect(verdict('See https://arxiv.org/abs/9999.9 [E1].')).toBe('foreign_id');
    expect(verdict('It is on arXiv: a preprint [E1].')).toBe('ok');
  });

  it('names no version when none was read', () => {
    const ledger = [testEntry('E1', 'x', { arxivVersion: null })];
    const input = { markers: ['E1'], evidence: ledger, ledger, question: '' };
    expect(identityFaults({ ...input, unit: 'See arXiv:2401.00001 [E1].' })).toEqual([]);
    expect(identityFaults({ ...input, unit: 'See arXiv:2401.00001v1 [E1].' })[0]?.verdict).toBe(
      'wrong_version',
    );
  });
});

const read = (path: string): string => readFileSync(new URL(`./fixtures/${path}`, import.meta.url), 'utf8');

describe('cases', () => {
  it('accepts a changed dash and nothing else of an altered key (case 34)', () => {
    const [evidence] = JSON.parse(read('34-cite-altered-key/evidence.json')) as {
      id: string;
      text: string;
    }[];
    const ledger = [
      testEntry('E1', evidence!.text, {
        sourceKey: evidence!.id,
        authors: [],
        year: null,
        doi: null,
        arxivId: null,
      }),
    ];
    const verdicts = splitUnits(read('34-cite-altered-key/answer.md')).map(
      (unit) => checkUnit({ unit, ledger, question: '' }).verdicts.identity,
    );
    expect(verdicts).toEqual(['ok', 'foreign_id', 'foreign_id', 'foreign_id']);
  });

  it('passes the version that was read alone (case 35)', () => {
    const versions = JSON.parse(read('35-cite-version/evidence.json')) as { id: string; text: string }[];
    const entry = (index: number, version: number) =>
      testEntry(`E${index + 1}`, versions[index]!.text, { arxivId: '2401.00001', arxivVersion: version });
    const unit = (text: string, ledger: Ledger) =>
      checkUnit({ unit: splitUnits(text)[0]!, ledger, question: '' });
    const both = [entry(0, 1), entry(1, 3)];
    expect(unit('The gap is 0.8 eV [E1] (arXiv:2401.00001v1).', both)).toMatchObject({
      effect: 'show',
      verdicts: { identity: 'ok' },
    });
    expect(unit('The gap is 0.8 eV [E1] (arXiv:2401.00001v3).', both).verdicts.identity).toBe(
      'wrong_version',
    );
    expect(unit('The gap is 0.8 eV [E2] (arXiv:2401.00001v3).', both)).toMatchObject({
      effect: 'hold',
      verdicts: { identity: 'ok', span: 'none' },
    });
    expect(unit('The gap is 0.8 eV [E2] (arXiv:2401.00001).', both)).toMatchObject({
      effect: 'hold',
      verdicts: { span: 'none' },
    });
    const answer = splitUnits(read('35-cite-version/answer.md'));
    expect(answer).toHaveLength(3);
    const onlyOne = answer.map(
      (entry_) => checkUnit({ unit: entry_, ledger: [entry(0, 1)], question: '' }).verdicts.identity,
    );
    expect(onlyOne).toEqual(['ok', 'wrong_version', 'ok']);
  });
});
