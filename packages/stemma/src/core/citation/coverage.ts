import type { Verdicts } from '@stemma/contract/verdicts';
import { plainText } from './plain-text.ts';
import type { Unit } from './units.ts';

/** Why a unit needs no evidence. */
export type Exemption = 'heading' | 'code' | 'question' | 'about_the_answer' | 'nothing_said';

/**
 * Openings about the answer itself, the whole list. Matched against the folded start of a unit, so each is
 * lower case; what follows them must not be a claim, hence the short length below.
 */
const OPENINGS: readonly RegExp[] = [
  /^(?:in short|in summary|to summari[sz]e|in brief|briefly|in conclusion|overall|summary|short answer|answer)\s*[:,.]?$/u,
  /^(?:here is|here are|below is|below are|the following (?:is|are)|the following (?:points?|passages?|sentences?))\b/u,
  /^(?:your|the) library (?:says|has|holds|contains|does not|doesn't)\b/u,
  /^(?:i|we) (?:found|could not find|did not find|have found|searched|looked)\b/u,
  /^(?:the passages? (?:read|found|below|above)|nothing (?:was|in your library)|no passages?)\b/u,
  /^(?:this answer|the answer below|this is (?:all|what) (?:the|your) library)\b/u,
  /^(?:简而言之|总之|综上所述|综上|概括地说|总结|小结|回答|答)[:：,，。]?$/u,
  /^(?:以下是|下面是|以下为|如下|下列)/u,
  /^(?:您的|你的)?(?:资料库|文献库|知识库|库)(?:中|里)?(?:没有|未|有|包含|指出|显示)/u,
  /^(?:我|我们)?(?:没有找到|未找到|未能找到|找到了|查到|检索到|检索了)/u,
  /^(?:本回答|这个回答|以上内容|以上回答)/u,
];
/** An opening longer than this says more than that an answer follows. UTF-16 units. */
const OPENING_LENGTH = 120;

const isQuestion = (text: string): boolean => /[?？]["'”’」』)）\s]*$/u.test(text);

/** Why a unit is exempt from coverage; undefined when it is not. Identity and numbers are checked anyway. */
export const exemptionOf = (unit: Unit): Exemption | undefined => {
  if (unit.kind === 'heading' || unit.isHeader) return 'heading';
  if (unit.kind === 'code') return 'code';
  const text = plainText(unit.text);
  if (!/[\p{L}\p{N}]/u.test(text)) return 'nothing_said';
  if (isQuestion(text)) return 'question';
  const start = text.toLowerCase().replace(/[’]/gu, "'");
  const isOpening =
    start.length <= OPENING_LENGTH && !/\d/u.test(start) && OPENINGS.some((opening) => opening.test(start));
  return isOpening ? 'about_the_answer' : undefined;
};

/** `cited` by any marker of the unit, in the ledger or not: whether it is known is the identity check's. */
export const coverageOf = (unit: Unit, markers: readonly string[]): Verdicts['coverage'] => {
  if (markers.length > 0) return 'cited';
  return exemptionOf(unit) === undefined ? 'uncited' : 'exempt';
};
