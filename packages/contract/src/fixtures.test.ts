import { describe, expect, it } from 'vitest';
import { parseEvent, RunEvent } from './events.ts';
import { Claim } from './records.ts';

type Stored = { v: number; type?: string };

const events = Object.entries(
  import.meta.glob('./fixtures/events/*.json', { eager: true, import: 'default' }),
);
const records = Object.entries(
  import.meta.glob('./fixtures/records/*.json', { eager: true, import: 'default' }),
);

/** `./fixtures/events/block-refusal.v1.json`: the type `block`, an example of its own, version 1. */
const namesOf = (path: string): { type: string; version: number } => {
  const match = /\/([a-z_]+)(?:-[a-z_]+)?\.v(\d+)\.json$/.exec(path);
  expect(match, path).not.toBeNull();
  return { type: match![1]!, version: Number(match![2]) };
};

describe('released examples', () => {
  it('has one of every event type', () => {
    const known = RunEvent.options.map((option) => option.shape.type.value);
    expect(new Set(events.map(([path]) => namesOf(path).type))).toEqual(new Set(known));
  });

  it.each(events)('reads %s and loses nothing of it', (path, stored) => {
    const { type, version } = namesOf(path);
    expect(stored).toMatchObject({ type, v: version });
    expect(parseEvent(stored)).toEqual(stored);
  });

  it('reads every record that carries a version', () => {
    const readers = { claim: Claim };
    expect(records.map(([path]) => namesOf(path).type).sort()).toEqual(Object.keys(readers).sort());
    for (const [path, stored] of records) {
      const { type, version } = namesOf(path);
      expect((stored as Stored).v).toBe(version);
      expect(readers[type as keyof typeof readers].parse(stored)).toEqual(stored);
    }
  });
});

describe('parseEvent', () => {
  const [, known] = events.find(([path]) => path.includes('run_status'))!;

  it('passes an event of a later release through by its name', () => {
    const later = { ...(known as object), v: 7, type: 'plan_proposed', plan: { steps: [] } };
    expect(parseEvent(later)).toMatchObject({ type: 'unknown', originalType: 'plan_proposed', seq: 1 });
  });

  it('refuses a known type that is malformed, and anything without an envelope', () => {
    expect(() => parseEvent({ ...(known as object), status: 'thinking' })).toThrow();
    expect(() => parseEvent({ ...(known as object), seq: 0 })).toThrow();
    expect(() => parseEvent({ type: 'run_status' })).toThrow();
    expect(() => parseEvent(null)).toThrow();
  });

  it('keeps reading when a release adds an optional field', () => {
    expect(parseEvent({ ...(known as object), host: 'laptop' })).toEqual(known);
  });
});
