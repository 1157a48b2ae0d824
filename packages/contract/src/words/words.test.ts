import { describe, expect, it } from 'vitest';
import { BIBLIOGRAPHY_FAULTS, type BibliographyFaultCode } from '../bibliography.ts';
import { FAULTS, type FaultCode } from '../faults.ts';
import {
  describeFault,
  describeNote,
  describeRefusal,
  formatBytes,
  formatDuration,
  phrase,
  plainText,
  render,
  wordsOf,
} from './index.ts';
import { placesOf } from './render.ts';

const codes = Object.keys(FAULTS) as FaultCode[];
const locales = ['en', 'zh'] as const;

/** Every text of a word list under its path. */
const texts = (value: unknown, path = ''): [string, string][] =>
  typeof value === 'string'
    ? [[path, value]]
    : Object.entries(value as object).flatMap(([key, inner]) => texts(inner, `${path}/${key}`));

describe('words', () => {
  it.each(locales)('names every fault, uses only its parameters and each of them (%s)', (locale) => {
    expect(codes.length).toBeGreaterThan(50);
    for (const code of codes) {
      const { title, detail, recovery } = wordsOf(locale).faults[code];
      expect(placesOf(title), code).toEqual([]);
      const used = new Set([...placesOf(detail), ...placesOf(recovery)]);
      expect([...used].sort(), code).toEqual([...FAULTS[code].params].sort());
    }
  });

  it.each(locales)('names every fault of a bibliography by its parameters (%s)', (locale) => {
    for (const [code, params] of Object.entries(BIBLIOGRAPHY_FAULTS)) {
      const text = wordsOf(locale).bibliographyFaults[code as BibliographyFaultCode];
      expect(placesOf(text), code).toEqual([...params]);
    }
  });

  it('uses the same places in both languages and leaves no text empty', () => {
    const en = texts(wordsOf('en'));
    const zh = new Map(texts(wordsOf('zh')));
    expect(en.length).toBe(zh.size);
    for (const [path, text] of en) {
      expect(text.trim(), path).not.toBe('');
      expect(zh.get(path)?.trim(), path).not.toBe('');
      expect(placesOf(zh.get(path) ?? ''), path).toEqual(placesOf(text));
    }
  });

  it.each(locales)('puts every place in a form that render understands (%s)', (locale) => {
    const seen = texts(wordsOf(locale));
    expect(seen.length).toBeGreaterThan(300);
    for (const [path, text] of seen) {
      const values = Object.fromEntries(placesOf(text).map((name) => [name, 7]));
      const rendered = render(locale, text, values);
      expect(rendered, path).not.toMatch(/[{}]|\[\?|\]/);
    }
  });

  it.each(locales)('recommends only commands and flags that exist (%s)', (locale) => {
    const { commands, flags } = wordsOf(locale);
    let found = 0;
    for (const [path, text] of texts(wordsOf(locale))) {
      for (const [, line] of text.matchAll(/`stemma ([^`]*)`/g)) {
        found += 1;
        const [first = '', second = ''] = (line ?? '').split(' ');
        const isFlag = first.startsWith('--');
        if (!isFlag) expect(Object.keys(commands), `${path}: ${line}`).toContain(first);
        const inner = Object.keys(commands).filter((name) => name.startsWith(`${first} `));
        if (inner.length > 0 && /^[a-z]+$/.test(second))
          expect(inner, `${path}: ${line}`).toContain(`${first} ${second}`);
        for (const [flag] of (line ?? '').matchAll(/(?<=^|\s)--[a-z][a-z-]*/g))
          expect(Object.keys(flags), `${path}: ${line}`).toContain(flag);
      }
    }
    expect(found).toBeGreaterThan(60);
  });

  it('gives every fault a next step and never blames or shrugs', () => {
    for (const [path, text] of texts(wordsOf('en').faults))
      expect(text, path).not.toMatch(/something went wrong|oops|sorry|you (failed|forgot|must)|illegal/i);
    for (const [path, text] of texts(wordsOf('zh').faults))
      expect(text, path).not.toMatch(/出错了|抱歉|对不起|非法/);
  });
});

describe('describeFault', () => {
  it('tells which file, why, and what next', () => {
    const fault = {
      code: 'file_too_large',
      params: { path: 'big.pdf', size: 3 * 1024 ** 3, limit: 2 * 1024 ** 3 },
    };
    expect(describeFault('en', fault)).toEqual({
      title: 'The file is too large',
      detail: 'big.pdf is 3 GB; the most that is taken in is 2 GB.',
      recovery: 'Split the file and add the parts with `stemma add`.',
    });
    expect(describeFault('zh', fault).detail).toBe('big.pdf 的大小是 3 GB，最多只能收入 2 GB。');
  });

  it('offers the nearest name only when there is one', () => {
    const detail = (nearest: string): string =>
      describeFault('en', { code: 'source_not_found', params: { key: 'zang2023', nearest } }).detail;
    expect(detail('zhang2023')).toBe('The library has no source "zang2023". Nearest: zhang2023.');
    expect(detail('')).toBe('The library has no source "zang2023".');
  });

  it('puts a run status into words', () => {
    const fault = { code: 'run_finished', params: { id: 'ab12cd34', status: 'timed_out' } };
    expect(describeFault('en', fault).detail).toContain('is timed out');
    expect(describeFault('zh', fault).detail).toContain('超时');
  });

  it('names a fault of a newer release', () => {
    expect(describeFault('en', { code: 'from_the_future', params: {} }).detail).toContain('from_the_future');
  });

  it('never lets a file name repaint the terminal or reorder the line', () => {
    const path = 'a\u202egnp.\u001b[2Jpdf\r';
    const { detail } = describeFault('en', { code: 'file_not_found', params: { path } });
    expect(detail).toBe('There is nothing at a\ufffdgnp.\ufffd[2Jpdf\ufffd.');
  });
});

describe('render', () => {
  it('counts with singular and plural, and groups numbers as the locale does', () => {
    expect(render('en', '{n:page|pages}', { n: 1 })).toBe('1 page');
    expect(render('en', '{n:page|pages}', { n: 12_345 })).toBe('12,345 pages');
    expect(render('zh', '{n} 页', { n: 12_345 })).toBe('12,345 页');
    expect(render('en', 'process {pid:plain}', { pid: 12_345 })).toBe('process 12345');
  });

  it('leaves a missing value visible and never reads a value as a template', () => {
    expect(render('en', '{a} {b}', { a: '{b}' })).toBe('{b} {b}');
    expect(render('en', '{toString}')).toBe('{toString}');
  });

  it('keeps parts whose places all have a value, zero included', () => {
    expect(render('en', 'x[? {a} of {b}]', { a: 0, b: 2 })).toBe('x 0 of 2');
    expect(render('en', 'x[? {a} of {b}]', { a: 0 })).toBe('x');
  });

  it.each([
    [0, '0 bytes', '0 字节'],
    [1, '1 byte', '1 字节'],
    [1536, '1.5 KB', '1.5 KB'],
    [64 * 1024 ** 2, '64 MB', '64 MB'],
    [5e15, '4,547 TB', '4,547 TB'],
  ])('formats %d bytes', (bytes, en, zh) => {
    expect(formatBytes('en', bytes)).toBe(en);
    expect(formatBytes('zh', bytes)).toBe(zh);
  });

  it.each([
    [85, '85 ms', '85 ms'],
    [4200, '4.2 s', '4.2 秒'],
    [59_999, '60 s', '60 秒'],
    [185_000, '3 min 05 s', '3 分 05 秒'],
    [7_800_000, '2 h 10 min', '2 小时 10 分'],
  ])('formats %d ms', (ms, en, zh) => {
    expect(formatDuration('en', ms)).toBe(en);
    expect(formatDuration('zh', ms)).toBe(zh);
  });
});

describe('describeRefusal', () => {
  it('lists what is missing and what to search next, and drops empty lists', () => {
    const refusal = { code: 'nothing_close', missing: ['gluon mass'], nextSearches: [] } as const;
    const text = describeRefusal('en', { ...refusal, missing: [...refusal.missing], nextSearches: [] });
    expect(text.title).toBe('Your library does not answer this');
    expect(text.lists).toEqual([{ heading: 'Not covered by any source', items: ['gluon mass'] }]);
  });
});

describe('describeNote and phrase', () => {
  it('shows known notes in words and unknown ones as they are', () => {
    expect(describeNote('en', 'repaired')).toContain('after repair');
    expect(describeNote('zh', 'repaired')).toContain('修复');
    expect(describeNote('en', 'note_of_tomorrow')).toBe('note_of_tomorrow');
  });

  it('renders phrases of the command line', () => {
    const params = { input: 'a.pdf', key: 'zhang2023', pages: 12, passages: 1 };
    expect(phrase('en', 'itemAdded', params)).toBe('a.pdf: added as zhang2023 (12 pages, 1 passage)');
    expect(phrase('zh', 'itemAdded', params)).toBe('a.pdf：已添加为 zhang2023（12 页，1 个段落）');
    expect(phrase('en', 'leftBehind', { n: 1, ids: 'ab12cd34' })).toBe(
      '1 run was left unfinished (ab12cd34). Go on with `stemma runs resume`.',
    );
    expect(plainText('a\tb\n')).toBe('a\tb\n');
  });
});
