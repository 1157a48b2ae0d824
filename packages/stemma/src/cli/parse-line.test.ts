import { describe, expect, it } from 'vitest';
import { COMMANDS } from './commands.ts';
import { parseLine } from './parse-line.ts';

const faultOf = (...line: string[]) => {
  const parsed = parseLine('en', line);
  return parsed.kind === 'fault' ? parsed.fault : undefined;
};

describe('the command line', () => {
  it('reads words, flags and common flags', () => {
    const parsed = parseLine('en', [
      'search',
      'decay',
      'rate',
      '--limit',
      '3',
      '--kind',
      'text',
      '--kind',
      'table',
      '--json',
    ]);
    expect(parsed).toMatchObject({
      kind: 'command',
      row: { name: 'search' },
      words: ['decay', 'rate'],
      flags: { limit: 3, kind: ['text', 'table'] },
      globals: { json: true },
    });
  });
  it('finds commands below commands', () => {
    expect(parseLine('en', ['runs', 'events', 'abc', '--after', '4'])).toMatchObject({
      row: { name: 'runs events' },
      words: ['abc'],
      flags: { after: 4 },
    });
  });
  it.each([
    [['frobnicate'], 'unknown_command', { nearest: '' }],
    [['serch', 'x'], 'unknown_command', { name: 'serch', nearest: 'search' }],
    [['runs', 'evnts'], 'unknown_command', { name: 'runs evnts', nearest: 'runs events' }],
    [['list', '--limt', '3'], 'usage', { reason: expect.stringContaining('--limit') }],
    [['list', '--limit', 'many'], 'usage', { reason: expect.stringContaining('many') }],
    [['list', '--limit'], 'usage', {}],
    [['show'], 'usage', { reason: expect.stringContaining('key') }],
    [['show', 'a', 'b'], 'usage', {}],
    [['ask', 'x', '--mode', 'guess'], 'usage', {}],
  ])('%j is wrong usage', (line, code, params) => {
    expect(faultOf(...line)).toMatchObject({ code, params });
  });
  it('helps with every command in both languages', () => {
    for (const { name } of COMMANDS)
      for (const locale of ['en', 'zh'] as const) {
        const parsed = parseLine(locale, [...name.split(' '), '--help']);
        expect(parsed, name).toMatchObject({
          kind: 'text',
          exit: 0,
          text: expect.stringContaining(name.split(' ').at(-1)!),
        });
      }
  });
  it('shows help and exits 2 when nothing is asked', () => {
    expect(parseLine('en', [])).toMatchObject({
      kind: 'text',
      exit: 2,
      text: expect.stringContaining('ask'),
    });
  });
});
