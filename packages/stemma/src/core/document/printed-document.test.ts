import { LIMITS } from '@stemma/contract/limits';
import { PassageDraft } from '@stemma/contract/records';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { graphemeStart } from '../text/graphemes.ts';
import { layOutPage } from './page-layout.ts';
import { readPrintedDocument } from './printed-document.ts';
import { type TypesetLine, typesetColumn, typesetPage } from './typeset.fixture.ts';

const NO_METADATA = { title: '', author: '', createdAt: '' };
const readPages = (pages: readonly (readonly TypesetLine[])[], metadata = NO_METADATA) =>
  readPrintedDocument(
    pages.map((lines, index) => layOutPage(typesetPage(lines, { page: index + 1 }))),
    { pages: pages.length, metadata },
  );

const PROSE = 'The decay rate of the envelope is the damping ratio times the natural frequency of it. ';
/** Lines of about 60 letters out of as many sentences as asked for. */
const prose = (sentences: number): string[] => {
  const words = PROSE.repeat(sentences).trim().split(' ');
  const lines = [''];
  for (const word of words) {
    if (lines.at(-1)!.length + word.length > 60) lines.push('');
    lines[lines.length - 1] = `${lines.at(-1)} ${word}`.trim();
  }
  return lines;
};
const BOLD = { font: { name: 'Bold', bold: true } };

