import { BARE_MATH, CITE, CODE, MATH, REFERENCE, SECTIONS, SKIPPED, TABLE } from './tex-environments.ts';
import { formula, formulaEnd, joinsHan, LONGEST_FORMULA } from './tex-formula.ts';
import { applyMacro, findDefinitions, type TexDefinitions, type TexMacro } from './tex-macros.ts';
import { skipSilent } from './tex-silent.ts';
import { accented, isAccent, symbolOf } from './tex-symbols.ts';
import { bracedAt, optionAt, type TexArgument, type TexText, toTexText } from './tex-text.ts';
import type { TextPiece } from './text-passages.ts';

/** What the file says of itself, in plain text. */
export type TexFront = {
  title?: string;
  /** Author blocks; names stand on lines of their own. */
  authors: string[];
  date?: string;
  doi?: string;
  venue?: string;
};

const COMMAND = /\\(?:([a-zA-Z@]+)\*?[ \t]*|([\s\S]))/uy;
const PLAIN = /[^\\${}~`'"\-\n&#]+/uy;
/** Bounds against files that are made to hang a reader. */
const DEEPEST = 24;
const MOST_EXPANSIONS = 50_000;
const MOST_EXPANDED = 4 * 1024 ** 2;

type State = {
  pieces: TextPiece[];
  front: TexFront;
  definitions: TexDefinitions;
  section: { title: string; level: number }[];
  kind: TextPiece['kind'];
  paragraph: string[];
  footnotes: string[];
  /** Endings of environments that were sought and are not there. */
  missing: Set<string>;
  expanding: Set<TexMacro>;
  expansions: number;
  expanded: number;
};

/** The document of a file without comments, as pieces in reading order, and its front matter. */
export const readTexBody = (source: string): { pieces: TextPiece[]; front: TexFront } => {
  const text = toTexText(source);
  const state: State = {
    pieces: [],
    front: { authors: [] },
    definitions: findDefinitions(text),
    section: [],
    kind: 'text',
    paragraph: [],
    footnotes: [],
    missing: new Set(),
    expanding: new Set(),
    expansions: 0,
    expanded: 0,
  };
  readFront(text, state);
  const begin = source.indexOf('\\begin{document}');
  const end = source.lastIndexOf('\\end{document}');
  const from = begin < 0 ? 0 : begin + '\\begin{document}'.length;
  walk(text, from, end > from ? end : source.length, state, 0);
  closeParagraph(state);
  return { pieces: state.pieces, front: state.front };
};

const FRONT = /\\(title|author|date|doi|acmDOI|journal)(?![a-zA-Z])/gu;
const MOST_FRONT = 400;

const readFront = (text: TexText, state: State): void => {
  let seen = 0;
  for (const match of text.source.matchAll(FRONT)) {
    if (++seen > MOST_FRONT) return;
    const after = match.index + match[0].length;
    const argument = bracedAt(text, optionAt(text, after)?.next ?? after);
    if (argument === undefined || argument.to - argument.from > LONGEST_FORMULA) continue;
    const { front } = state;
    if (match[1] === 'author') front.authors.push(authorBlock(text, argument, state));
    else {
      const value = inline(text, argument, state, 1);
      if (match[1] === 'title') front.title ??= value;
      else if (match[1] === 'date') front.date ??= value;
      else if (match[1] === 'journal') front.venue ??= value;
      else front.doi ??= value;
    }
  }
};

/** Names parted by `\and`, `\\` and block commands, each on a line. */
const authorBlock = (text: TexText, argument: TexArgument, state: State): string => {
  const block = text.source
    .slice(argument.from, argument.to)
    .replace(/\\(?:and|And|AND)(?![a-zA-Z])|\\\\(?:\[[^\]]{0,20}\])?|\\q?quad(?![a-zA-Z])/gu, '\n\n\n')
    .replace(/\\IEEEauthorblockA\s*/gu, '\\thanks')
    .replace(/\$[^$]{0,80}\$|\\textsuperscript\s*\{[^{}]{0,40}\}/gu, ' ');
  return block
    .split('\n\n\n')
    .map((part) => {
      const own = toTexText(part);
      return inline(own, { from: 0, to: part.length, next: part.length }, state, 1);
    })
    .join('\n');
};

/** Text of an argument alone, with nothing of it going anywhere else. */
const inline = (text: TexText, argument: TexArgument, state: State, depth: number): string => {
  const own: State = { ...state, pieces: [], paragraph: [], footnotes: [], kind: 'text' };
  walk(text, argument.from, argument.to, own, depth + 1);
  const found = [...own.pieces.filter(({ kind }) => kind !== 'footnote').map((piece) => piece.text)];
  found.push(own.paragraph.join(''));
  state.expansions = own.expansions;
  state.expanded = own.expanded;
  return tidy(found.join(' '));
};

const tidy = (text: string): string =>
  text
    .replace(/\s+/gu, ' ')
    .replace(/ ([,.;:!?)\]])(?=\s|$)/gu, '$1')
    .trim()
    .normalize('NFC');

const put = (state: State, kind: TextPiece['kind'], text: string): void => {
  if (text !== '') state.pieces.push({ kind, section: state.section.map(({ title }) => title), text });
};

const closeParagraph = (state: State): void => {
  const text = tidy(state.paragraph.join(''));
  state.paragraph = [];
  put(state, state.kind, text);
  const notes = state.footnotes;
  state.footnotes = [];
  for (const note of notes) put(state, 'footnote', note);
};

/** Reads a stretch of source. Braces of groups are passed over, so that nothing nests but arguments. */
const walk = (text: TexText, from: number, to: number, state: State, depth: number): void => {
  if (depth > DEEPEST) return;
  const { source } = text;
  let at = from;
  while (at < to) {
    PLAIN.lastIndex = at;
    const plain = PLAIN.exec(source)?.[0];
    if (plain !== undefined) {
      const kept = plain.length > to - at ? plain.slice(0, to - at) : plain;
      state.paragraph.push(kept);
      at += kept.length;
      continue;
    }
    at = source[at] === '\\' ? readCommand(text, at, to, state, depth) : readMark(text, at, to, state);
  }
};

/** One character that means something to TeX. */
const readMark = ({ source }: TexText, at: number, to: number, state: State): number => {
  const character = source[at]!;
  const put = (shown: string, length: number): number => {
    state.paragraph.push(shown);
    return at + length;
  };
  switch (character) {
    case '$': {
      const double = source.startsWith('$$', at);
      const mark = double ? '$$' : '$';
      const end = formulaEnd(source, at + mark.length, to, mark);
      if (end < 0) return put('', 1);
      const inside = source.slice(at + mark.length, end);
      return put(formula(inside, double), end + mark.length - at);
    }
    case '\n': {
      const blank = /\n[ \t]*\n\s*/uy;
      blank.lastIndex = at;
      const gap = blank.exec(source)?.[0];
      if (gap === undefined) return put(joinsHan(source, at) ? '' : ' ', 1);
      closeParagraph(state);
      return Math.min(to, at + gap.length);
    }
    case '-':
      if (source.startsWith('---', at)) return put('—', 3);
      return source.startsWith('--', at) ? put('–', 2) : put('-', 1);
    case '`':
      return source.startsWith('``', at) ? put('“', 2) : put('‘', 1);
    case "'":
      return source.startsWith("''", at) ? put('”', 2) : put('’', 1);
    case '~':
      return put(' ', 1);
    case '&':
      return put(' ', 1);
    case '{':
    case '}':
      return at + 1;
    default:
      return put(character, 1);
  }
};

