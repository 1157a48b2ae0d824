import type { Block } from './blocks.ts';
import { firstWords, wordCount } from './packed-words.ts';
import type { PrintedLine } from './page-layout.ts';

/**
 * `styleOnly`: neither its number nor its name says that it is one. `initial`: its number is one letter, as
 * in `A. Results`, and as in the name of an author. `runIn`: it begins a paragraph, which keeps its text.
 */
export type Heading = {
  title: string;
  level: number;
  styleOnly?: boolean;
  initial?: boolean;
  runIn?: boolean;
  /** Only its font family tells it from the text: it counts when several are set so. */
  faceOnly?: boolean;
  /** No bigger than the text: its number must follow the one before, as those of labels in figures do not. */
  weak?: boolean;
};

const KNOWN =
  /^(?:abstract|summary|keywords?|introduction|background|preliminaries|notation|related works?|previous work|prior work|motivation|overview|methods?|methodology|materials and methods|experimental(?: setup| design)?|experiments?|evaluation|implementation|results?|results and discussion|discussions?|conclusions?|concluding remarks|conclusions? and (?:future work|discussion|outlook)|future work|limitations|acknowledge?ments?|references|bibliography|literature cited|appendix(?: [a-z\d]+)?|appendices|supplementary (?:material|information)|contents|table of contents|摘要|引言|绪论|前言|导言|方法|实验|结果|讨论|结论|结语|总结|致谢|参考文献|附录|关键词|目录)$/iu;
const NUMBER_WORDS = '一二三四五六七八九十百';
const NUMBERED =
  /^(?:(?<digits>\d{1,2}(?:\.\d{1,2}){0,4})\.?|(?<roman>[IVX]{1,5})\.|(?<letter>[A-Z])\.|(?<appendix>[A-Z](?:\.\d{1,2}){1,3})\.?|(?:Appendix|APPENDIX)\s+(?<app>[A-Z\d]+)[.:]?|§\s*(?<para>\d+(?:\.\d+)*)\.?)\s*(?=\s\S|[\u4e00-\u9fff])/u;
