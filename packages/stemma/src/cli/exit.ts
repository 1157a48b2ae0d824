import { FAULTS, isFaultCode } from '@stemma/contract/faults';
import type { FoldedRun } from '@stemma/contract/fold';

/** Exit codes of `8-cli.md`. */
export const EXIT = {
  done: 0,
  fault: 1,
  usage: 2,
  refused: 3,
  someFailed: 4,
  waiting: 5,
  interrupted: 130,
} as const;

export const exitOfFault = (code: string): number => (isFaultCode(code) ? FAULTS[code].exit : EXIT.fault);

/** How a run ended, as an exit code; commands refine `done`. */
export const exitOfRun = (run: FoldedRun): number => {
  switch (run.status) {
    case 'succeeded':
      return run.reason === 'refused' ? EXIT.refused : EXIT.done;
    case 'waiting_user':
      return EXIT.waiting;
    case 'failed':
    case 'timed_out':
      return run.errors[0] ? exitOfFault(run.errors[0].code) : EXIT.fault;
    default:
      return EXIT.interrupted;
  }
};
