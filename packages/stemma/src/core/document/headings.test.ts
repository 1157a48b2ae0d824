import { describe, expect, it } from 'vitest';
import { toBlocks } from './blocks.ts';
import { findHeading } from './headings.ts';
import { layOutPage } from './page-layout.ts';
import { readPrintedDocument } from './printed-document.ts';
import { type TypesetLine, typesetColumn, typesetPage } from './typeset.fixture.ts';

const BODY = [
  'The text of this section is long enough to fill a line of it,',
  'and so it is read as a paragraph that goes on and on for ever.',
];
const BOLD = { font: { name: 'Bold', bold: true } };
const ITALIC = { font: { name: 'Italic', italic: true } };

const headingOf = (heading: Omit<TypesetLine, 'x' | 'y'>) => {
  const page = typesetPage([
    ...typesetColumn(BODY, 50, 60),
    { x: 50, y: 100, ...heading },
    ...typesetColumn(BODY, 50, 120),
  ]);
  const blocks = toBlocks(layOutPage(page).lines, 10);
  const textOf = (block: (typeof blocks)[number]) => block.lines.map((line) => line.text).join(' ');
  const block = blocks.find((one) => textOf(one).startsWith(heading.text.slice(0, 12)));
  return block && findHeading(block, { bodySize: 10, bodyBold: false, bodyFace: 'Roman', textOf });
};

describe('findHeading', () => {
  it.each([
    ['1 Introduction', BOLD, 1],
    ['2.1 Model and parameters', BOLD, 2],
    ['3.1.2 Details', ITALIC, 3],
    ['IV. RESULTS OF THE STUDY', {}, 1],
    ['A. Prediction Model', ITALIC, 2],
    ['Appendix B: Proofs', BOLD, 1],
    ['二、原理', BOLD, 1],
    ['第三章 实验方法', { size: 14 }, 1],
    ['第二节 装置', BOLD, 2],
    ['（一）装置', BOLD, 2],
    ['References', {}, 1],
    ['参考文献', {}, 1],
  ])('%s', (text, style, level) => {
    expect(headingOf({ text, ...style })).toMatchObject({ level });
  });

  it.each([
    ['The decay rate is 0.2.', BOLD],
    ['1 4δ G(u, t) = 1 + θ2', ITALIC],
    ['a label in a figure', {}],
    ['12.5', BOLD],
    ['which is, after all,', BOLD],
  ])('is not %s', (text, style) => {
    expect(headingOf({ text, ...style })).toBeUndefined();
  });
});

describe('sections', () => {
  it('read a bold start of a paragraph as its heading, and keep it in the text', () => {
    const page = layOutPage(
      typesetPage([
        { text: '2 Methods', x: 50, y: 60, size: 12, ...BOLD },
        ...typesetColumn(BODY, 50, 80),
        { text: '2.1. Sampling.', x: 50, y: 120, ...BOLD },
        { text: 'We drew many samples from the pond and dried', x: 125, y: 120 },
        { text: 'them over night in an oven that was kept at a low temperature.', x: 50, y: 132 },
      ]),
    );
    const { passages } = readPrintedDocument([page], {
      pages: 1,
      metadata: { title: '', author: '', createdAt: '' },
    });
    const last = passages.at(-1)!;
    expect(last.section).toEqual(['2 Methods', '2.1. Sampling']);
    expect(last.text).toMatch(/^2\.1\. Sampling\. We drew/);
  });

  it('keep a heading that nothing stands under as text', () => {
    const page = layOutPage(
      typesetPage([
        { text: '1 Introduction', x: 50, y: 60, size: 12, ...BOLD },
        ...typesetColumn(BODY, 50, 80),
        { text: '2 Methods', x: 50, y: 130, size: 12, ...BOLD },
      ]),
    );
    const { passages } = readPrintedDocument([page], {
      pages: 1,
      metadata: { title: '', author: '', createdAt: '' },
    });
    expect(passages.map((passage) => passage.text).join('|')).toContain('2 Methods');
  });
});
