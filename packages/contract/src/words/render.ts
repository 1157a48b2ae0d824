import type { Locale } from '../records.ts';

/** Values for the places of a template. */
export type Params = Readonly<Record<string, string | number>>;

/**
 * A template is plain text with places:
 * `{name}` a value, numbers grouped as the locale does;
 * `{name:plain}` a number that is a name (page, process, version), never grouped;
 * `{name:bytes}` a file size, `{name:ms}` a duration in milliseconds;
 * `{name:page|pages}` a number followed by the word in its singular or plural;
 * `[? … ]` a part that is left out when a place in it has no value or an empty one.
 */
const PLACE = /\{([a-zA-Z]\w*)(?::([^{}]*))?\}/g;
const OPTIONAL = /\[\?([^\]]*)\]/g;

/** Control characters and direction overrides, which could repaint a terminal or reorder a line. */
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Makes text from outside (paths, titles, quotes) harmless on a terminal. Tabs and line feeds stay. */
export const plainText = (text: string): string => text.replace(UNSAFE, '\ufffd');

export const formatNumber = (locale: Locale, value: number, digits = 3): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(value);

const SIZES = ['KB', 'MB', 'GB', 'TB'] as const;

/** A size in steps of 1024, with one decimal below 10: `812 bytes`, `1.5 MB`, `2 GB`. */
export const formatBytes = (locale: Locale, bytes: number): string => {
  if (bytes < 1024) return locale === 'zh' ? `${bytes} 字节` : `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  const step = Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), SIZES.length);
  const value = bytes / 1024 ** step;
  return `${formatNumber(locale, value, value < 10 ? 1 : 0)} ${SIZES[step - 1]}`;
};

/** A duration: `85 ms`, `4.2 s`, `3 min 05 s`, `2 h 10 min`. */
export const formatDuration = (locale: Locale, ms: number): string => {
  const unit = locale === 'zh' ? { s: '秒', min: '分', h: '小时' } : { s: 's', min: 'min', h: 'h' };
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${formatNumber(locale, ms / 1000, ms < 10_000 ? 1 : 0)} ${unit.s}`;
  const seconds = Math.round(ms / 1000);
  const two = (value: number): string => String(value).padStart(2, '0');
  if (seconds < 3600) return `${Math.floor(seconds / 60)} ${unit.min} ${two(seconds % 60)} ${unit.s}`;
  return `${Math.floor(seconds / 3600)} ${unit.h} ${two(Math.floor((seconds % 3600) / 60))} ${unit.min}`;
};

const countWith = (locale: Locale, value: number, one: string, other: string): string =>
  `${formatNumber(locale, value)} ${value === 1 ? one : other}`;

const formatPlace = (locale: Locale, value: string | number, format: string | undefined): string => {
  if (typeof value === 'string') return plainText(value);
  if (format === undefined) return formatNumber(locale, value);
  if (format === 'plain') return String(value);
  if (format === 'bytes') return formatBytes(locale, value);
  if (format === 'ms') return formatDuration(locale, value);
  const [one = '', other = one] = format.split('|');
  return countWith(locale, value, one, other);
};

/** Names of the places in a template, each once, sorted. */
export const placesOf = (template: string): string[] =>
  [...new Set([...template.matchAll(PLACE)].map((match) => match[1]!))].sort();

/** Puts values into a template. A place without a value stays as written, so that the gap is seen. */
export const render = (locale: Locale, template: string, params: Params = {}): string =>
  template
    .replace(OPTIONAL, (_, part: string) =>
      placesOf(part).every((name) => (params[name] ?? '') !== '') ? part : '',
    )
    .replace(PLACE, (place, name: string, format: string | undefined) => {
      const value = Object.hasOwn(params, name) ? params[name] : undefined;
      return value === undefined ? place : formatPlace(locale, value, format);
    });
