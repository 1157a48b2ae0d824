import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createOutput } from './output.ts';

const open = (color: boolean, quiet = false) => {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const output = createOutput({ stdout, stderr, quiet, color });
  return { output, out: () => String(stdout.read() ?? ''), err: () => String(stderr.read() ?? '') };
};

describe('output', () => {
  it('keeps a hostile name on one line and repaints nothing', () => {
    const { output, out } = open(true);
    output.line('a\u202etxt.exe\x1b[2J\x1b]0;title\x07\nb');
    expect(out()).toBe('a\ufffdtxt.exe\ufffd[2J\ufffd]0;title\ufffd b\n');
  });
  it('keeps its own styles and drops all others', () => {
    const { output, out } = open(true);
    output.line(`${output.style('bold', 'key')} \x1b[5mblink`);
    expect(out()).toBe('\x1b[1mkey\x1b[22m \ufffd[5mblink\n');
  });
  it('writes no style without colour', () => {
    const { output, out } = open(false);
    output.line(output.style('bad', 'no'));
    expect(out()).toBe('no\n');
  });
  it('is silent on stderr when quiet, but for complaints', () => {
    const { output, err } = open(false, true);
    output.message('progress');
    output.complaint('fault');
    expect(err()).toBe('fault\n');
  });
  it('clears the progress line before anything else is written', () => {
    const { output, err, out } = open(false);
    output.progressLine('reading 1/2');
    output.line('done');
    expect(err()).toBe('\r\x1b[2Kreading 1/2\r\x1b[2K');
    expect(out()).toBe('done\n');
  });
});
