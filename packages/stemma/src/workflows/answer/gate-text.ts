import { placeFragment, type Region } from '@stemma/contract/place';
import type { Claim, Support } from '@stemma/contract/records';
import { CHECKER_VERSION, checkUnit } from '../../core/citation/gate.ts';
import type { Ledger } from '../../core/citation/ledger.ts';
import { splitUnits } from '../../core/citation/units.ts';

/** A unit with its verdicts, as a claim. `reason` names the check that held it, when one did. */
export type JudgedUnit = { claim: Claim; isShown: boolean; reason: string | null };

type Gate = { messageId: string; question: string; ledger: Ledger; newId(key: string): string };

/** The rectangles down to the first that stands above the one before: a link's box spans no two columns. */
const firstColumn = ({ page, rects }: Region): Region => {
  const next = rects.findIndex((rect, index) => index > 0 && rect[1] < rects[index - 1]![1]);
  return { page, rects: next < 0 ? rects : rects.slice(0, next) };
};

/** The link that opens the file at the place of a quote. */
const linked = (support: Support): Support => {
  const [region] = support.regions;
  if (support.uri === null || region === undefined) return support;
  return { ...support, uri: support.uri + placeFragment(firstColumn(region)) };
};

/** Splits a text into units and judges each one against the ledger. */
export const gateText = (text: string, { messageId, question, ledger, newId }: Gate): JudgedUnit[] =>
  splitUnits(text)
    .filter((unit) => unit.text.trim() !== '')
    .map((unit, index) => {
      const judged = checkUnit({ unit, ledger, question });
      const blockId = `unit-${index + 1}`;
      const held = judged.explain.find((entry) => judged.effect === 'hold' && entry.code !== 'exact');
      const claim: Claim = {
        v: 1,
        id: newId(`claim:${messageId}:${index}`),
        messageId,
        blockId,
        text: unit.text,
        unitKind: unit.kind,
        checker: CHECKER_VERSION,
        verdicts: judged.verdicts,
        supports: judged.supports.map(linked),
      };
      return { claim, isShown: judged.effect === 'show', reason: held?.code ?? null };
    });
