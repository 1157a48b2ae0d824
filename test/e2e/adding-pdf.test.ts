import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cites } from './requirements.ts';
import { AddJson, ListJson, type PassageJson, ShowJson } from './shapes.ts';
import { EXAMPLES, fixture, type House, openHouse } from './stemma.ts';

const CASES = [
  'two_columns',
  'rotated',
  'owner_only',
  'needs_password',
  'odd_unicode',
  'wrong_startxref',
  'crlf',
  'no_xref',
  'leading_junk',
  'cut',
  'no_trailer',
] as const;
type Case = (typeof CASES)[number];

describe('adding PDFs', () => {
  let house: House;
  let added: AddJson;
  let code: number | null;
  beforeAll(async () => {
    house = await openHouse();
    const inputs = [...CASES.map((name) => fixture(`${name}.pdf`)), join(EXAMPLES, 'library')];
    const ran = await house.json(AddJson, ['add', ...inputs]);
    ({ json: added, code } = ran);
  });
  afterAll(() => house.close());

  const itemOf = (name: string) => added.items.find(({ input }) => input.endsWith(`/${name}.pdf`))!;
  const passagesOf = async (name: string): Promise<PassageJson[]> =>
    (await house.json(ShowJson, ['show', itemOf(name).source!])).json.passages;
  const textOf = async (name: string): Promise<string> =>
    (await passagesOf(name)).map(({ text }) => text).join('\n');

  it(
    cites('P6.batch-goes-on', 'P6.damaged', 'adds what can be read, fails what cannot, and exits 4'),
    async () => {
      expect(code).toBe(4);
      const failed = added.items.filter(({ status }) => status === 'failed').map(({ input }) => input);
      const refused: Case[] = ['needs_password'];
      expect(failed).toEqual(
        CASES.filter((name) => refused.includes(name)).map((name) => fixture(`${name}.pdf`)),
      );
      for (const { error } of added.items.filter(({ status }) => status === 'failed'))
        expect(error).toMatchObject({
          message: expect.stringMatching(/\.pdf/),
          recovery: expect.stringMatching(/\S/),
        });
      const { sources } = (await house.json(ListJson, ['list'])).json;
      expect(sources).toHaveLength(added.items.length - failed.length);
    },
  );

  it(cites('L1.pdf', 'counts pages and passages as they are listed'), async () => {
    const { sources } = (await house.json(ListJson, ['list'])).json;
    for (const item of added.items.filter(({ status }) => status === 'added')) {
      const source = sources.find(({ key }) => key === item.source)!;
      expect([source.pages, source.passages]).toEqual([item.pages, item.passages]);
      expect(item.passages).toBeGreaterThan(0);
    }
    expect(itemOf('damped-oscillator')).toMatchObject({ status: 'added', pages: 5 });
  });

  it(cites('P1.columns', 'reads two columns one after the other'), async () => {
    const text = await textOf('two_columns');
    const order = ['Melting of Two Metals', 'Abstract.', 'years. The left column', 'weeks. The right column'];
    const places = order.map((words) => text.indexOf(words));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(text).not.toMatch(/232 degrees\s+Zinc|soft\. In air it\s+and is brittle/);
    const sections = (await passagesOf('two_columns')).map(({ section }) => section.join());
    expect(sections).toEqual(expect.arrayContaining(['1 Introduction', '2 Methods']));
  });

  it(cites('P1.columns', 'cites the right column for a question about it'), async () => {
    const { AskJson } = await import('./shapes.ts');
    const asked = await house.json(AskJson, [
      'ask',
      'At what temperature does zinc melt, and how does it look in air?',
    ]);
    const quotes = asked.json.claims.flatMap(({ supports }) => supports.map(({ quote }) => quote)).join(' ');
    expect(quotes).toContain('420');
    expect(quotes).toContain('grey');
    expect(quotes).not.toContain('232');
  });

  it(cites('P1.rotated', 'keeps the rows of turned tables together'), async () => {
    const passages = await passagesOf('rotated');
    const page = (number: number) =>
      passages
        .filter((passage) => passage.page === number)
        .map(({ text }) => text)
        .join(' ');
    expect(page(1)).toMatch(/A-1 41 % 2.*B-2 57 % 3/);
    expect(page(2)).toMatch(/A-1 61 % 2.*B-2 57 % 3/);
    expect(page(3)).toMatch(/Upside down line one.*Upside down line two/);
  });

  it(cites('P6.owner-password', 'reads a file its owner restricts, with a note'), async () => {
    expect(itemOf('owner_only').notes.join()).toMatch(/owner/);
    expect(await textOf('owner_only')).toContain('the yield was 41 %');
  });

  it.each(['wrong_startxref', 'crlf', 'no_xref', 'leading_junk'] as const)(
    cites('P6.damaged', 'reads %s.pdf after repair and says so'),
    async (name) => {
      expect(itemOf(name)).toMatchObject({ status: 'added', pages: 2 });
      expect(itemOf(name).notes.join()).toMatch(/repair/);
      const text = await textOf(name);
      expect(text).toContain('Recovered text about lead.');
      expect(text).toContain('Second page about iron.');
    },
  );

  it(cites('P6.odd-characters', 'replaces characters no text may hold and keeps the rest'), async () => {
    const item = itemOf('odd_unicode');
    expect(item).toMatchObject({ status: 'added', pages: 2 });
    expect(item.notes.join()).toMatch(/replaced/);
    const second = await house.json(ShowJson, ['show', item.source!, '--page', '2']);
    expect(second.json.passages.map(({ text }) => text).join()).toContain('Clean second page.');
    const text = await textOf('odd_unicode');
    expect(text).toContain('\u{1d466}');
    expect(Buffer.from(text).toString()).toBe(text);
    expect(text).not.toMatch(/[\u0000\uffff\u202e]/);
  });

  it(
    cites('P6.password', 'P6.password-secret', 'asks for a password, takes it, and keeps it nowhere'),
    async () => {
      const own = await openHouse();
      try {
        const file = fixture('needs_password.pdf');
        const without = await own.json(AddJson, ['add', file]);
        expect([without.code, without.json.items[0]!.error!.code]).toEqual([1, 'pdf_password']);
        expect((await own.json(ListJson, ['list'])).json.sources).toEqual([]);
        const wrong = await own.json(AddJson, ['add', '--password', file], { input: 'qqwrongqq\n' });
        expect([wrong.code, wrong.json.items[0]!.error!.code]).toEqual([1, 'pdf_password_wrong']);
        const right = await own.run(['add', '--password', file, '--progress', 'json'], { input: 'lab\n' });
        expect(right.code).toBe(0);
        const { sources } = (await own.json(ListJson, ['list'])).json;
        const shown = await own.json(ShowJson, ['show', sources[0]!.key]);
        expect(shown.json.passages[0]!.text).toContain('the yield was 41 %');
        const kept = await bytesBelow(own.root);
        expect(kept.length).toBeGreaterThan(0);
        for (const { path, bytes } of kept) {
          if (path.includes('/blobs/')) continue;
          expect(bytes.includes('qqwrongqq'), path).toBe(false);
          expect(/\blab\b/.test(bytes), path).toBe(false);
        }
        expect(`${right.stdout}${right.stderr}`).not.toMatch(/\blab\b/);
      } finally {
        await own.close();
      }
    },
  );

  it(cites('P6.scanned', 'refuses a scan, says what to do, and stores nothing'), async () => {
    const own = await openHouse();
    try {
      await own.file('scan.pdf', scannedPdf(3));
      const ran = await own.json(AddJson, ['add', 'scan.pdf']);
      const { error } = ran.json.items[0]!;
      expect([ran.code, error!.code]).toEqual([1, 'pdf_no_text']);
      expect(error!.message).toContain('3 pages');
      expect(error!.recovery).toContain('OCR');
      expect((await own.json(ListJson, ['list'])).json.sources).toEqual([]);
    } finally {
      await own.close();
    }
  });

  it(cites('P1.place', 'gives each passage of a PDF its page and the rectangles of its lines'), async () => {
    for (const name of ['damped-oscillator', 'driven-resonance', 'integrators', 'zh-decay']) {
      for (const passage of await passagesOf(name)) {
        expect(passage.page, passage.text).toBeGreaterThan(0);
        expect(passage.regions[0]).toEqual({ page: passage.page, rects: passage.rects });
        for (const { page, rects } of passage.regions) {
          expect(page).toBeLessThanOrEqual(itemOf(name).pages);
          for (const [x0, y0, x1, y1] of rects) {
            expect(0 <= x0 && x0 < x1 && x1 <= 612, passage.text).toBe(true);
            expect(0 <= y0 && y0 < y1 && y1 <= 842, passage.text).toBe(true);
          }
        }
        expect(passage.lines.length, passage.text).toBeGreaterThan(0);
      }
    }
  });

  it(
    cites(
      'P1.sections',
      'P1.running-heads',
      'P1.reference-list',
      'knows headings, page heads and reference lists',
    ),
    async () => {
      const driven = await passagesOf('driven-resonance');
      expect(driven.some(({ section }) => /Conclusion/.test(section.join()))).toBe(true);
      expect(driven.filter(({ kind }) => kind === 'reference').length).toBeGreaterThan(0);
      const heads = driven.filter(({ text }) => /^\s*\d+\s*$/.test(text));
      expect(heads).toEqual([]);
      const chinese = await passagesOf('zh-decay');
      expect(chinese.some(({ section }) => section.includes('六、结论'))).toBe(true);
    },
  );

  it(cites('P1.hyphenation', 'P1.ligatures', 'joins parted words and undoes ligatures'), async () => {
    const texts = await Promise.all(['damped-oscillator', 'driven-resonance', 'integrators'].map(textOf));
    for (const text of texts) {
      expect(text).not.toMatch(/[\ufb00-\ufb06]/);
      expect(text).not.toMatch(/[a-z]{2}- [a-z]{2}(?!d\b)/);
    }
    expect(texts.join()).toMatch(/coefficient|definition|first|fit/);
  });

  it(cites('P1.same-again', 'reads the same file to the same passages in another library'), async () => {
    const other = await openHouse();
    try {
      await other.file('copy.pdf', await readFile(join(EXAMPLES, 'library/driven-resonance.pdf')));
      const again = await other.json(AddJson, ['add', 'copy.pdf']);
      const shown = await other.json(ShowJson, ['show', again.json.items[0]!.source!]);
      expect(shown.json.passages).toEqual(await passagesOf('driven-resonance'));
      expect(again.json.items[0]!.source).toBe(itemOf('driven-resonance').source);
    } finally {
      await other.close();
    }
  });
});

