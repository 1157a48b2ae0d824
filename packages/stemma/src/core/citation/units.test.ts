import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createUnitSplitter, splitUnits } from './units.ts';

const texts = (text: string): string[] => splitUnits(text).map((unit) => unit.text);
const kinds = (text: string): string[] => splitUnits(text).map((unit) => unit.kind);

const PIECES = [
  'The scheme converges at rate 2 [E3][E7].',
  ' It does so, e.g., for i.e. smooth data.',
  ' See Fig. 2 and Eq. (4) of Zhang et al. (2021).',
  '收敛阶为二。[E3]【E7】',
  '结果如下！“好。”',
  ' 0.204',
  ' https://example.org/a.b?c=d.',
  ' [E1, E2]',
  '\n',
  '\n\n',
  '\r\n',
  '- item one [E1]\n',
  '  - nested. Two sentences. [E2]\n',
  '1. first\n2. second\n',
  '# Heading\n',
  '```js\na. B\n\nc\n```\n',
  '~~~\nopen',
  '| a | b |\n|---|---|\n| 1 | 2 [E3] |\n| 3 | 4 |\n',
  'Table 2: caption [E4].\n',
  '$$\na = b. C\n$$\n',
  '\\[ x \\]',
  '\\begin{equation}\nx\n\\end{equation}\n',
  'The loss is\n\n$$L = 1$$\n[E5]\n\n',
  ' where $x. Y$ is it.',
  '`a. B`',
  '> quoted. Text\n> more [E1].\n',
  '---\n',
  'J. R. R. Tolkien',
  ' vitamin C. The',
  '…',
  '...',
  '"',
  ')',
  '[',
  ']',
  '[E',
  '3]',
  '$',
  '\\',
  '`',
  '👩‍👩‍👧',
  ' ',
  '.',
  '?',
  '|',
  '*',
];

const markdown = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.string({ unit: fc.constantFrom(...'aB. [E1]\n|$`\\-#>。！“”1'), maxLength: 60 }),
);

const stream = (text: string, sizes: readonly number[]) => {
  const splitter = createUnitSplitter();
  const units = [];
  let at = 0;
  for (let turn = 0; at < text.length; turn += 1) {
    const size = sizes[turn % sizes.length]!;
    units.push(...splitter.push(text.slice(at, at + size)));
    at += size;
  }
  return [...units, ...splitter.end()];
};

describe('createUnitSplitter', () => {
  it('gives the same units for any chunking, and their concatenation is the text', () => {
    fc.assert(
      fc.property(
        markdown,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 }),
        (text, sizes) => {
          const whole = splitUnits(text);
          expect(whole.map((unit) => unit.text).join('')).toBe(text);
          for (const unit of whole) expect(text.slice(unit.start, unit.end)).toBe(unit.text);
          expect(stream(text, sizes)).toEqual(whole);
          expect(stream(text, [1])).toEqual(whole);
        },
      ),
      { numRuns: 1500 },
    );
  });

  it('leaves trailing markers, quotes and brackets with the sentence before', () => {
    expect(texts('It converges at rate 2. [E3][E7] The rest follows.')).toEqual([
      'It converges at rate 2. [E3][E7] ',
      'The rest follows.',
    ]);
    expect(texts('收敛阶为2。[E3][E7]下一句。“引文。”【E1】完')).toEqual([
      '收敛阶为2。[E3][E7]',
      '下一句。',
      '“引文。”【E1】',
      '完',
    ]);
    expect(texts('He said "stop." Then (it stopped.) Now [E1].')).toEqual([
      'He said "stop." ',
      'Then (it stopped.) ',
      'Now [E1].',
    ]);
    expect(texts('First one.\n[E2] Second one.')).toEqual(['First one.\n[E2] ', 'Second one.']);
  });

  it('ends no unit at abbreviations, decimals, ids, initials and links', () => {
    for (const sentence of [
      'Methods, e.g. RK4, i.e. the classic, vs. Euler (cf. Fig. 2, Eq. (4)) by Dr. Zhang et al. (2021) agree [E1].',
      'See J. R. R. Tolkien and A. Einstein in arXiv:2401.00001v1 at https://a.b/c.d for 0.204 and no. 5 approx. ten.',
      'Sec. 3 of Zhang et al. [E3] shows it.',
      '**Table 1.** Values from the measurement [E3].',
      '表 2. 测得的值 [E3]。',
      '见 Fig. 2 与 Eq. (4)，误差为 0.204 [E1]。',
    ])
      expect(texts(sentence)).toEqual([sentence]);
  });

  it('ends a unit where a common word follows a single capital', () => {
    expect(texts('It lacks vitamin C. The rest is fine.')).toHaveLength(2);
  });

  it('takes a list item, a heading and a code block as one unit each', () => {
    const text =
      '# Title\n\n- One. Two [E1].\n- Three\n  goes on.\n\n```py\na = 1. \n# no heading\n```\nEnd.';
    expect(kinds(text)).toEqual(['heading', 'list_item', 'list_item', 'code', 'sentence']);
    expect(texts(text)[2]).toBe('- Three\n  goes on.\n\n');
  });

  it('holds a table until it is complete and gives each row the markers of header and caption', () => {
    const table = '| a [E1] | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 [E3] |\n';
    const splitter = createUnitSplitter();
    expect(splitter.push(table)).toEqual([]);
    const units = splitter.push('\nTable 1: from [E2].\n\nText.');
    expect(units.slice(0, 3).map((unit) => unit.kind)).toEqual(['table_row', 'table_row', 'table_row']);
    expect(units[0]!.isHeader).toBe(true);
    expect(units[2]!.caption).toContain('[E2]');
    expect(units[2]!.caption).toContain('[E1]');
  });

  it('keeps display math with the sentence before it and with what trails it', () => {
    for (const text of [
      'The loss is\n\n$$\nL = 1.\n$$ [E3]\n\n',
      'The loss is \\[ L = 1 \\]. [E3] ',
      'The loss is\n$$L = 1,$$\nwhere $L$ is small [E1].\n',
      'It follows that\n\n$$\nd = 2\n$$\n\nfor weak damping [E3]. ',
      'As follows.\n\n\\begin{align}\nx &= 1\n\\end{align}\n[E3]\n',
    ]) {
      expect(kinds(`${text}Next one.`)).toEqual(['math', 'sentence']);
      expect(texts(`${text}Next one.`)[0]).toBe(text);
    }
  });

  it('gives a sentence out as soon as the next one begins', () => {
    const splitter = createUnitSplitter();
    expect(splitter.push('One is here. ')).toEqual([]);
    expect(splitter.push('T').map((unit) => unit.text)).toEqual(['One is here. ']);
  });

  it('stays fast in a long code block that comes in small chunks', () => {
    const splitter = createUnitSplitter();
    splitter.push('```\n');
    let units = 0;
    for (let i = 0; i < 20_000; i += 1) units += splitter.push(i % 8 ? 'abcd' : '\nab').length;
    expect(units).toBe(0);
    expect(splitter.end()).toHaveLength(1);
  });
});
