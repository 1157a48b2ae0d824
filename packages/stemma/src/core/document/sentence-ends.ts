/** Whether a sentence ends between two words as printed. Unsure means no: a split quote is worse. */
const LATIN_END = /[.!?]["'”’)\]»]*(?:\[\d[\d,–\s-]*\])?[⁰¹²³⁴-⁹,]*$/u;
const HAN_END = /[。！？；…]["'”’）」』]*[⁰¹²³⁴-⁹,]*$/u;
const ABBREVIATION =
  /(?:^|[\s(["“‘])(?:e\.g|i\.e|cf|vs|viz|resp|etc|al|ca|approx|Fig|Figs|Eq|Eqs|Eqn|Sec|Sect|Secs|Ref|Refs|Tab|Thm|Lem|Prop|Cor|Def|Alg|App|Ch|Chap|No|Nos|Vol|pp|p|Dr|Mr|Mrs|Ms|Prof|St|Jr|Sr|Inc|Ltd|Co|Corp|Univ|Dept|Proc|Conf|Trans|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec|ed|eds|i\.i\.d|w\.r\.t|a\.s|a\.e|s\.t|et)\.$/iu;
const INITIAL = /(?:^|[\s(.])\p{Lu}\.$/u;
const STARTS = /^["'“‘([«¿¡]*[\p{Lu}\p{N}\p{Lo}•]/u;

export const endsSentence = (last: string, next: string | undefined): boolean => {
  if (HAN_END.test(last)) return true;
  if (!LATIN_END.test(last)) return false;
  if (next === undefined) return true;
  if (!STARTS.test(next)) return false;
  if (/[!?]["'”’)\]]*$/.test(last)) return true;
  return !ABBREVIATION.test(last) && !INITIAL.test(last) && !/^\d+\.$/.test(last);
};

/** Whether text reads as finished: it may stop here and nothing be missing. */
export const isFinished = (text: string): boolean =>
  LATIN_END.test(text) || HAN_END.test(text) || /[:：]$/.test(text);
