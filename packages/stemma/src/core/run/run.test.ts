import { Id } from '@stemma/contract/ids';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addAmounts, brokenLimit, NOTHING } from './budget.ts';
import { canonicalJson, type JsonValue } from './canonical-json.ts';
import { derivedId } from './derived-id.ts';

describe('canonicalJson', () => {
  it('does not depend on the order of keys', () => {
    expect(canonicalJson({ b: 1, a: [true, null, { d: 'x', c: 2 }] })).toBe(
      '{"a":[true,null,{"c":2,"d":"x"}],"b":1}',
    );
  });
  it('reads back as the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value as JsonValue);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

describe('derivedId', () => {
  const hash = fc.stringMatching(/^[0-9a-f]{64}$/);
  it('is a UUIDv7 of its time, the same for the same hash', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 48 - 1 }), hash, (at, digest) => {
        const id = derivedId(at, digest);
        expect(Id.safeParse(id).success).toBe(true);
        expect(Number.parseInt(id.slice(0, 13).replace('-', ''), 16)).toBe(at);
        expect(derivedId(at, digest)).toBe(id);
      }),
    );
  });
});

describe('budgets', () => {
  it('breaks no limit without a budget', () => {
    expect(brokenLimit(null, NOTHING, { tokens: 1e9, micros: 1e9 })).toBeUndefined();
  });
  it('counts what is taken and what is wanted, up to the limit itself', () => {
    const taken = addAmounts({ tokens: 60, micros: 0 }, { tokens: 30, micros: 5 });
    expect(brokenLimit({ tokens: 100 }, taken, { tokens: 10, micros: 0 })).toBeUndefined();
    expect(brokenLimit({ tokens: 100 }, taken, { tokens: 11, micros: 0 })).toEqual({
      what: 'tokens',
      limit: 100,
    });
    expect(brokenLimit({ micros: 5 }, taken, { tokens: 0, micros: 1 })).toEqual({ what: 'micros', limit: 5 });
  });
});
