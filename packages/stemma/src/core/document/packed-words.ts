import type { Word } from './words.ts';

/**
 * Words of a line in the form a long document can hold: the text of the line and, for each word, its
 * offset in it and its ends in hundredths of a point. Small integers, where objects would take ten times
 * the memory.
 */
export type PackedWords = { text: string; marks: readonly number[] };

export const packWords = (words: readonly Word[]): PackedWords => {
  const marks = new Array<number>(3 * words.length);
  const parts = new Array<string>(words.length);
  let length = 0;
  words.forEach((word, index) => {
    const space = length > 0 && !word.glued;
    if (space) length += 1;
    marks[3 * index] = length;
    marks[3 * index + 1] = Math.round(word.u0 * 100);
    marks[3 * index + 2] = Math.round(word.u1 * 100);
    parts[index] = space ? ` ${word.text}` : word.text;
    length += word.text.length;
  });
  // joined at once: a text that grows by pieces keeps them all
  return { text: parts.join(''), marks };
};

export const wordCount = (line: PackedWords): number => line.marks.length / 3;

export const wordsOf = ({ text, marks }: PackedWords): Word[] => {
  const words: Word[] = [];
  for (let at = 0; at < marks.length; at += 3) {
    const start = marks[at]!;
    const next = marks[at + 3] ?? text.length;
    const end = at + 3 < marks.length && text[next - 1] === ' ' ? next - 1 : next;
    const glued = at > 0 && text[start - 1] !== ' ';
    words.push({ text: text.slice(start, end), u0: marks[at + 1]! / 100, u1: marks[at + 2]! / 100, glued });
  }
  return words;
};

/** The first `count` words as they stand in the line. */
export const firstWords = (line: PackedWords, count: number): string => {
  const next = line.marks[3 * count];
  return next === undefined ? line.text : line.text.slice(0, next).trimEnd();
};
