import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cites } from './requirements.ts';
import { AddJson, SearchJson, ShowJson } from './shapes.ts';
import { type House, openSampleHouse } from './stemma.ts';

/** A PDF of `pages` one-line pages, the first two labelled i and ii, the rest from 1 (ISO 32000-1, 12.4.2). */
const labelledPdf = (pages: number): string => {
  const line = (page: number): string =>
    `BT /F1 12 Tf 72 700 Td (Page number ${page} of the labelled report tells of copper wire and its weight.) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /PageLabels << /Nums [0 << /S /r >> 2 << /S /D >>] >> >>',
    `<< /Type /Pages /Count ${pages} /Kids [${Array.from({ length: pages }, (_, n) => `${4 + 2 * n} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...Array.from({ length: pages }, (_, n) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + 2 * n} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      `<< /Length ${line(n + 1).length} >>\nstream\n${line(n + 1)}\nendstream`,
    ]).flat(),
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((body, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  return `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
};

describe('reading', () => {
  let house: House;
  beforeAll(async () => {
    house = await openSampleHouse();
    await house.file('labelled.pdf', labelledPdf(4));
    await house.file('torsion.md', '# Torsion balance\n\nThe pendulum was heavy and moved slowly.\n');
    await house.file('other.md', '# A second report\n\nThe pendulum with torsion moved slowly today.\n');
    expect((await house.json(AddJson, ['add', 'labelled.pdf', 'torsion.md', 'other.md'])).code).toBe(0);
  });
  afterAll(() => house.close());

  it(cites('P1.page-label', 'keeps the printed label of a page beside its number'), async () => {
    const { passages } = (await house.json(ShowJson, ['show', 'labelled'])).json;
    expect(passages.map(({ page, pageLabel }) => [page, pageLabel])).toEqual([
      [1, 'i'],
      [2, 'ii'],
      [3, '1'],
      [4, '2'],
    ]);
    expect((await house.run(['search', 'copper wire weight', '--limit', '9'])).stdout).toContain('p. ii');
  });

  it(cites('P1.footnotes', 'keeps a footnote out of the text it interrupts'), async () => {
    const { passages } = (await house.json(ShowJson, ['show', 'varga2021decay'])).json;
    const notes = passages.filter(({ kind }) => kind === 'footnote');
    expect(notes.map(({ text }) => text).join()).toContain('The textbooks differ');
    for (const { kind, text } of passages)
      if (kind !== 'footnote') expect(text).not.toContain('The textbooks differ');
  });

  it(cites('S2.title-weighs', 'counts a word of the title more than one of the text'), async () => {
    const { hits } = (await house.json(SearchJson, ['search', 'torsion pendulum'])).json;
    expect(hits.slice(0, 2).map(({ source }) => source)).toEqual(['torsionbalance', 'secondreport']);
  });
});