const CHINESE_NUMBERED = new RegExp(
  `^(?:第[${NUMBER_WORDS}\\d]{1,4}(?<part>[章节篇部])|(?<first>[${NUMBER_WORDS}]{1,3})[、.．]|[（(](?<second>[${NUMBER_WORDS}]{1,3})[)）])`,
  'u',
);
const LONGEST = 160;
/** Blank space above a heading that only its font family tells. */
const FACE_SPACE = 0.6;
const STARTS_TITLE = /^["“‘(]?(?:[\p{Lu}\p{Lo}]|\d\p{L})/u;

const bare = (text: string): string =>
  text
    .replace(NUMBERED, '')
    .replace(CHINESE_NUMBERED, '')
    .replace(/[\s\u3000]+/gu, ' ')
    .replace(/[.:：。]\s*$/u, '')
    .trim();

/** Letter-spaced Han titles (`摘 要`) are one word. */
const compactHan = (text: string): string =>
  text.replace(/(?<=(?:^|\s)[\u4e00-\u9fff]) (?=[\u4e00-\u9fff](?:\s|$))/gu, '');

export const isKnownHeading = (text: string): boolean => KNOWN.test(compactHan(bare(text)));

/** A section title set like the text around it: only well-known names are trusted then. */
export const isUnstyledHeading = (text: string): boolean =>
  text.length <= 48 && !/[,;]$/.test(text) && isKnownHeading(text) && /^[^\p{Ll}]/u.test(text);

/** A line set apart by its style that begins with a section number. */
export const opensHeading = (line: PrintedLine): boolean => {
  if (line.text.length >= 100 || !(NUMBERED.test(line.text) || CHINESE_NUMBERED.test(line.text)))
    return false;
  const words = bare(line.text);
  if (!/\p{L}{2,}/u.test(words)) return false;
  return isCapitals(words) || ((line.bold > 0.8 || line.italic > 0.8) && line.lead >= wordCount(line));
};

/** `1.1. Comparison to previous work. The previous …`: a number and a few words set apart at the start. */
const runInHeading = (block: Block): Heading | undefined => {
  const line = block.lines[0]!;
  if (line.lead < 2 || line.lead >= wordCount(line)) return undefined;
  const lead = firstWords(line, line.lead);
  const level = levelOf(lead);
  if (level === undefined || lead.length > 90 || !/\p{L}{3}/u.test(bare(lead))) return undefined;
  return { title: lead.replace(/[.:：]$/u, ''), level, runIn: true };
};

export type HeadingContext = {
  bodySize: number;
  /** Whether most of the document's text is bold, so that bold says nothing. */
  bodyBold: boolean;
  /** Font family of most of the text. */
  bodyFace: string;
  /** Text of a block with its line ends resolved. */
  textOf: (block: Block) => string;
};

/** The heading a block is, with its level as far as its number tells; 0 when only its style does. */
export const findHeading = (block: Block, context: HeadingContext): Heading | undefined => {
  const runIn = runInHeading(block);
  if (runIn !== undefined) return runIn;
  if (block.lines.length > 3) return undefined;
  const text = context.textOf(block);
  if (block.table || text.length > LONGEST || block.math > 0.5) return undefined;
  if (!/\p{L}/u.test(text) || /[,;，；‐-]$/u.test(text) || /[=≤≥∑∫∏≈∈→√]/u.test(text)) return undefined;
  const known = isKnownHeading(text);
  const big = block.size > 1.08 * context.bodySize;
  const strong = big || (block.bold > 0.8 && !context.bodyBold);
  const styled = strong || isCapitals(text);
  const apart = block.spaceAbove > 0.35;
  const otherFace = block.face !== '' && block.face !== context.bodyFace && block.fixed < 0.5;
  const level = levelOf(text);
  if (known && block.lines.length === 1 && (styled || apart || text.length <= 30)) {
    return { title: compactHan(text), level: level ?? 1 };
  }
  if (/[.!?。！？]$/u.test(text) && !(styled && level !== undefined && text.length < 80)) return undefined;
  const words = bare(text);
  if (!/\p{Lo}{2}|\p{L}{3}/u.test(words) || isSentence(words)) return undefined;
  if (
    level !== undefined &&
    (styled || ((block.italic > 0.7 || otherFace) && apart)) &&
    STARTS_TITLE.test(words)
  ) {
    return {
      title: text,
      level,
      ...(/^\p{Lu}\.\s/u.test(text) ? { initial: true } : {}),
      ...(big ? {} : { weak: true }),
    };
  }
  const set = big
    ? block.size > 1.12 * context.bodySize || apart
    : block.bold > 0.85 && !context.bodyBold && apart;
  if (set && styled && block.lines.length <= 2 && text.length <= 100 && STARTS_TITLE.test(words)) {
    return { title: text, level: 0 };
  }
  const faced = otherFace && block.spaceAbove > FACE_SPACE && block.size > 0.95 * context.bodySize;
  if (faced && block.lines.length <= 2 && text.length <= 100 && STARTS_TITLE.test(words)) {
    return { title: text, level: 0, faceOnly: true };
  }
  return undefined;
};

const isCapitals = (text: string): boolean => {
  const letters = text.replace(/[^\p{L}]/gu, '');
  return letters.length >= 5 && letters === letters.toUpperCase() && /\p{Lu}/u.test(letters);
};

/** Prose set large is still prose. */
const isSentence = (text: string): boolean => text.split(' ').length > 16 || /[.;] \p{Lu}\p{Ll}/u.test(text);

const levelOf = (text: string): number | undefined => {
  const groups = NUMBERED.exec(text)?.groups;
  if (groups !== undefined) {
    const { digits, roman, letter, appendix, app, para } = groups;
    if (digits !== undefined) return digits.split('.').length;
    if (para !== undefined) return para.split('.').length;
    if (appendix !== undefined) return appendix.split('.').length;
    if (roman !== undefined && /^[IVX]+$/.test(roman)) return 1;
    if (letter !== undefined) return 2;
    if (app !== undefined) return 1;
  }
  const chinese = CHINESE_NUMBERED.exec(text)?.groups;
  if (chinese === undefined) return undefined;
  if (chinese.part === '节' || chinese.second !== undefined) return 2;
  return 1;
};
