import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cites } from './requirements.ts';
import { AddJson, ListJson, ShowJson } from './shapes.ts';
import { EXAMPLES, fixture, type House, openHouse, openSampleHouse } from './stemma.ts';

const ReferencesJson = z.object({
  key: z.string(),
  references: z.array(
    z.object({
      label: z.string().nullable(),
      raw: z.string(),
      item: z.object({
        title: z.string().optional(),
        author: z.array(z.object({ family: z.string() })).optional(),
        issued: z.object({ 'date-parts': z.array(z.array(z.int())) }).optional(),
        page: z.string().optional(),
      }),
      confidence: z.record(z.string(), z.enum(['sure', 'likely'])),
      source: z.string().nullable(),
      matchedBy: z.string().nullable(),
      citedAt: z.array(z.object({ passageId: z.string(), page: z.int().nullable(), text: z.string() })),
    }),
  ),
  unlinked: z.int(),
});

const sample = (name: string): string => join(EXAMPLES, 'library', name);

/** Every file below a folder. */
const filesBelow = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe('reference lists', () => {
  let house: House;
  let keys: Record<string, string>;
  beforeAll(async () => {
    house = await openSampleHouse();
    const { items } = (await house.json(AddJson, ['add', join(EXAMPLES, 'library')])).json;
    keys = Object.fromEntries(items.map(({ input, source }) => [input.split('/').at(-1)!, source!]));
  });
  afterAll(() => house.close());
  const referencesOf = async (name: string) =>
    (await house.json(ReferencesJson, ['show', keys[name]!, '--references'])).json;

  it(cites('P1.reference-fields', 'are read into fields, each with how sure it is'), async () => {
    const { references } = await referencesOf('integrators.pdf');
    expect(
      references.map(({ label, item }) => [
        label,
        item.author?.[0]?.family,
        item.issued?.['date-parts'][0]?.[0],
      ]),
    ).toEqual([
      ['1', 'Varga', 2021],
      ['2', 'Halvorsen', 2022],
      ['3', 'Verlet', 1967],
      ['4', 'Hairer', 2006],
      ['5', 'Hairer', 1993],
    ]);
    expect(references[2]).toMatchObject({
      item: { page: '98–103' },
      confidence: { title: 'sure', 'container-title': 'likely' },
    });
  });

  it(
    cites(
      'P1.reference-matched',
      'P1.citation-linked',
      'name sources of the library and the places that cite them',
    ),
    async () => {
      const { references, unlinked } = await referencesOf('zh-decay.pdf');
      expect(references.map(({ source, matchedBy }) => [source, matchedBy])).toEqual([
        [keys['damped-oscillator.pdf'], 'title'],
        [keys['driven-resonance.pdf'], 'title'],
        [keys['integrators.pdf'], 'title'],
      ]);
      expect(unlinked).toBe(0);
      const damped = await referencesOf('damped-oscillator.pdf');
      expect(damped.references.map(({ source }) => source)).toEqual([null, null, null]);
      for (const { citedAt } of damped.references.slice(0, 2)) expect(citedAt.length).toBeGreaterThan(0);
      const { passages } = (await house.json(ShowJson, ['show', keys['damped-oscillator.pdf']!])).json;
      for (const { passageId, text } of damped.references.flatMap(({ citedAt }) => citedAt))
        expect(passages.find(({ id }) => id === passageId)!.text).toContain(text);
    },
  );

  it(cites('P1.reference-fields', 'are shown in words, also in Chinese'), async () => {
    const shown = await house.run(['show', keys['zh-decay.pdf']!, '--references']);
    expect(shown.code).toBe(0);
    expect(shown.stdout).toContain(`in the library as ${keys['damped-oscillator.pdf']}`);
    const zh = await house.run(['--language', 'zh', 'show', keys['zh-decay.pdf']!, '--references']);
    expect(zh.stdout).toContain('文献库中已有');
    const none = await house.run(['show', keys['notes.md']!, '--references']);
    expect([none.code, none.stdout]).toEqual([0, expect.stringContaining('No reference list')]);
  });

  it(cites('P1.facts-origin', 'say where each fact was read'), async () => {
    const { stdout } = await house.run(['show', keys['damped-oscillator.pdf']!]);
    for (const fact of ['title', 'authors', 'year'])
      expect(stdout).toMatch(new RegExp(`^ +${fact}: .+ \\(from .+\\)$`, 'm'));
  });
});

