import { LIMITS } from '@stemma/contract/limits';
import type { Region, Span } from '@stemma/contract/place';
import type { Support } from '@stemma/contract/records';
import type { CheckName, Verdicts } from '@stemma/contract/verdicts';
import { cutBack, cutFront } from '../text/graphemes.ts';
import { coverageOf, exemptionOf } from './coverage.ts';
import { identityFaults } from './identity.ts';
import type { Ledger, LedgerEntry } from './ledger.ts';
import { markerIds } from './markers.ts';
import { checkNumbers, type NumberCheck } from './numbers.ts';
import { plainText } from './plain-text.ts';
import { spanRegions } from './regions.ts';
import { findSpan, type SpanFinding } from './span.ts';
import type { Unit } from './units.ts';
import { checksWith, unitEffect } from './verdict.ts';

/** Raised with any change of a verdict; a claim keeps the version that judged it. */
export const CHECKER_VERSION = 'gate-1';

/** Why a check said what it said, as data; `contract/words` puts it into sentences. */
export type Explanation = {
  readonly check: CheckName;
  readonly code: string;
  readonly params: Readonly<Record<string, string | number>>;
};

export type GateInput = {
  readonly unit: Unit;
  readonly ledger: Ledger;
  readonly question: string;
  readonly checkNumbers?: NumberCheck;
};

export type GateResult = {
  readonly verdicts: Verdicts;
  readonly supports: Support[];
  readonly effect: 'show' | 'hold';
  /** Checks the reader is shown a mark for. */
  readonly marks: CheckName[];
  readonly explain: Explanation[];
};

type Cited = { readonly entry: LedgerEntry; readonly finding: SpanFinding };

/** Best first: what one passage holds word for word, no other needs to. */
const SPAN_ORDER: readonly Verdicts['span'][] = ['exact', 'aligned', 'other_language', 'none', 'unscored'];

const unitSpan = (cited: readonly Cited[]): Verdicts['span'] =>
  SPAN_ORDER.find((verdict) => cited.some(({ finding }) => finding.verdict === verdict)) ?? 'unscored';

const toSupport = ({ entry, finding }: Cited, span: Span): Support => {
  const { passage } = entry;
  const regions: Region[] = spanRegions(passage.lines, span);
  return {
    evidence: entry.evidence,
    sourceKey: entry.sourceKey,
    sourceTitle: entry.sourceTitle,
    fileSha256: entry.fileSha256,
    documentId: passage.documentId,
    passageId: passage.id,
    span,
    quote: passage.text.slice(span.start, span.end),
    prefix: cutBack(passage.text.slice(0, span.start), LIMITS.quoteContext),
    suffix: cutFront(passage.text.slice(span.end), LIMITS.quoteContext),
    page: regions[0]?.page ?? passage.page,
    pageLabel: passage.pageLabel,
    section: passage.section,
    regions: regions.length > 0 ? regions : passage.regions,
    uri: entry.uri,
    score: finding.score,
  };
};

const supportsOf = (cited: readonly Cited[]): Support[] =>
  cited.flatMap((entry) => (entry.finding.span ? [toSupport(entry, entry.finding.span)] : []));

/** Code is not compared with passages: it says nothing in words. */
const citedBy = (unit: Unit, markers: readonly string[], ledger: Ledger, plain: string): Cited[] => {
  const entries = markers.flatMap((id) => ledger.find((entry) => entry.evidence === id) ?? []);
  return entries.map((entry) => ({
    entry,
    finding:
      unit.kind === 'code' || plain === ''
        ? { verdict: 'unscored', span: null, score: 0 }
        : findSpan(plain, entry.passage.text),
  }));
};

/**
 * Judges one unit of an answer against the run's ledger. Pure: the same unit, ledger and question give the
 * same result. `supports` has one entry for each cited passage in which something of the unit was found.
 */
export const checkUnit = (input: GateInput): GateResult => {
  const { unit, ledger, question } = input;
  const plain = plainText(unit.text);
  const own = markerIds(unit.text);
  const markers = own.length > 0 ? own : markerIds(unit.caption ?? '');
  const cited = citedBy(unit, markers, ledger, plain);
  const evidence = markers.length > 0 ? cited.map(({ entry }) => entry) : ledger;
  const faults = identityFaults({ unit: unit.text, markers, evidence, ledger, question });
  const numbers = (input.checkNumbers ?? checkNumbers)({
    unit: plain,
    cited: cited.map(({ entry, finding }) => ({ passage: entry.passage.text, finding })),
  });
  const span = unitSpan(cited);
  const verdicts: Verdicts = {
    identity: faults[0]?.verdict ?? 'ok',
    span,
    numbers: numbers.verdict,
    support: span === 'exact' ? 'strong' : 'unscored',
    coverage: coverageOf(unit, markers),
  };
  return {
    verdicts,
    supports: supportsOf(cited),
    effect: unitEffect(verdicts) === 'hold' ? 'hold' : 'show',
    marks: checksWith(verdicts, 'mark'),
    explain: [
      ...faults.map(({ verdict, named, read }) => ({
        check: 'identity' as const,
        code: verdict,
        params: { named, ...(read !== undefined && { read }) },
      })),
      ...cited.map(({ entry, finding }) => ({
        check: 'span' as const,
        code: finding.verdict,
        params: { evidence: entry.evidence, score: Math.round(finding.score * 100) / 100 },
      })),
      ...numbers.named.map((named) => ({
        check: 'numbers' as const,
        code: numbers.verdict,
        params: { named },
      })),
      ...(verdicts.coverage === 'cited'
        ? []
        : [{ check: 'coverage' as const, code: exemptionOf(unit) ?? 'uncited', params: {} }]),
    ],
  };
};
