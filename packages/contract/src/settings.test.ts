import { describe, expect, it } from 'vitest';
import {
  conflictsOf,
  environmentNameOf,
  flagNameOf,
  parseSetting,
  SETTING_NAMES,
  SETTINGS,
  type Settings,
} from './settings.ts';

describe('SETTINGS', () => {
  it('describes every setting in both languages and accepts its own default', () => {
    expect(SETTING_NAMES.length).toBeGreaterThan(10);
    for (const name of SETTING_NAMES) {
      const { description, expected, fallback } = SETTINGS[name];
      expect(description.en.trim(), name).toMatch(/[.]$/);
      expect(description.zh.trim(), name).toMatch(/。$/);
      expect(expected, name).not.toBe('');
      if (fallback !== null) expect(parseSetting(name, fallback), name).toBe(fallback);
      if (fallback !== null) expect(parseSetting(name, String(fallback)), name).toBe(fallback);
    }
  });

  it('has defaults that go together', () => {
    const defaults = Object.fromEntries(SETTING_NAMES.map((name) => [name, SETTINGS[name].fallback]));
    expect(conflictsOf(defaults as unknown as Settings)).toEqual([]);
  });

  it('keeps what reaches outside the project away from project files', () => {
    for (const name of ['data', 'readerConcurrency', 'readerMemoryMb', 'leaseMs', 'heartbeatMs'] as const)
      expect(SETTINGS[name].class).toBe('reach');
  });

  it('names variables and flags by one rule', () => {
    expect(environmentNameOf('capPerSource')).toBe('STEMMA_CAP_PER_SOURCE');
    expect(flagNameOf('capPerSource')).toBe('--cap-per-source');
  });

  it('takes text that spells a number only where a number is expected', () => {
    expect(parseSetting('topK', ' 7 ')).toBe(7);
    expect(parseSetting('data', '7')).toBe('7');
    for (const raw of ['', ' ', '0x7', '7.5', 'Infinity', null, true, [7], {}, undefined, Number.NaN])
      expect(parseSetting('topK', raw)).toBeUndefined();
  });
});
