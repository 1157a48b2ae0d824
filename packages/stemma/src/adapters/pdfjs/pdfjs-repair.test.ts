import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { StemmaError } from '../../errors/stemma-error.ts';
import type { DocumentReader, PageRenderer } from '../../ports/document-reader.ts';
import { processEntry } from '../../processes/entry.ts';
import { createPdfjsRepair } from './pdfjs-repair.ts';

/** A first reader that can read nothing. */
const helpless: DocumentReader & PageRenderer = {
  versionOf: async () => 'first/1',
  read: async ({ shownPath }) => {
    throw new StemmaError('pdf_damaged', { path: shownPath });
  },
  render: async () => new Uint8Array(),
  close: async () => {},
};
const reader = createPdfjsRepair(helpless, { entry: processEntry('pdf-repairer') });
const folder = mkdtempSync(join(tmpdir(), 'stemma-repair-'));
const fixture = (name: string): string =>
  fileURLToPath(new URL(`../pdfium/fixtures/${name}`, import.meta.url));
const read = (path: string, password?: string) =>
  reader.read(
    { path, shownPath: 'x.pdf', kind: 'pdf', ...(password !== undefined && { password }) },
    { signal: new AbortController().signal },
  );
const faultOf = (running: Promise<unknown>) =>
  running.then(
    () => 'nothing was thrown',
    (error: StemmaError) => error.code,
  );

afterAll(async () => {
  await reader.close();
  rmSync(folder, { recursive: true });
});

describe('createPdfjsRepair', () => {
  it('saves the pages before a cut and says what is missing (case 59)', async () => {
    const reading = await read(fixture('cut.pdf'));
    expect(reading.reader).toBe('first/1');
    expect(reading.pageLabels).toHaveLength(2);
    expect(reading.notes).toEqual(['repaired', 'pages_without_text']);
    expect(reading.passages.map(({ text }) => text)).toEqual(['Recovered text about lead.']);
    const [x0, y0, x1, y1] = reading.passages[0]!.regions[0]!.rects[0]!;
    expect([x0, x1]).toEqual([72, expect.closeTo(203, 0)]);
    expect([y0, y1]).toEqual([expect.closeTo(84, 0), expect.closeTo(94, 0)]);
  });

  it('reads whole objects whose table and trailer are gone (case 59)', async () => {
    const reading = await read(fixture('no_trailer.pdf'));
    expect(reading.passages.map(({ text, regions }) => [text, regions[0]!.page])).toEqual([
      ['Recovered text about lead.', 1],
      ['Second page about iron.', 2],
    ]);
  });

  it('keeps two columns apart and turns rotated pages', async () => {
    const text = (await read(fixture('two_columns.pdf'))).passages.map((passage) => passage.text).join('\n');
    expect(text).toMatch(/The left column/);
    expect(text).not.toMatch(/232 degrees\s+Zinc/);
    expect((await read(fixture('rotated.pdf'))).passages.length).toBeGreaterThan(0);
  });

  it('asks for a password rather than calling a file damaged', async () => {
    expect(await faultOf(read(fixture('needs_password.pdf')))).toBe('pdf_password');
    expect(await faultOf(read(fixture('needs_password.pdf'), 'nope'))).toBe('pdf_password_wrong');
    expect((await read(fixture('needs_password.pdf'), 'lab')).passages[0]!.text).toContain('41 %');
  });

  it.each([
    ['nothing but a header', '%PDF-1.4\n'],
    [
      'a page tree without pages',
      '%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [2 0 R] /Count 9 >>\nendobj\n',
    ],
    [
      'a count beyond all files',
      '%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 2000000000 >>\nendobj\n',
    ],
    ['many objects', `%PDF-1.4\n${'1 0 obj << /Type /Page >> '.repeat(20_000)}`],
  ])('leaves the first fault for %s', async (name, content) => {
    const path = join(folder, `${name}.pdf`);
    writeFileSync(path, content);
    expect(await faultOf(read(path))).toBe('pdf_damaged');
  });
});
