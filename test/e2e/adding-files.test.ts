import { execFileSync } from 'node:child_process';
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cites } from './requirements.ts';
import { AddJson, FaultJson, ListJson, SearchJson, ShowJson } from './shapes.ts';
import { fixture, type House, openHouse, readJson } from './stemma.ts';

const COPPER = 'Copper was held at ten degrees for two hours before the resistance was measured.';
const ZINC = 'Zinc turned grey within three weeks, although the chamber was kept dry all the time.';

describe('adding files', () => {
  let house: House;
  beforeEach(async () => {
    house = await openHouse();
  });
  afterEach(() => house.close());

  const add = (...inputs: string[]) => house.json(AddJson, ['add', ...inputs]);
  const outcomes = ({ json }: { json: AddJson }) =>
    json.items.map(({ input, status, error }) => [input, error?.code ?? status]);
  const keys = async () => (await house.json(ListJson, ['list'])).json.sources.map(({ key }) => key).sort();
  const passages = async (key: string) => (await house.json(ShowJson, ['show', key])).json.passages;

  it(cites('L1.markdown', 'keeps the headings of a Markdown file as section paths'), async () => {
    await house.file('notes.md', `# Metals\n\n${COPPER}\n\n## Zinc\n\n### In air\n\n${ZINC}\n`);
    const added = await add('notes.md');
    expect(added.code).toBe(0);
    expect(added.json.items).toMatchObject([{ status: 'added', documents: 1, pages: 0, error: null }]);
    const [item] = added.json.items;
    const found = await passages(item!.source!);
    expect(found.find(({ text }) => text.includes('Copper'))?.section).toEqual(['Metals']);
    expect(found.find(({ text }) => text.includes('Zinc turned'))?.section).toEqual([
      'Metals',
      'Zinc',
      'In air',
    ]);
    expect(found.every(({ page, rects }) => page === null && rects.length === 0)).toBe(true);
  });

  it(cites('L1.text', 'reads GB 18030 and UTF-16, and says so where it had to guess'), async () => {
    const sentence = '速度测量中，导线电阻如表所示。';
    await house.file(
      'gb.txt',
      Buffer.from('cbd9b6c8b2e2c1bfd6d0a3acb5bccfdfb5e7d7e8c8e7b1edcbf9cabea1a3', 'hex'),
    );
    await house.file('wide.txt', Buffer.from(`\ufeff${ZINC}`, 'utf16le'));
    const added = await add('gb.txt', 'wide.txt');
    expect(outcomes(added)).toEqual([
      ['gb.txt', 'added'],
      ['wide.txt', 'added'],
    ]);
    const [gb, wide] = added.json.items;
    expect(gb!.notes.join()).toContain('UTF-8');
    expect((await passages(gb!.source!)).map(({ text }) => text)).toEqual([sentence]);
    expect((await passages(wide!.source!)).map(({ text }) => text)).toEqual([ZINC]);
  });

  it(cites('L1.text', 'never turns a western text into Chinese'), async () => {
    const sentences = [
      `La température moyenne. ${COPPER}`,
      'La température moyenne était élevée à Orléans, et le cuivre fut chauffé à dix degrés.',
      `Müller and Gödel read it. ${ZINC}`,
    ];
    const names = sentences.map((_, index) => `latin-${index}.txt`);
    for (const [index, sentence] of sentences.entries())
      await house.file(names[index]!, Buffer.from(sentence, 'latin1'));
    const added = await add(...names);
    for (const [index, { status, error, source, notes }] of added.json.items.entries()) {
      if (status === 'failed') {
        expect(error).toMatchObject({ code: 'text_undecodable', recovery: expect.stringContaining('UTF-8') });
        continue;
      }
      expect(notes.join()).toContain('UTF-8');
      expect((await passages(source!)).map(({ text }) => text)).toEqual([sentences[index]]);
    }
  });

  it(
    cites('L1.folder', 'takes a folder and what lies below it, in order, without hidden or tool folders'),
    async () => {
      for (const name of [
        'b.txt',
        'a.md',
        'sub/c.txt',
        'sub/deep/d.txt',
        '.hidden.txt',
        '.git/x.txt',
        'node_modules/y.txt',
        'table.xyz',
      ])
        await house.file(join('papers', name), `${COPPER} This is ${name}.`);
      await symlink('..', join(house.work, 'papers/sub/up'));
      await symlink('.', join(house.work, 'papers/here'));
      await symlink('/nowhere/at/all.txt', join(house.work, 'papers/lost.txt'));
      execFileSync('mkfifo', [join(house.work, 'papers/pipe.txt')]);
      const added = await add('papers');
      expect(outcomes(added)).toEqual([
        ['papers/a.md', 'added'],
        ['papers/b.txt', 'added'],
        ['papers/lost.txt', 'file_not_found'],
        ['papers/sub/c.txt', 'added'],
        ['papers/sub/deep/d.txt', 'added'],
      ]);
      expect(added.code).toBe(4);
      expect(await keys()).toHaveLength(4);
    },
  );

  it(cites('L1.folder', 'takes what a quoted glob names, in any folder'), async () => {
    const folder = join(house.work, 'paper [new] *');
    await mkdir(folder);
    for (const name of ['one.txt', 'two.txt', 'three.md'])
      await writeFile(join(folder, name), `${COPPER} ${name}`);
    const added = await house.json(AddJson, ['add', 't*.*'], { cwd: folder });
    expect(outcomes(added)).toEqual([
      ['three.md', 'added'],
      ['two.txt', 'added'],
    ]);
  });

  it(cites('P6.next-step', 'says that a folder holds nothing to read'), async () => {
    await house.file('empty/readme.xyz', 'x');
    const added = await add('empty');
    expect(outcomes(added)).toEqual([['empty', 'folder_empty']]);
    expect(added.code).toBe(1);
  });

  it(cites('L1.kind-by-bytes', 'recognises a file by its bytes, whatever its name'), async () => {
    const { readFile } = await import('node:fs/promises');
    await house.file('really-a-pdf.txt', await readFile(fixture('two_columns.pdf')));
    const added = await add('really-a-pdf.txt');
    expect(added.json.items).toMatchObject([{ status: 'added', pages: 1 }]);
  });

  it(cites('L1.idempotent-bytes', 'says unchanged for the same bytes, also under another name'), async () => {
    await house.file('first.txt', COPPER);
    await house.file('second.txt', COPPER);
    const both = await add('first.txt', 'second.txt');
    expect(outcomes(both)).toEqual([
      ['first.txt', 'added'],
      ['second.txt', 'unchanged'],
    ]);
    const again = await add('second.txt', 'first.txt');
    expect(outcomes(again)).toEqual([
      ['second.txt', 'unchanged'],
      ['first.txt', 'unchanged'],
    ]);
    expect(again.code).toBe(0);
    expect(again.json.items.every(({ passages: count }) => count === 1)).toBe(true);
    expect(await keys()).toEqual([both.json.items[0]!.source]);
  });

  it(cites('L1.per-input-line', 'prints one line for each input, in the order they were given'), async () => {
    await house.file(
      'long.txt',
      Array.from({ length: 4000 }, (_, n) => `${COPPER} Reading ${n}.`).join('\n\n'),
    );
    const names = ['long.txt', 'gone.pdf', ...Array.from({ length: 20 }, (_, n) => `n${n}.txt`)];
    for (const name of names.slice(2)) await house.file(name, `${ZINC} This is ${name}.`);
    const ran = await house.run(['add', ...names]);
    const lines = ran.stdout.split('\n').filter((line) => line !== '' && !line.startsWith(' '));
    expect(lines.map((line) => line.split(':')[0])).toEqual(names);
    expect(ran.code).toBe(4);
  });

  it(
    cites('D3.hostile-names', 'takes any name the system allows, and prints each on one harmless line'),
    async () => {
      const names = [
        '论文 第一篇.txt',
        'paper 😀👩‍🔬.txt',
        'e\u0301tude.txt',
        'evil\u202etxt.exe.txt',
        'two\nlines.txt',
        '-dash.txt',
        'quo"te\'s $x.txt',
        '\u001b[31mred.txt',
        `${'長'.repeat(80)}.txt`,
      ];
      for (const [index, name] of names.entries()) await house.file(name, `${COPPER} Sample ${index}.`);
      const added = await add(...names.map((name) => `./${name}`));
      expect(outcomes(added)).toEqual(names.map((name) => [`./${name}`, 'added']));
      const again = await house.run(['add', ...names.map((name) => `./${name}`)]);
      expect(again.code).toBe(0);
      expect(again.stdout.trimEnd().split('\n')).toHaveLength(names.length);
      const listed = await house.run(['list']);
      const found = await house.run(['search', 'resistance copper', '--limit', '20']);
      for (const { stdout } of [again, listed, found])
        expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/u);
      expect(listed.stdout.trimEnd().split('\n')).toHaveLength(2 * names.length);
      expect(listed.stdout).toContain('论文 第一篇');
      expect((await keys()).length).toBe(new Set(await keys()).size);
    },
  );

  it(
    cites(
      'P6.empty',
      'P6.wrong-name',
      'P6.next-step',
      'gives each kind of bad file one fault in two languages',
    ),
    async () => {
      const bad = [
        ['gone.pdf', 'file_not_found', undefined],
        ['empty.pdf', 'file_empty', ''],
        ['page.pdf', 'file_not_what_named', '<!DOCTYPE html><html><body>Sign in</body></html>'],
        ['picture.pdf', 'file_not_what_named', '\u0089PNG\r\n'],
        ['slides.xyz', 'file_type_unknown', 'abc'],
        ['binary.txt', 'text_binary', '\u0000\u0001\u0002 abc \u0000'],
        ['blank.md', 'text_too_short', ' \n\n '],
        ['broken.pdf', 'pdf_damaged', '%PDF-1.7\nnothing of a PDF follows\n'],
      ] as const;
      for (const [name, , content] of bad)
        if (content !== undefined) await house.file(name, Buffer.from(content, 'latin1'));
      const names = bad.map(([name]) => name);
      const english = await add(...names);
      expect(outcomes(english)).toEqual(bad.map(([name, code]) => [name, code]));
      expect(english.code).toBe(4);
      const chinese = await house.json(AddJson, ['add', ...names, '--language', 'zh']);
      for (const [index, name] of names.entries()) {
        const { message, recovery } = english.json.items[index]!.error!;
        expect(message).toContain(name);
        expect(recovery.length).toBeGreaterThan(10);
        const zh = chinese.json.items[index]!.error!;
        expect(zh.message).toContain(name);
        expect(zh.recovery).toMatch(/\p{Script=Han}/u);
        const prose = zh.message
          .replaceAll(name, '')
          .replaceAll(/\b(?:PDF|Markdown|PNG|TeX|pdf|md|txt)\b/g, '');
        expect(prose).toMatch(/\p{Script=Han}/u);
        expect(prose).not.toMatch(/[A-Za-z]{3,}/);
      }
      expect(await keys()).toEqual([]);
    },
  );

  it(cites('P6.next-step', 'never opens pipes and devices'), async () => {
    const pipe = join(house.work, 'pipe.txt');
    execFileSync('mkfifo', [pipe]);
    const added = await add('pipe.txt', '/dev/zero');
    expect(outcomes(added)).toEqual([
      ['pipe.txt', 'file_not_regular'],
      ['/dev/zero', 'file_not_regular'],
    ]);
    expect(added.code).toBe(4);
  });

  it(cites('P6.hang-and-crash', 'refuses huge files by their size, or gives them up in time'), async () => {
    const gigabyte = 1024 ** 3;
    await house.file('huge.pdf', '%PDF-1.7\n');
    await truncate(join(house.work, 'huge.pdf'), 2 * gigabyte + 1);
    await house.file('huge.txt', COPPER);
    await truncate(join(house.work, 'huge.txt'), 2 * gigabyte);
    await house.file('hollow.pdf', '%PDF-1.7\n');
    await truncate(join(house.work, 'hollow.pdf'), gigabyte / 4);
    await house.file('small.txt', ZINC);
    const added = await house.json(AddJson, ['add', 'huge.pdf', 'huge.txt', 'hollow.pdf', 'small.txt'], {
      env: { STEMMA_READER_STALL_SECONDS: '2' },
    });
    const [pdf, text, hollow, small] = added.json.items;
    expect(pdf!.error!.code).toBe('file_too_large');
    expect(text!.error!.code).toBe('file_too_large');
    expect(['reader_stalled', 'pdf_damaged', 'reader_out_of_memory']).toContain(hollow!.error!.code);
    expect(small!.status).toBe('added');
    expect(added.code).toBe(4);
  });

  it(cites('P6.next-step', 'says which file may not be read, as a user without rights'), async ({ skip }) => {
    const { chmod } = await import('node:fs/promises');
    const isRoot = process.getuid?.() === 0;
    const through = isRoot ? ['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups'] : [];
    try {
      if (isRoot) execFileSync('setpriv', [...through.slice(1), process.execPath, '--version']);
    } catch {
      skip('no other user may run node here');
    }
    await house.file('secret.txt', COPPER);
    await house.file('locked/inside.txt', COPPER);
    await house.file('open.txt', ZINC);
    if (isRoot) execFileSync('chown', ['-R', '65534:65534', house.root]);
    await chmod(join(house.work, 'secret.txt'), 0);
    await chmod(join(house.work, 'locked'), 0);
    const added = await house.json(AddJson, ['add', 'secret.txt', 'locked', 'open.txt'], { through });
    await chmod(join(house.work, 'locked'), 0o700);
    expect(outcomes(added)).toEqual([
      ['secret.txt', 'file_unreadable'],
      ['locked', 'file_unreadable'],
      ['open.txt', 'added'],
    ]);
    expect(added.code).toBe(4);
  });

  it(cites('D3.exit-codes', 'D3.json', 'asks for an input when none is named'), async () => {
    const none = await house.run(['add', '--json']);
    expect(none.code).toBe(2);
    expect(FaultJson.parse(readJson(none)).error.recovery).not.toBe('');
  });

  it(cites('L5.different-stay-apart', 'keeps works apart that only share a short or no title'), async () => {
    await house.file('a/notes.txt', `${COPPER} First series.`);
    await house.file('b/notes.txt', `${ZINC} Second series.`);
    await house.file('a/intro.md', `# Introduction\n\n${COPPER} Third series.\n`);
    await house.file('b/intro.md', `# Introduction\n\n${ZINC} Fourth series.\n`);
    await house.file('a/yan.md', `# 引言\n\n本文讨论铜的电阻随温度的变化，测量在十度下进行。\n`);
    await house.file('b/yan.md', `# 緒論\n\n本文讨论锌在空气中的变化，测量进行了三个星期。\n`);
    const added = await add('a', 'b');
    expect(added.json.items.map(({ status }) => status)).toEqual(Array(6).fill('added'));
    const found = await keys();
    expect(found).toHaveLength(6);
    expect(new Set(found).size).toBe(6);
  });

  it(
    cites('L5.key', 'L5.key-clash', 'gives each source a key of its own that adding again never changes'),
    async () => {
      await house.file('notes.txt', COPPER);
      const first = (await add('notes.txt')).json.items[0]!.source;
      await house.file('more/notes.txt', ZINC);
      const second = (await add('more/notes.txt')).json.items[0]!.source;
      expect(second).not.toBe(first);
      const again = await add('more', 'notes.txt');
      expect(again.json.items.map(({ source, status }) => [source, status])).toEqual([
        [second, 'unchanged'],
        [first, 'unchanged'],
      ]);
    },
  );

  it(cites('S4.floor', 'finds nothing of a file that failed'), async () => {
    await house.file('blank.md', ' ');
    await house.file('good.txt', COPPER);
    await add('blank.md', 'good.txt');
    const found = await house.json(SearchJson, ['search', 'copper resistance']);
    expect(found.json.hits).toHaveLength(1);
  });
});