describe('LaTeX source', () => {
  it(
    cites('L1.latex', 'L1.latex-twin', 'joins the source of its PDF, and a folder leaves it to the PDF'),
    async () => {
      const house = await openSampleHouse();
      try {
        const before = (await house.json(ListJson, ['list'])).json.sources;
        expect(before.some(({ kind }) => kind === 'tex')).toBe(false);
        const added = (await house.json(AddJson, ['add', sample('damped-oscillator.tex')])).json.items[0]!;
        expect(added).toMatchObject({ status: 'updated', error: null });
        expect((await house.json(ListJson, ['list'])).json.sources).toHaveLength(before.length);
        const { passages } = (await house.json(ShowJson, ['show', added.source!])).json;
        const tex = passages.filter(({ page }) => page === null);
        expect(tex.map(({ text }) => text).join('\n')).toContain(
          String.raw`$$m\ddot{x} + c\dot{x} + kx = 0 .$$`,
        );
        expect(tex.some(({ section }) => section.join('/') === 'Equation of motion/The three regimes')).toBe(
          true,
        );
        const again = (await house.json(AddJson, ['add', sample('damped-oscillator.tex')])).json.items[0]!;
        expect(again.status).toBe('unchanged');
      } finally {
        await house.close();
      }
    },
  );

  it(cites('L1.latex-inputs', 'takes in files of its folder and nothing outside it'), async () => {
    const house = await openHouse();
    try {
      await house.file('secret.tex', 'OUTSIDESECRET text.');
      await house.file('paper/parts/intro.tex', 'The intro is here. \\input{main}\\input{parts/intro}');
      await house.file(
        'paper/main.bbl',
        '\\begin{thebibliography}{1}\\bibitem{knuth} D. Knuth. Art. 1968.\\end{thebibliography}',
      );
      const main = await house.file(
        'paper/main.tex',
        `\\documentclass{article}\\title{On Taking Files In}\\author{Ilse Varga}\\begin{document}\\section{One}\\input{parts/intro}
\\input{/etc/passwd}\\input{../secret}\\input{parts/../../secret.tex}\\input{linked}\\input{absent} End, see \\cite{knuth}.
\\bibliography{refs}\\end{document}`,
      );
      await symlink(join(house.work, 'secret.tex'), join(house.work, 'paper/linked.tex'));
      const { items } = (await house.json(AddJson, ['add', main])).json;
      expect(items[0]).toMatchObject({ status: 'added', error: null });
      const key = items[0]!.source!;
      const { passages } = (await house.json(ShowJson, ['show', key])).json;
      const text = passages.map((passage) => passage.text).join('\n');
      expect(text).toContain('The intro is here.');
      expect(text).toContain('End, see [knuth].');
      expect(text).not.toMatch(/OUTSIDESECRET|root:/);
      const { json } = await house.json(ReferencesJson, ['show', key, '--references']);
      expect(json.references).toMatchObject([{ label: 'knuth', citedAt: [{ text: '[knuth]' }] }]);
      await house.file('paper/parts/intro.tex', 'The intro is new.');
      expect((await house.json(AddJson, ['add', main])).json.items[0]!.status).not.toBe('unchanged');
    } finally {
      await house.close();
    }
  });
});

describe('damaged and protected PDFs', () => {
  it(
    cites('P6.second-engine', 'P6.damaged', 'are read as far as they go, with what is missing noted'),
    async () => {
      const house = await openHouse();
      try {
        const { items } = (await house.json(AddJson, ['add', fixture('cut.pdf'), fixture('no_trailer.pdf')]))
          .json;
        expect(items.map(({ status, pages, passages }) => [status, pages, passages])).toEqual([
          ['added', 2, 1],
          ['added', 2, 2],
        ]);
        expect(items[0]!.notes).toHaveLength(2);
        const again = (await house.json(AddJson, ['add', fixture('cut.pdf')])).json.items[0]!;
        expect(again.status).toBe('unchanged');
      } finally {
        await house.close();
      }
    },
  );

  it(
    cites('P6.password-file', 'P6.password-secret', 'open with a password of a file, which is kept nowhere'),
    async () => {
      const house = await openHouse();
      try {
        const passwords = join(house.root, 'passwords');
        await writeFile(passwords, 'zzsecretzz\nlab\n', { mode: 0o600 });
        const started = house.start(['add', '--password-file', passwords, fixture('needs_password.pdf')]);
        const seen: string[] = [];
        let ended = false;
        void started.ended.then(() => {
          ended = true;
        });
        while (!ended) {
          for (const pid of (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)))
            for (const of of ['cmdline', 'environ'])
              seen.push(await readFile(`/proc/${pid}/${of}`, 'latin1').catch(() => ''));
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
        const ran = await started.ended;
        expect([ran.code, ran.stderr]).toEqual([0, expect.any(String)]);
        expect(seen.some((text) => text.includes('zzsecretzz'))).toBe(false);
        expect(ran.stdout + ran.stderr).not.toContain('zzsecretzz');
        for (const path of await filesBelow(house.root))
          if (path !== passwords) expect((await readFile(path)).includes('zzsecretzz'), path).toBe(false);
        const wrong = await house.file('wrong', 'zzsecretzz\n');
        const other = await openHouse();
        const refused = await other.json(AddJson, [
          'add',
          '--password-file',
          wrong,
          fixture('needs_password.pdf'),
        ]);
        expect(refused.json.items[0]!.error!.code).toBe('pdf_password_wrong');
        const absent = await other.run([
          'add',
          '--password-file',
          join(other.root, 'absent'),
          fixture('needs_password.pdf'),
        ]);
        expect(absent.code).toBe(1);
        await other.close();
      } finally {
        await house.close();
      }
    },
  );
});
