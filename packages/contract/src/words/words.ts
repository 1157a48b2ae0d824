import type { BibliographyFaultCode } from '../bibliography.ts';
import type { DoctorCheckName, DoctorVerdict } from '../doctor.ts';
import type { AddedItem, Refusal, RunEvent } from '../events.ts';
import type { FaultCode } from '../faults.ts';
import type {
  FactOrigin,
  Facts,
  FileStanding,
  FoundKind,
  JoinedBy,
  PassageKind,
  ReadNote,
  RunStatus,
  SourceKind,
  StopReason,
} from '../records.ts';
import type { Confidence, SearchCut, SearchStage } from '../search.ts';
import type { CheckName, UnitKind, Verdicts } from '../verdicts.ts';
import type { commandsEn, flagsEn, phrasesEn } from './en-cli.ts';
import type { itemRemarksEn } from './en-records.ts';

/** A fault in three sentences: what it is, what happened to which thing and why, what to do next. */
export type FaultWords = { readonly title: string; readonly detail: string; readonly recovery: string };

/** A short name and one sentence that explains it. */
export type Named = { readonly name: string; readonly meaning: string };

export type ItemRemarkCode = keyof typeof itemRemarksEn;

type ProgressStage = Extract<RunEvent, { type: 'progress' }>['stage'];
type Block = Extract<RunEvent, { type: 'block' }>;
type Skipped = NonNullable<SearchStage['skipped']>;

/** Everything that is said to a person, once per language. A missing entry does not compile. */
export type Words = {
  readonly faults: Readonly<Record<FaultCode, FaultWords>>;
  /** For a code that a newer release stored. Place: `{code}`. */
  readonly unknownFault: FaultWords;
  readonly runStatus: Readonly<Record<RunStatus, string>>;
  readonly stopReasons: Readonly<Record<StopReason, string>>;
  readonly checks: Readonly<Record<CheckName, string>>;
  readonly verdicts: { readonly [C in CheckName]: Readonly<Record<Verdicts[C], Named>> };
  readonly unitKinds: Readonly<Record<UnitKind, string>>;
  readonly refusals: Readonly<Record<Refusal['code'], { readonly title: string; readonly sentence: string }>>;
  readonly refusalLists: { readonly missing: string; readonly nextSearches: string };
  readonly readNotes: Readonly<Record<ReadNote, string>>;
  /** What is wrong in a bibliography; places are the parameters of `BIBLIOGRAPHY_FAULTS`. */
  readonly bibliographyFaults: Readonly<Record<BibliographyFaultCode, string>>;
  /** What is told beside the outcome of an input. Places: the parameters of each. */
  readonly itemRemarks: Readonly<Record<ItemRemarkCode, string>>;
  readonly mediaKinds: Readonly<Record<SourceKind, string>>;
  readonly fileStandings: Readonly<Record<FileStanding, string>>;
  readonly joinedBy: Readonly<Record<JoinedBy, string>>;
  readonly factNames: Readonly<Record<keyof Facts, string>>;
  readonly foundKinds: Readonly<Record<FoundKind, string>>;
  readonly factOrigins: Readonly<Record<FactOrigin, string>>;
  readonly passageKinds: Readonly<Record<PassageKind, string>>;
  readonly searchStages: Readonly<Record<SearchStage['name'], string>>;
  readonly skipReasons: Readonly<Record<Skipped, string>>;
  readonly cutRules: Readonly<Record<SearchCut['rule'], string>>;
  readonly confidence: Readonly<Record<Confidence, Named>>;
  readonly blockKinds: Readonly<Record<Block['kind'], string>>;
  readonly blockStates: Readonly<Record<Block['state'], string>>;
  readonly addedStatus: Readonly<Record<AddedItem['status'], string>>;
  readonly progressStages: Readonly<Record<ProgressStage, string>>;
  readonly doctorChecks: Readonly<Record<DoctorCheckName, string>>;
  readonly doctorVerdicts: Readonly<Record<DoctorVerdict, string>>;
  /** Sentences of the command line, with places. */
  readonly phrases: Readonly<Record<keyof typeof phrasesEn, string>>;
  /** One line of help per command. */
  readonly commands: Readonly<Record<keyof typeof commandsEn, string>>;
  /** One line of help per flag. */
  readonly flags: Readonly<Record<keyof typeof flagsEn, string>>;
};
