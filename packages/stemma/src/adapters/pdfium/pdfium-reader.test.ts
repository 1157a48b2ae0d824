import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PassageDraft } from '@stemma/contract/records';
import { afterAll, describe, expect, it } from 'vitest';
import type { StemmaError } from '../../errors/stemma-error.ts';
import type { Reading } from '../../ports/document-reader.ts';
import { processEntry } from '../../processes/entry.ts';
import { createPdfiumReader } from './pdfium-reader.ts';

const reader = createPdfiumReader({ entry: processEntry('pdf-reader'), concurrency: 2 });
const fixtures = fileURLToPath(new URL('./fixtures/', import.meta.url));
const live = () => new AbortController().signal;
const readPath = (path: string, password?: string): Promise<Reading> =>
  reader.read(
    {
      path,
      shownPath: path.slice(fixtures.length),
      kind: 'pdf',
      ...(password === undefined ? {} : { password }),
    },
    { signal: live() },
  );
const read = (name: string, password?: string) => readPath(fixtures + name, password);
const faultOf = (running: Promise<unknown>): Promise<StemmaError> =>
  running.then(
    () => {
      throw new Error('nothing was thrown');
    },
    (error: StemmaError) => error,
  );
const textOf = (reading: Reading) => reading.passages.map((passage) => passage.text).join('\n');

afterAll(() => reader.close());

const expectSound = (reading: Reading): void => {
  for (const passage of reading.passages) {
    PassageDraft.parse(passage);
    expect(passage.text).toBe(passage.text.normalize('NFC'));
    expect(passage.text).not.toMatch(/[\p{Cs}\u0000-\u001F\u202A-\u202E\uFFFE\uFFFF]/u);
    let at = 0;
    for (const line of passage.lines) {
      expect(passage.text.slice(at, line.start)).toMatch(/^ ?$/);
      expect(line.end).toBeGreaterThan(line.start);
      at = line.end;
    }
    expect(at).toBe(passage.text.length);
  }
};

describe('case 55: two columns drawn line by line', () => {
  it('reads the left column to its end before the right one', async () => {
    const reading = await read('two_columns.pdf');
    expectSound(reading);
    const whole = reading.passages.map((passage) => [...passage.section, passage.text].join(' ')).join('\n');
    const order = [
      'Melting of Two Metals',
      'Abstract.',
      '1 Introduction',
      'years. The left column',
      '2 Methods',
      'weeks. The right column',
    ];
    const places = order.map((piece) => whole.indexOf(piece));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect([...places].sort((a, b) => a - b)).toEqual(places);
    expect(whole).not.toMatch(/232 degrees\s+Zinc|soft\. In air it\s+and is brittle/);
    const zinc = reading.passages.find((passage) => passage.text.includes('420'));
    expect(zinc?.text).toContain('grey');
    expect(zinc?.section).toEqual(['2 Methods']);
    expect(whole).not.toContain('17');
  });
});

describe('case 56: turned pages', () => {
  it('keeps each sample with its yield, also sideways and upside down', async () => {
    const reading = await read('rotated.pdf');
    expectSound(reading);
    const page = (number: number) =>
      reading.passages
        .filter((passage) => passage.regions[0]?.page === number)
        .map((passage) => passage.text)
        .join('\n');
    expect(page(1)).toContain('A-1 41 % 2 B-2 57 % 3');
    expect(page(2)).toContain('A-1 61 % 2 B-2 57 % 3');
    expect(page(3)).toBe('Upside down line one Upside down line two');
    const table = reading.passages.find((passage) => passage.text.includes('41 %'));
    expect(table?.kind).toBe('table');
    // the page is displayed 792 wide and 612 high, and the table stands near its top left
    expect(table?.regions[0]?.rects[0]?.[0]).toBeCloseTo(100, 0);
    expect(table?.regions[0]?.rects[0]?.[3]).toBeLessThan(150);
  });
});

describe('case 58: encryption', () => {
  it('reads what only the owner locked, and says so', async () => {
    const reading = await read('owner_only.pdf');
    expect(textOf(reading)).toContain('the yield was 41 %');
    expect(reading.notes).toContain('owner_restricts_copying');
  });

  it('asks for a password, and tells a wrong one, and never shows it', async () => {
    expect((await faultOf(read('needs_password.pdf'))).toFault()).toEqual({
      code: 'pdf_password',
      params: { path: 'needs_password.pdf' },
    });
    const wrong = await faultOf(read('needs_password.pdf', 'lob'));
    expect(wrong.code).toBe('pdf_password_wrong');
    expect(JSON.stringify(wrong) + wrong.stack).not.toContain('lob');
    expect(textOf(await read('needs_password.pdf', 'lab'))).toContain('the yield was 41 %');
  });
});