const readCommand = (text: TexText, at: number, to: number, state: State, depth: number): number => {
  COMMAND.lastIndex = at;
  const match = COMMAND.exec(text.source);
  if (match === null) return at + 1;
  const name = match[1] ?? match[2]!;
  const next = at + match[0].length;
  if (name === 'begin') return beginEnvironment(text, next, to, state, depth);
  if (name === 'end') return bracedAt(text, next)?.next ?? next;
  if (name === '(' || name === '[') return bracketFormula(text, next, to, state, name === '[');
  if (name === 'verb' || name === 'lstinline') return verbatimText(text.source, next, to, state);
  const macro = state.definitions.macros.get(name);
  if (macro !== undefined) {
    const expanded = expand(macro, text, next, state, depth);
    if (expanded !== undefined) return expanded;
  }
  if (isAccent(name)) return readAccent(text, name, next, state);
  if (name === '\\') return lineBreak(text, next, state);
  const symbol = symbolOf(name);
  if (symbol !== undefined) {
    state.paragraph.push(symbol);
    return next;
  }
  return readNamed(text, name, next, state, depth) ?? next;
};

const lineBreak = (text: TexText, next: number, state: State): number => {
  state.paragraph.push(' ');
  return optionAt(text, next)?.next ?? next;
};

/** Commands with arguments of their own; undefined for those whose arguments are just text. */
const readNamed = (
  text: TexText,
  name: string,
  next: number,
  state: State,
  depth: number,
): number | undefined => {
  const level = Object.hasOwn(SECTIONS, name) ? SECTIONS[name] : undefined;
  if (level !== undefined) return readSection(text, next, level, state, depth);
  if (CITE.test(name)) return readCitation(text, name, next, state);
  const argument = bracedAt(text, optionAt(text, next)?.next ?? next);
  if (REFERENCE.test(name) && argument !== undefined) {
    const label = text.source.slice(argument.from, Math.min(argument.to, argument.from + 200));
    state.paragraph.push(name === 'eqref' ? `(${label})` : label);
    return argument.next;
  }
  if ((name === 'footnote' || name === 'footnotetext') && argument !== undefined) {
    state.footnotes.push(inline(text, argument, state, depth));
    return argument.next;
  }
  if (name === 'caption' && argument !== undefined) {
    closeParagraph(state);
    put(state, 'caption', inline(text, argument, state, depth));
    return argument.next;
  }
  if (name === 'href' && argument !== undefined) return argument.next;
  if (name === 'url' && argument !== undefined) {
    state.paragraph.push(text.source.slice(argument.from, argument.to).replace(/\\([%#_&])/gu, '$1'));
    return argument.next;
  }
  if (name === 'item') return readItem(text, next, state, depth);
  if (name === 'bibitem') {
    closeParagraph(state);
    state.kind = 'reference';
    if (argument === undefined) return next;
    state.paragraph.push(`[${text.source.slice(argument.from, argument.to).trim()}] `);
    return argument.next;
  }
  return skipSilent(text, name, next);
};

const readSection = (text: TexText, next: number, level: number, state: State, depth: number): number => {
  const argument = bracedAt(text, optionAt(text, next)?.next ?? next);
  if (argument === undefined) return next;
  closeParagraph(state);
  const title = inline(text, argument, state, depth).slice(0, 200);
  while (state.section.length > 0 && state.section.at(-1)!.level >= level) state.section.pop();
  if (title !== '') state.section.push({ title, level });
  return argument.next;
};

/** `\citep[see][p. 5]{a,b}` → `[a, b, p. 5]`. */
const readCitation = (text: TexText, name: string, next: number, state: State): number => {
  const first = optionAt(text, next);
  const second = first === undefined ? undefined : optionAt(text, first.next);
  const keys = bracedAt(text, second?.next ?? first?.next ?? next);
  if (keys === undefined) return next;
  if (name.startsWith('nocite')) return keys.next;
  const note = second ?? first;
  const said = note === undefined ? '' : tidy(text.source.slice(note.from, note.to).replace(/~/gu, ' '));
  const list = text.source
    .slice(keys.from, keys.to)
    .split(',')
    .map((key) => key.trim())
    .join(', ');
  state.paragraph.push(`[${list}${said === '' ? '' : `, ${said}`}]`);
  return keys.next;
};

const readItem = (text: TexText, next: number, state: State, depth: number): number => {
  closeParagraph(state);
  const label = optionAt(text, next);
  if (label === undefined) return next;
  state.paragraph.push(`${inline(text, label, state, depth)} `);
  return label.next;
};

const readAccent = (text: TexText, name: string, next: number, state: State): number => {
  const argument = bracedAt(text, next);
  const at = argument?.from ?? next;
  const dotless = /\\([ij])(?![a-zA-Z])\s?/uy;
  dotless.lastIndex = at;
  const special = dotless.exec(text.source);
  const letter =
    special?.[1] ?? (argument === undefined ? text.source[at] : text.source.slice(at, argument.to));
  if (letter === undefined || letter.length > 8 || !/^\p{L}/u.test(letter)) return argument?.next ?? next;
  state.paragraph.push(accented(name, letter) ?? letter);
  return argument?.next ?? at + (special?.[0].length ?? 1);
};

const bracketFormula = (text: TexText, next: number, to: number, state: State, display: boolean): number => {
  const end = endOf(text.source, display ? '\\]' : '\\)', next, to, state);
  if (end === undefined) return next;
  state.paragraph.push(formula(text.source.slice(next, end), display));
  return end + 2;
};

const verbatimText = (source: string, next: number, to: number, state: State): number => {
  const mark = source[next];
  const end =
    mark === undefined
      ? -1
      : source.slice(next + 1, Math.min(to, next + 400)).indexOf(mark === '{' ? '}' : mark);
  if (end < 0) return next;
  state.paragraph.push(source.slice(next + 1, next + 1 + end));
  return next + end + 2;
};

/** The place of an ending; one that is not there is sought once. */
const endOf = (
  source: string,
  ending: string,
  from: number,
  to: number,
  state: State,
): number | undefined => {
  if (state.missing.has(ending)) return undefined;
  const end = source.indexOf(ending, from);
  if (end < 0) state.missing.add(ending);
  return end < 0 || end > to ? undefined : end;
};

const expand = (
  macro: TexMacro,
  text: TexText,
  next: number,
  state: State,
  depth: number,
): number | undefined => {
  if (state.expanding.has(macro) || state.expansions >= MOST_EXPANSIONS) return next;
  const applied = applyMacro(macro, text, next);
  if (applied === undefined) return undefined;
  state.expansions += 1;
  state.expanded += applied.body.length;
  if (state.expanded > MOST_EXPANDED) return applied.next;
  state.expanding.add(macro);
  const body = toTexText(applied.body);
  walk(body, 0, applied.body.length, state, depth + 1);
  state.expanding.delete(macro);
  return applied.next;
};

const beginEnvironment = (text: TexText, next: number, to: number, state: State, depth: number): number => {
  const named = bracedAt(text, next);
  if (named === undefined) return next;
  const name = text.source.slice(named.from, Math.min(named.to, named.from + 60)).trim();
  const at = named.next;
  const ending = `\\end{${name}}`;
  if (MATH.test(name) || CODE.test(name) || SKIPPED.test(name) || TABLE.test(name)) {
    const end = endOf(text.source, ending, at, to, state);
    if (end === undefined) return at;
    readEnclosed(text, name, at, end, state, depth);
    return end + ending.length;
  }
  if (name === 'abstract' || name === 'thebibliography') {
    const end = endOf(text.source, ending, at, to, state) ?? to;
    readBlock(text, name, at, end, state, depth);
    return Math.min(to, end + ending.length);
  }
  const title = state.definitions.theorems.get(name.replace(/\*$/u, ''));
  if (title !== undefined) {
    closeParagraph(state);
    const note = optionAt(text, at);
    state.paragraph.push(
      note === undefined ? `${title}. ` : `${title} (${inline(text, note, state, depth)}). `,
    );
    return note?.next ?? at;
  }
  closeParagraph(state);
  const after = optionAt(text, at)?.next ?? at;
  if (name === 'list') {
    const label = bracedAt(text, after)?.next ?? after;
    return bracedAt(text, label)?.next ?? label;
  }
  return /^(?:minipage|multicols\*?|wrapfigure|adjustbox|spacing)$/u.test(name)
    ? (bracedAt(text, after)?.next ?? after)
    : after;
};

/** The abstract and the reference list: what is in them is of another kind. */
const readBlock = (
  text: TexText,
  name: string,
  from: number,
  to: number,
  state: State,
  depth: number,
): void => {
  closeParagraph(state);
  const isList = name === 'thebibliography';
  const section = state.section;
  if (isList) state.section = [{ title: 'References', level: 1 }];
  state.kind = isList ? 'reference' : 'abstract';
  const start = isList ? (bracedAt(text, from)?.next ?? from) : (optionAt(text, from)?.next ?? from);
  walk(text, start, to, state, depth + 1);
  closeParagraph(state);
  state.kind = 'text';
  state.section = section;
};

const readEnclosed = (
  text: TexText,
  name: string,
  from: number,
  to: number,
  state: State,
  depth: number,
): void => {
  if (SKIPPED.test(name)) return;
  const { source } = text;
  if (MATH.test(name)) {
    const inside = source.slice(from, to);
    const shown = BARE_MATH.test(name) ? inside : `\\begin{${name}}${inside}\\end{${name}}`;
    state.paragraph.push(formula(shown, true));
    return;
  }
  closeParagraph(state);
  if (CODE.test(name)) {
    const after = optionAt(text, from)?.next ?? from;
    const start = name === 'minted' ? (bracedAt(text, after)?.next ?? after) : after;
    put(
      state,
      'code',
      source
        .slice(start, to)
        .replace(/^[ \t]*\n/u, '')
        .replace(/\s+$/u, ''),
    );
    return;
  }
  put(state, 'table', tableText(text, from, to, state, depth));
};

/** One row per line, cells parted by two spaces. */
const tableText = (text: TexText, from: number, to: number, state: State, depth: number): string => {
  let start = optionAt(text, from)?.next ?? from;
  for (
    let columns = bracedAt(text, start);
    columns !== undefined && columns.to < to;
    columns = bracedAt(text, start)
  ) {
    start = columns.next;
    if (start > from + LONGEST_FORMULA) break;
  }
  return text.source
    .slice(start, to)
    .split(/\\\\(?:\[[^\]]{0,20}\])?|\\tabularnewline/u)
    .map((row) =>
      row
        .split(/(?<!\\)&/u)
        .map((cell) => {
          if (!/[\\${}~`'-]/u.test(cell)) return tidy(cell);
          const own = toTexText(
            cell.replace(/\\multi(?:column|row)\s*\{[^{}]{0,20}\}\s*\{[^{}]{0,40}\}/gu, ''),
          );
          return inline(own, { from: 0, to: own.source.length, next: 0 }, state, depth);
        })
        .filter((cell, index, cells) => cell !== '' || cells.some((one) => one !== '') || index < 0)
        .join('  ')
        .trim(),
    )
    .filter((row) => row !== '')
    .join('\n');
};
