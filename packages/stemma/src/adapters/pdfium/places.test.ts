import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Line } from '@stemma/contract/place';
import { afterAll, describe, expect, it } from 'vitest';
import { processEntry } from '../../processes/entry.ts';
import { readPrintedPage } from './page-print.ts';
import { openPdfiumDocument } from './pdfium-document.ts';
import { openPdfium } from './pdfium-library.ts';
import { createPdfiumReader } from './pdfium-reader.ts';

const examples = fileURLToPath(new URL('../../../../../examples/library/', import.meta.url));
const corpus = fileURLToPath(new URL('../../../../../../shared/corpus/formula/', import.meta.url));
const pdfsIn = (folder: string, ending: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith(ending))
        .map((name) => folder + name)
    : [];
const files = [...pdfsIn(examples, '.pdf'), ...pdfsIn(corpus, '_test.pdf')];
if (!existsSync(corpus)) process.stdout.write(`places: skipped the corpus, there is none at ${corpus}\n`);

const reader = createPdfiumReader({ entry: processEntry('pdf-reader'), concurrency: 2 });
afterAll(() => reader.close());

const lettersOf = (text: string): string => text.replace(/[^A-Za-z\u4e00-\u9fff]/g, '');

describe('places of what is read', () => {
  it.each(files)('%s: lines cover the text, lie on the page and hold their glyphs', async (path) => {
    const { passages, pageLabels } = await reader.read(
      { path, shownPath: path, kind: 'pdf' },
      { signal: new AbortController().signal },
    );
    const document = openPdfiumDocument(await openPdfium(), { path, shownPath: path });
    const pages = pageLabels.map((_, index) => readPrintedPage(document, index + 1)!);
    document.close();
    const missing: string[] = [];
    const holds = (line: Line, text: string): boolean => {
      const [x0, y0, x1, y1] = line.rect;
      const within = pages[line.page - 1]!.glyphs.filter(
        ({ x, y, box }) => Math.max(x, box[2]) >= x0 - 0.5 && x <= x1 + 0.5 && y >= y0 - 0.5 && y <= y1 + 0.5,
      );
      let print = lettersOf(within.map((glyph) => glyph.text.normalize('NFKD')).join(''));
      for (const letter of lettersOf(text)) {
        if (!print.includes(letter)) return false;
        print = print.replace(letter, '');
      }
      return true;
    };
    let lines = 0;
    for (const { text, lines: placed } of passages) {
      let at = 0;
      for (const line of placed) {
        expect(text.slice(at, line.start)).toMatch(/^ ?$/);
        at = line.end;
        const { width, height } = pages[line.page - 1]!;
        const [x0, y0, x1, y1] = line.rect;
        expect(x0 >= 0 && y0 >= 0 && x1 <= width + 0.01 && y1 <= height + 0.01 && x0 <= x1 && y0 < y1).toBe(
          true,
        );
        lines += 1;
        const words = text.slice(line.start, line.end);
        if (!holds(line, words)) missing.push(words);
      }
      expect(at).toBe(text.length);
    }
    // letters that a font's map misnames are corrected by our tables, and differ from the glyphs as told
    expect(missing.length, missing.slice(0, 5).join(' | ')).toBeLessThanOrEqual(0.02 * lines);
  });
});
