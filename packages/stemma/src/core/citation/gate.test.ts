import { readFileSync } from 'node:fs';
import { Claim } from '@stemma/contract/records';
import { describe, expect, it } from 'vitest';
import { exemptionOf } from './coverage.ts';
import { CHECKER_VERSION, checkUnit, type GateResult } from './gate.ts';
import type { Ledger } from './ledger.ts';
import { spanRegions } from './regions.ts';
import { testEntry, testPassage } from './test-ledger.ts';
import { splitUnits } from './units.ts';
import { CHECKS, EFFECTS } from './verdict.ts';

const TEXT =
  'Damping removes energy. The decay rate of the envelope is 0.200 per second for the reference oscillator. The quality factor is 12.5.';
const LEDGER: Ledger = [
  testEntry('E1', TEXT),
  testEntry('E2', 'Bananas ripen on board of ships.', { sourceKey: 'okonjo2020' }),
  testEntry('E3', '参考振子的衰减率为 0.204，品质因数 Q 为 12.3。'),
];

const judge = (text: string, question = ''): GateResult =>
  checkUnit({ unit: splitUnits(text)[0]!, ledger: LEDGER, question });

describe('checkUnit', () => {
  it('finds a quotation word for word, with its place', () => {
    const result = judge(
      '- “The decay rate of the envelope is 0.200 per second for the reference oscillator.” [E1]',
    );
    expect(result).toMatchObject({
      verdicts: { identity: 'ok', span: 'exact', numbers: 'ok', support: 'strong', coverage: 'cited' },
      effect: 'show',
      marks: [],
    });
    const [support] = result.supports;
    expect(support!.quote).toBe(
      'The decay rate of the envelope is 0.200 per second for the reference oscillator.',
    );
    expect(support!.prefix).toBe('Damping removes energy. ');
    expect(support!.suffix).toBe(' The quality factor is 12.5.');
    expect(TEXT.slice(support!.span.start, support!.span.end)).toBe(support!.quote);
  });

  it('finds the sentence a rewording comes from', () => {
    const result = judge('The envelope of the reference oscillator decays at 0.2 per second [E1].');
    expect(result.verdicts).toMatchObject({ span: 'aligned', numbers: 'unscored', support: 'unscored' });
    expect(result.supports[0]!.quote).toBe(
      'The decay rate of the envelope is 0.200 per second for the reference oscillator.',
    );
  });

  it('holds what is cited to a passage that has nothing of it', () => {
    const result = judge('The envelope of the reference oscillator decays at 0.2 per second [E2].');
    expect(result).toMatchObject({ verdicts: { span: 'none' }, effect: 'hold', supports: [] });
    expect(result.explain).toContainEqual(
      expect.objectContaining({
        check: 'span',
        code: 'none',
        params: expect.objectContaining({ evidence: 'E2' }),
      }),
    );
  });

  it('finds the place by shared terms when the scripts differ', () => {
    const result = judge('The measured decay rate is 0.204 and Q is 12.3 [E3].');
    expect(['other_language', 'aligned']).toContain(result.verdicts.span);
    expect(result.effect).toBe('show');
    expect(judge('A long sentence in English about something else [E3].').verdicts.span).toBe(
      'other_language',
    );
  });

  it('marks what is not cited and exempts what claims nothing', () => {
    expect(judge('Damping is a nuisance.')).toMatchObject({
      verdicts: { coverage: 'uncited' },
      effect: 'show',
      marks: ['coverage'],
    });
    for (const text of [
      '# Damping\n',
      '```\nx = 1\n```\n',
      'What is damping?',
      '什么是阻尼？',
      'Your library says:',
      '以下是找到的内容：',
      '---\n',
    ])
      expect(judge(text).verdicts.coverage, text).toBe('exempt');
    for (const text of [
      'In summary, damping removes 12 joules.',
      'Overall damping removes energy from any oscillator.',
      '总之阻尼使能量减少。',
    ])
      expect(judge(text).verdicts.coverage, text).toBe('uncited');
  });

  it('checks identity in exempt units too', () => {
    expect(judge('# Results of smith2019flow\n')).toMatchObject({
      verdicts: { identity: 'foreign_id', coverage: 'exempt' },
      effect: 'hold',
    });
  });

  it('lets markers of a table header and caption count for its rows', () => {
    const units = splitUnits('| quantity [E1] | value |\n|---|---|\n| quality factor | 12.5 |\n\nEnd.');
    const row = checkUnit({ unit: units[1]!, ledger: LEDGER, question: '' });
    expect(row.verdicts).toMatchObject({ coverage: 'cited', span: 'aligned' });
    expect(exemptionOf(units[0]!)).toBe('heading');
  });

  it('makes supports that are records of the contract', () => {
    const ledger = [testEntry('E1', TEXT, { uri: 'file:///a.pdf' })];
    const unit = splitUnits('The quality factor is 12.5 [E1].')[0]!;
    const { verdicts, supports } = checkUnit({ unit, ledger, question: '' });
    const id = '01890a5d-ac96-774b-bcce-b302099a8057';
    const claim = {
      v: 1,
      id,
      messageId: id,
      blockId: 'b',
      text: unit.text,
      unitKind: unit.kind,
      checker: CHECKER_VERSION,
      verdicts,
      supports,
    };
    expect(Claim.parse(claim)).toEqual(claim);
  });

  it('keeps prefix and suffix at whole graphemes of at most 32 units', () => {
    const family = '👩‍👩‍👧';
    const ledger = [testEntry('E1', `${family.repeat(6)} Energy is lost slowly. ${family.repeat(6)}`)];
    const { supports } = checkUnit({
      unit: splitUnits('Energy is lost slowly [E1].')[0]!,
      ledger,
      question: '',
    });
    expect(supports[0]!.prefix).toBe(`${family.repeat(3)} `);
    expect(supports[0]!.suffix).toBe(` ${family.repeat(3)}`);
  });
});