/** Every file below a folder, read as bytes. */
const bytesBelow = async (folder: string): Promise<{ path: string; bytes: string }[]> => {
  const { readdir } = await import('node:fs/promises');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        return { path, bytes: await readFile(path, 'latin1') };
      }),
  );
};

/** A PDF whose pages each hold a picture and no text, as a scanner writes it. */
const scannedPdf = (pages: number): Uint8Array => {
  const numbers = Array.from({ length: pages }, (_, index) => index + 5);
  const content = 'q 595 0 0 842 0 0 cm /Im Do Q';
  const bodies = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages}/Kids[${numbers.map((number) => `${number} 0 R`).join(' ')}]>>`,
    '<</Type/XObject/Subtype/Image/Width 2/Height 2/ColorSpace/DeviceGray/BitsPerComponent 8/Length 4>>\nstream\n0Az~\nendstream',
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    ...numbers.map(
      () =>
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</XObject<</Im 3 0 R>>>>/Contents 4 0 R>>',
    ),
  ];
  let pdf = '%PDF-1.4\n';
  const offsets = bodies.map((body, index) => {
    const at = pdf.length;
    pdf += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const start = pdf.length;
  const size = bodies.length + 1;
  pdf += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  pdf += `trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(pdf, 'latin1');
};
