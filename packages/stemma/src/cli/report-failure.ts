import { isStemmaError, toFault } from '../errors/stemma-error.ts';
import { EXIT, exitOfFault } from './exit.ts';
import type { Session } from './session.ts';
import { faultJson, tellFault } from './view/fault.ts';

/**
 * Tells what stopped a command and gives its exit code. A bug is told as such; its insides go to stderr
 * only when STEMMA_DEBUG is set, since they may hold a user's text.
 */
export const reportFailure = (session: Pick<Session, 'output' | 'locale' | 'asJson'>, error: unknown): number => {
  const fault = toFault(error);
  if (session.asJson) session.output.json({ error: faultJson(session, fault) });
  tellFault(session, fault);
  if (!isStemmaError(error)) session.output.complaint(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return isStemmaError(error) ? exitOfFault(fault.code) : EXIT.fault;
};
