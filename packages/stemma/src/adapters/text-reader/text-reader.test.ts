import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { StemmaError } from '../../errors/stemma-error.ts';
import { processEntry } from '../../processes/entry.ts';
import { decodeText } from './decode-text.ts';
import { createTextReader } from './text-reader.ts';

const reader = createTextReader({ entry: processEntry('text-reader') });
const folder = mkdtempSync(join(tmpdir(), 'stemma-text-'));
const read = (name: string, bytes: string | Uint8Array) => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const kind = name.endsWith('.md') ? 'markdown' : 'text';
  return reader.read({ path, shownPath: name, kind }, { signal: new AbortController().signal });
};
const faultOf = (running: Promise<unknown>) =>
  running.then(
    () => {
      throw new Error('nothing was thrown');
    },
    (error: StemmaError) => error.toFault(),
  );
/** 衰减率的测量。 in GB 18030. */
const GBK = Uint8Array.from([
  0xcb, 0xa5, 0xbc, 0xf5, 0xc2, 0xca, 0xb5, 0xc4, 0xb2, 0xe2, 0xc1, 0xbf, 0xa1, 0xa3,
]);

afterAll(async () => {
  await reader.close();
  rmSync(folder, { recursive: true });
});

describe('createTextReader', () => {
  it('reads Markdown and text, and names its version', async () => {
    const reading = await read('a.md', '# Title\n\nSome text.');
    expect(reading.reader).toBe(await reader.versionOf('markdown'));
    expect(reading.passages).toEqual([
      { kind: 'text', section: ['Title'], text: 'Some text.', lines: [], regions: [] },
    ]);
    expect((await read('a.txt', '\uFEFFSome text.')).passages[0]?.text).toBe('Some text.');
  });

  it('reads a legacy Chinese encoding and says so', async () => {
    const reading = await read('zh.txt', GBK);
    expect(reading.passages[0]?.text).toBe('衰减率的测量。');
    expect(reading.notes).toEqual(['legacy_encoding']);
  });

  it('refuses binary, undecodable and empty files with what is wrong', async () => {
    expect(await faultOf(read('b.txt', Uint8Array.from([65, 0, 66])))).toEqual({
      code: 'text_binary',
      params: { path: 'b.txt' },
    });
    expect(await faultOf(read('c.txt', Uint8Array.from([0x41, 0x42, 0x81, 0x20, 0x43])))).toEqual({
      code: 'text_undecodable',
      params: { path: 'c.txt', position: 2 },
    });
    expect((await faultOf(read('d.md', '\n\n'))).code).toBe('text_too_short');
  });

  it('drops what could reorder text on a screen, and says so', async () => {
    const reading = await read('e.txt', 'safe \u202Etxet\u202C end\u0007.');
    expect(reading.passages[0]?.text).toBe('safe txet end\uFFFD.');
    expect(reading.notes).toEqual(['odd_characters_replaced']);
  });
});

describe('decodeText', () => {
  it('goes by the mark of UTF-16', () => {
    const le = Uint8Array.from([0xff, 0xfe, 0x61, 0x00, 0x2f, 0x4e]);
    const be = Uint8Array.from([0xfe, 0xff, 0x00, 0x61, 0x4e, 0x2f]);
    expect(decodeText(le, 'x').text).toBe('a\u4e2f');
    expect(decodeText(be, 'x').text).toBe('a\u4e2f');
  });
});