describe('EFFECTS', () => {
  it('has a row for every check', () => {
    expect(Object.keys(EFFECTS).toSorted()).toEqual([...CHECKS].toSorted());
  });
});

describe('spanRegions', () => {
  const lines = [
    {
      start: 0,
      end: 8,
      page: 1,
      rect: [10, 10, 90, 20] as [number, number, number, number],
      words: [0, 10, 40, 4, 50, 90],
    },
    { start: 8, end: 16, page: 1, rect: [10, 22, 90, 32] as [number, number, number, number] },
    {
      start: 16,
      end: 20,
      page: 2,
      rect: [10, 10, 50, 20] as [number, number, number, number],
      words: [0, 10, 50],
    },
  ];
  it('lights the words a span touches, line by line and page by page', () => {
    expect(spanRegions(lines, { start: 4, end: 20 })).toEqual([
      {
        page: 1,
        rects: [
          [50, 10, 90, 20],
          [10, 22, 90, 32],
        ],
      },
      { page: 2, rects: [[10, 10, 50, 20]] },
    ]);
    expect(spanRegions(lines, { start: 0, end: 3 })).toEqual([{ page: 1, rects: [[10, 10, 40, 20]] }]);
    expect(spanRegions(lines, { start: 16, end: 18 })).toEqual([{ page: 2, rects: [[10, 10, 30, 20]] }]);
    expect(spanRegions([], { start: 0, end: 3 })).toEqual([]);
  });
});

describe('cases', () => {
  it('finds the original characters for a quote in another script and width (case 41)', () => {
    const docs = readFileSync(
      new URL('../text/fixtures/41-zh-width-and-script/docs.jsonl', import.meta.url),
      'utf8',
    )
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { text: string });
    const ledger = docs.map((doc, index) =>
      testEntry(`E${index + 1}`, doc.text, { passage: testPassage(doc.text) }),
    );
    const quote = (text: string): string =>
      checkUnit({ unit: splitUnits(text)[0]!, ledger, question: '' }).supports[0]!.quote;
    expect(quote('样品编号:ABC123,质量25kg [E2]。')).toBe('样品编号：ＡＢＣ１２３，质量25㎏');
    expect(quote('ABC123 [E2]')).toBe('ＡＢＣ１２３');
    expect(quote('本研究讨论软件误差与校准。[E1]')).toBe('本研究討論軟件誤差與校準。');
  });
});