describe('case 59: damaged files', () => {
  it.each(['wrong_startxref.pdf', 'crlf.pdf', 'no_xref.pdf', 'leading_junk.pdf'])(
    'reads %s and says it was repaired',
    async (name) => {
      const reading = await read(name);
      expectSound(reading);
      expect(reading.pageLabels).toHaveLength(2);
      expect(textOf(reading)).toContain('Recovered text about lead.');
      expect(textOf(reading)).toContain('Second page about iron.');
      expect(reading.notes).toContain('repaired');
    },
  );

  it.each(['cut.pdf', 'no_trailer.pdf'])('refuses %s plainly', async (name) => {
    expect((await faultOf(read(name))).toFault()).toEqual({ code: 'pdf_damaged', params: { path: name } });
  });

  it('tells a file that is no PDF from one that is', async () => {
    expect((await faultOf(readPath(fileURLToPath(import.meta.url)))).code).toBe('pdf_damaged');
  });
});

describe('case 62: text that cannot be stored', () => {
  it('replaces what no store can hold, keeps the astral letter, and says so', async () => {
    const reading = await read('odd_unicode.pdf');
    expectSound(reading);
    expect(textOf(reading)).toContain('Clean second page.');
    expect(textOf(reading)).toContain('𝑦');
    expect(reading.notes).toContain('odd_characters_replaced');
    expect(Buffer.from(JSON.stringify(reading), 'utf8').toString('utf8')).toBe(JSON.stringify(reading));
  });
});

describe('render', () => {
  it('draws a page as PNG at its displayed size, lights rectangles, and refuses other pages', async () => {
    const request = { path: `${fixtures}rotated.pdf`, shownPath: 'rotated.pdf', scale: 0.5, lit: [] };
    const plain = await reader.render({ ...request, page: 1 }, live());
    const lit = await reader.render({ ...request, page: 1, lit: [[10, 10, 90, 90]] }, live());
    expect(Buffer.from(plain.subarray(1, 4)).toString('latin1')).toBe('PNG');
    expect(Buffer.from(plain).readUInt32BE(16)).toBe(396);
    expect(Buffer.from(plain).readUInt32BE(20)).toBe(306);
    expect(Buffer.from(lit).equals(Buffer.from(plain))).toBe(false);
    expect((await faultOf(reader.render({ ...request, page: 4 }, live()))).code).toBe('page_out_of_range');
  });
});

describe('progress and stopping', () => {
  it('tells every page as it is begun', async () => {
    const pages: number[] = [];
    await reader.read(
      { path: `${fixtures}rotated.pdf`, shownPath: 'rotated.pdf', kind: 'pdf' },
      { signal: live(), onProgress: ({ page }) => pages.push(page) },
    );
    expect(pages).toEqual([1, 2, 3]);
  });

  it('does not begin what is already stopped', async () => {
    const options = { signal: AbortSignal.abort(new Error('stopped')) };
    const running = reader.read({ path: `${fixtures}rotated.pdf`, shownPath: 'x', kind: 'pdf' }, options);
    expect((await faultOf(running)).message).toBe('stopped');
  });
});

const corpus = fileURLToPath(new URL('../../../../../../shared/corpus/pdf-real/', import.meta.url));

/** Real files from public repositories; see SOURCES.txt there. They are read where they lie, never copied. */
describe.skipIf(!existsSync(corpus))(`real files (skipped without ${corpus})`, () => {
  const expected: Record<string, string> = {
    'pdfjs_PDFBOX-3148-2-fuzzed.pdf': 'pdf_no_text',
    'pdfjs_REDHAT-1531897-0.pdf': 'pdf_damaged',
    'pdfjs_issue15893_reduced.pdf': 'pdf_password',
    'pdfjs_poppler-85140-0.pdf': 'pdf_damaged',
    'pdfjs_pr6531_1.pdf': 'pdf_password',
    'pwl_timeseries.pdf': 'pdf_text_garbled',
  };
  const names = existsSync(corpus) ? readdirSync(corpus).filter((name) => name.endsWith('.pdf')) : [];
  it.each(names)('%s is read or refused, never an empty success', async (name) => {
    const running = reader.read({ path: corpus + name, shownPath: name, kind: 'pdf' }, { signal: live() });
    if (expected[name] !== undefined) {
      expect((await faultOf(running)).code).toBe(expected[name]);
      return;
    }
    const reading = await running;
    expectSound(reading);
    expect(reading.passages.length).toBeGreaterThan(0);
    expect(readFileSync(corpus + name).length).toBeGreaterThan(0);
  });
});
