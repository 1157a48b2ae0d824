import { describeFault, phrase } from '@stemma/contract/words/index';
import type { Session } from '../session.ts';

type Shown = { code: string; params: Readonly<Record<string, string | number>> };

/** A fault as `--json` carries it. */
export const faultJson = (session: Pick<Session, 'locale'>, fault: Shown) => {
  const { detail, recovery } = describeFault(session.locale, fault);
  return { code: fault.code, message: detail, recovery, params: fault.params };
};

/** A fault for a person: what happened, and what to do next. */
export const tellFault = (session: Pick<Session, 'locale' | 'output'>, fault: Shown): void => {
  const { title, detail, recovery } = describeFault(session.locale, fault);
  const { output, locale } = session;
  output.complaint(output.style('bad', phrase(locale, 'faultLine', { title, detail })));
  if (recovery !== '') output.complaint(phrase(locale, 'nextStep', { recovery }));
};
