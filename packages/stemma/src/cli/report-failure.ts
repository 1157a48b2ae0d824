import type { Fault } from '@stemma/contract/faults';
import { isStemmaError, toFault } from '../errors/stemma-error.ts';
import { exitOfFault } from './exit.ts';
import type { Session } from './session.ts';
import { faultJson, tellFault } from './view/fault.ts';

type Told = Pick<Session, 'output' | 'locale' | 'asJson'>;

/** Tells a fault, with `--json` also as the one document, and gives its exit code. */
export const reportFault = (session: Told, fault: Fault): number => {
  if (session.asJson) session.output.json({ error: faultJson(session, fault) });
  tellFault(session, fault);
  return exitOfFault(fault.code);
};

/** Tells what stopped a command. Of a bug, the place in our code is told too, so that it can be reported. */
export const reportFailure = (session: Told, error: unknown): number => {
  const exit = reportFault(session, toFault(error));
  if (!isStemmaError(error) && error instanceof Error) session.output.complaint(error.stack ?? error.message);
  return exit;
};