describe('readPrintedDocument', () => {
  it('gives sections, abstract, captions, footnotes and references their place', () => {
    const { passages, facts, verdict } = readPages([
      [
        { text: 'Decay of the Damped Oscillator', x: 150, y: 60, size: 17 },
        { text: 'Ilse Varga and Tomas Okonjo', x: 220, y: 90 },
        { text: 'Abstract', x: 270, y: 120, ...BOLD },
        ...typesetColumn(prose(2), 80, 140),
        { text: '1 Introduction', x: 50, y: 230, size: 12, ...BOLD },
        ...typesetColumn(prose(3), 50, 250),
        { text: '1.1 History', x: 50, y: 330, size: 11, ...BOLD },
        ...typesetColumn(prose(2), 50, 350),
        { text: 'Figure 1: The curve of the decay.', x: 150, y: 460, size: 9 },
        { text: '1 A note that stands at the foot of the page.', x: 50, y: 700, size: 8 },
      ],
      [
        { text: '2 Methods', x: 50, y: 60, size: 12, ...BOLD },
        ...typesetColumn(prose(2), 50, 80),
        { text: 'References', x: 50, y: 200, size: 12, ...BOLD },
        { text: '[1] L. D. Landau and E. M. Lifshitz, Mechanics. Oxford, 1976.', x: 50, y: 220 },
        { text: '[2] A. P. French, Vibrations and Waves. New York: Norton,', x: 50, y: 234 },
        { text: '1971.', x: 65, y: 246 },
      ],
    ]);
    expect(verdict).toBe('readable');
    expect(facts.title).toEqual({ value: 'Decay of the Damped Oscillator', origin: 'first_page' });
    expect(facts.authors?.value).toEqual([
      { family: 'Varga', given: 'Ilse' },
      { family: 'Okonjo', given: 'Tomas' },
    ]);
    const kinds = passages.map((passage) => [passage.kind, passage.section.join(' > ')]);
    expect(kinds).toEqual([
      ['text', ''],
      ['abstract', 'Abstract'],
      ['text', '1 Introduction'],
      ['text', '1 Introduction > 1.1 History'],
      ['caption', '1 Introduction > 1.1 History'],
      ['footnote', '1 Introduction > 1.1 History'],
      ['text', '2 Methods'],
      ['reference', 'References'],
      ['reference', 'References'],
    ]);
    expect(passages.at(-1)?.text).toBe('[2] A. P. French, Vibrations and Waves. New York: Norton, 1971.');
  });

  it('keeps running heads and page numbers out', () => {
    const pages = [1, 2, 3].map((number) => [
      { text: 'Varga and Okonjo', x: 50, y: 30, size: 9 },
      { text: 'Decay of the Oscillator', x: 400, y: 30, size: 9 },
      ...typesetColumn(prose(8), 50, 80),
      { text: `${number + 11}`, x: 300, y: 780, size: 9 },
    ]);
    const all = readPages(pages)
      .passages.map((passage) => passage.text)
      .join(' ');
    expect(all).not.toMatch(/Varga|Oscillator|\b1[234]\b/);
  });

  it('mends a sentence that a page cuts, and runs over the page only inside it', () => {
    const lines = prose(20);
    const half = Math.floor(lines.length / 2);
    const { passages } = readPages([
      typesetColumn(lines.slice(0, half), 50, 80),
      typesetColumn(lines.slice(half), 50, 80),
    ]);
    const over = passages.filter((passage) => passage.regions.length > 1);
    expect(over.length).toBeLessThanOrEqual(1);
    for (const passage of over) {
      const cut = passage.lines.find((line) => line.page === 2)!.start;
      expect(passage.text.slice(0, cut).trimEnd()).not.toMatch(/\.$/);
      expect(passage.text.slice(cut)).toMatch(/^[^.]*\.$/);
    }
    expect(passages.map((passage) => passage.text).join(' ')).toBe(PROSE.repeat(20).trim());
  });

  it('reads Chinese headings, abstract and captions', () => {
    const { passages } = readPages([
      [
        { text: '阻尼振动衰减率的测量', x: 200, y: 60, size: 18 },
        { text: '摘 要', x: 280, y: 100, size: 10, ...BOLD },
        ...typesetColumn(['本文用摄像法记录弹簧振子的一次自由衰减，', '求得衰减率。'], 80, 120),
        { text: '一、引言', x: 50, y: 180, size: 12, ...BOLD },
        ...typesetColumn(['弹簧振子在黏性阻尼下的运动是力学实验的基本内容，', '本文作实际测量。'], 50, 200),
        { text: '图1 极大值的对数', x: 200, y: 300, size: 9 },
      ],
    ]);
    expect(passages.map((passage) => [passage.kind, passage.section.join(), passage.text])).toEqual([
      ['text', '', '阻尼振动衰减率的测量'],
      ['abstract', '摘要', '本文用摄像法记录弹簧振子的一次自由衰减，求得衰减率。'],
      ['text', '一、引言', '弹簧振子在黏性阻尼下的运动是力学实验的基本内容，本文作实际测量。'],
      ['caption', '一、引言', '图1 极大值的对数'],
    ]);
  });

  it('tells scans, garbage and impossible pages from text', () => {
    expect(readPages([[]]).verdict).toBe('no_text');
    const garbage = Array.from({ length: 30 }, (_, index) => ({
      text: '\u0003\u0005\u0001 \u0006\u0007 \u0004',
      x: 50,
      y: 50 + 12 * index,
    }));
    expect(readPages([garbage]).verdict).toBe('garbled');
    const empty = layOutPage(typesetPage([], { height: 2 ** 31 }));
    expect(readPrintedDocument([empty], { pages: 1, metadata: NO_METADATA }).verdict).toBe('damaged');
    const mixed = readPages([typesetColumn(prose(3), 50, 80), []]);
    expect(mixed.verdict).toBe('readable');
    expect(mixed.notes).toContain('pages_without_text');
  });

  it('lets no accent without its letter begin a word', () => {
    const { passages } = readPages([
      [...typesetColumn(prose(3), 50, 80), { text: '阻尼振动\u0301 \u0301 so \u0301', x: 50, y: 140 }],
    ]);
    for (const { text, lines } of passages) {
      for (const { start, words = [] } of lines) {
        for (let at = 0; at < words.length; at += 3) {
          expect(graphemeStart(text, start + words[at]!)).toBe(start + words[at]!);
        }
      }
    }
  });

  it('places every offset on exactly one line, on the page, at graphemes', () => {
    const word = fc.oneof(
      fc.stringMatching(/^[a-z]{1,12}[.,]?$/),
      fc.constantFrom('阻尼振动', '𝑦', 'naïve', 'e\u0301', '👩‍🔬', 'x-', '(3.2)', 'Fig.', 'END.', '“so”'),
    );
    const line = fc.record({
      text: fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' ')),
      x: fc.constantFrom(50, 60, 320),
      y: fc.integer({ min: 2, max: 60 }).map((row) => row * 12),
      size: fc.constantFrom(8, 10, 14),
    });
    fc.assert(
      fc.property(fc.array(fc.array(line, { maxLength: 30 }), { minLength: 1, maxLength: 3 }), (pages) => {
        for (const passage of readPages(pages).passages) {
          PassageDraft.parse(passage);
          const { text, lines, regions } = passage;
          expect(text).toBe(text.normalize('NFC'));
          expect(text.length).toBeLessThanOrEqual(LIMITS.passageLength.max);
          expect(lines[0]?.start).toBe(0);
          expect(lines.at(-1)?.end).toBe(text.length);
          lines.forEach((printed, index) => {
            const end = lines[index - 1]?.end ?? 0;
            expect(text.slice(end, printed.start)).toMatch(/^ ?$/);
            expect(graphemeStart(text, printed.start)).toBe(printed.start);
            const words = printed.words ?? [];
            for (let at = 0; at < words.length; at += 3) {
              const offset = printed.start + words[at]!;
              expect(offset).toBeLessThan(printed.end);
              expect(graphemeStart(text, offset)).toBe(offset);
              expect(words[at + 1]).toBeLessThanOrEqual(words[at + 2]!);
            }
            const region = regions.find((one) => one.page === printed.page)!;
            const held = region.rects.some(
              (rect) =>
                rect[0] <= printed.rect[0] + 0.01 &&
                rect[1] <= printed.rect[1] + 0.01 &&
                rect[2] >= printed.rect[2] - 0.01 &&
                rect[3] >= printed.rect[3] - 0.01,
            );
            expect(held).toBe(true);
            expect(printed.rect[2]).toBeLessThanOrEqual(600);
          });
        }
      }),
      { numRuns: 200 },
    );
  });
});
