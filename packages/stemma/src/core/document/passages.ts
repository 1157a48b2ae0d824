import { LIMITS } from '@stemma/contract/limits';
import type { PassageDraft } from '@stemma/contract/records';
import type { Paragraph } from './paragraphs.ts';
import { endsSentence } from './sentence-ends.ts';
import { placeTokens, type Token, tokensText, toTokens } from './tokens.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A sentence, a row of a table or a whole short entry: what is never cut but for its length. */
type Unit = {
  paragraph: Paragraph;
  tokens: Token[];
  length: number;
  closesParagraph: boolean;
};

const { target: TARGET, max: MAX } = LIMITS.passageLength;

/**
 * Paragraphs → passages. A passage keeps to one section and one kind, ends at the end of a sentence, and
 * runs over a column or page only inside one sentence, which is then its last. Short paragraphs that
 * follow each other in one column share a passage.
 */
export const toPassages = (paragraphs: readonly Paragraph[], vocabulary: Vocabulary): PassageDraft[] => {
  const passages: PassageDraft[] = [];
  let open: Unit[] = [];
  const flush = () => {
    if (open.length > 0) passages.push(toPassage(open));
    open = [];
  };
  for (const paragraph of paragraphs) {
    for (const unit of toUnits(paragraph, vocabulary)) {
      if (open.length > 0 && !fits(open, unit)) flush();
      open.push(unit);
    }
  }
  flush();
  return passages.filter((passage) => passage.text !== '');
};

const toUnits = (paragraph: Paragraph, vocabulary: Vocabulary): Unit[] => {
  const rows = paragraph.kind === 'table' || paragraph.kind === 'code';
  const tokens = toTokens(paragraph.lines, vocabulary, rows);
  const cut = rows ? atRowEnd : atSentenceEnd;
  const units: Unit[] = [];
  let run: Token[] = [];
  let length = 0;
  tokens.forEach((token, index) => {
    run.push(token);
    length += token.text.length + (token.space ? 1 : 0);
    const next = tokens[index + 1];
    if (next === undefined || cut(run, next) || length + next.text.length + 1 > MAX) {
      units.push({ paragraph, tokens: run, length, closesParagraph: next === undefined });
      run = [];
      length = 0;
    }
  });
  return units;
};

const atRowEnd = (run: readonly Token[], next: Token): boolean => run.at(-1)!.line !== next.line;

/** Looks at the last words only: brackets and initials may be printed as several. */
const atSentenceEnd = (run: readonly Token[], next: Token): boolean => {
  if (!next.space && !/[。！？；]/u.test(run.at(-1)!.text)) return false;
  return endsSentence(tokensText(run.slice(-3)), next.text);
};

const crossesBreak = (units: readonly Unit[]): boolean => {
  const first = units[0]!.tokens[0]!.line;
  const last = units.at(-1)!.tokens.at(-1)!.line;
  return first.page !== last.page || first.region !== last.region;
};

const fits = (open: readonly Unit[], unit: Unit): boolean => {
  const last = open.at(-1)!;
  const { paragraph } = open[0]!;
  const kind = unit.paragraph.kind;
  const whole =
    kind === 'reference' || kind === 'caption' || kind === 'footnote' || kind === 'table' || kind === 'code';
  if (kind !== paragraph.kind || unit.paragraph.section !== paragraph.section) {
    if (kind !== paragraph.kind || !isSameSection(unit.paragraph, paragraph)) return false;
  }
  if (whole && unit.paragraph !== last.paragraph) return false;
  const length = open.reduce((sum, one) => sum + one.length, 0);
  if (length + 1 + unit.length > MAX) return false;
  if (crossesBreak(open) || crossesBreak([last, { ...unit, tokens: unit.tokens.slice(0, 1) }])) return whole;
  if (length + unit.length > TARGET && length > 0.35 * TARGET) return false;
  return !(last.closesParagraph && length > 0.5 * TARGET);
};

const isSameSection = (a: Paragraph, b: Paragraph): boolean =>
  a.section.length === b.section.length && a.section.every((title, depth) => title === b.section[depth]);

const toPassage = (units: readonly Unit[]): PassageDraft => {
  const tokens = units.flatMap((unit, index) => {
    if (index === 0 || unit.paragraph === units[index - 1]!.paragraph) return unit.tokens;
    return unit.tokens.map((token, at) => (at === 0 ? { ...token, space: true } : token));
  });
  const { paragraph } = units[0]!;
  return { kind: paragraph.kind, section: [...paragraph.section], ...placeTokens(tokens) };
};
