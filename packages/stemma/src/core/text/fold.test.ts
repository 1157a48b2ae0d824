import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, foldText } from './fold.ts';

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });
const boundaries = (text: string): Set<number> =>
  new Set([...[...segmenter.segment(text)].map((segment) => segment.index), text.length]);

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({
    unit: fc.constantFrom(
      ...[
        'a',
        'É',
        'ß',
        '㎏',
        'ﬁ',
        '發',
        '髮',
        '𝑥',
        '👩‍👩‍👧',
        'é',
        '\u00ad',
        '\n',
        ' ',
        'ｶﾞ',
        '한',
        '²',
        '“',
        '—',
        'Ⅻ',
        'İ',
      ],
    ),
    maxLength: 20,
  }),
);

describe('fold', () => {
  it.each([
    ['ＡＢＣ１２３', 'abc123'],
    ['25㎏', '25kg'],
    ['ﬁnite', 'finite'],
    ['Weißkopf', 'weisskopf'],
    ['Muñoz, Ångström, Łódź, Ørsted', 'munoz, angstrom, lodz, orsted'],
    ['頭髮與發現', '头发与发现'],
    ['n‑hexadecane – “quoted” ‘s', 'n-hexadecane - "quoted" \'s'],
    ['inter\u00ad\nference', 'interference'],
    ['inter\u00ad ference', 'interference'],
    ['10⁻³ 𝑥', '10-3 x'],
    ['ｶﾞ', 'ガ'],
    ['한국어', '한국어'],
    ['й', 'и'],
  ])('folds %s to %s', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it('folds what is folded already to itself', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('maps every span back to whole graphemes that fold to at least that span', () => {
    fc.assert(
      fc.property(anyText, fc.nat(), fc.nat(), (text, a, b) => {
        const folded = fold(text);
        const start = Math.min(a, b) % (folded.text.length + 1);
        const end = Math.max(start, Math.max(a, b) % (folded.text.length + 1));
        const span = folded.toOriginal({ start, end });
        const edges = boundaries(text);
        expect(edges.has(span.start) && edges.has(span.end)).toBe(true);
        expect(span.end).toBeGreaterThanOrEqual(span.start);
        if (end > start) expect(span.end).toBeGreaterThan(span.start);
      }),
      { numRuns: 2000 },
    );
  });

  it('maps a match of one character that became two back to the one', () => {
    const text = '质量25㎏，ﬁn';
    const folded = fold(text);
    const at = folded.text.indexOf('k');
    expect(
      text.slice(
        folded.toOriginal({ start: at, end: at + 1 }).start,
        folded.toOriginal({ start: at, end: at + 1 }).end,
      ),
    ).toBe('㎏');
  });

  it('keeps the folded text of the mapped-back span around what was matched', () => {
    fc.assert(
      fc.property(anyText, fc.nat(), (text, a) => {
        const folded = fold(text);
        if (folded.text.length === 0) return;
        const start = a % folded.text.length;
        const span = folded.toOriginal({ start, end: start + 1 });
        expect(foldText(text.slice(span.start, span.end))).toContain(folded.text[start]!);
      }),
      { numRuns: 1000 },
    );
  });
});
