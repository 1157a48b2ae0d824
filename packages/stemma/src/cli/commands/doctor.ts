import { describeFault, type PhraseName, phrase, wordsOf } from '@stemma/contract/words/index';
import type { z } from 'zod';
import { perform } from '../../actions/action.ts';
import { type DoctorCheck, diagnose } from '../../actions/diagnose.ts';
import { originPlace } from '../../config/origin.ts';
import { isStemmaError } from '../../errors/stemma-error.ts';
import { EXIT } from '../exit.ts';
import type { Session } from '../session.ts';

const MARKS = { ok: ['good', '✓'], warn: ['warn', '!'], fail: ['bad', '✗'] } as const;

/** Settings are checked here: only this door knows the files they came from. */
const settingsCheck = (session: Session): DoctorCheck => {
  const { origins, ignored } = session.loaded;
  const [first] = ignored;
  if (first) {
    const params = { name: first.name, path: originPlace(first.origin) };
    return { name: 'settings', verdict: 'warn', detail: { phrase: 'settingIgnored', params }, fault: null };
  }
  const changed = Object.values(origins).filter((origin) => origin.kind !== 'default').length;
  return {
    name: 'settings',
    verdict: 'ok',
    detail: { phrase: 'settingsState', params: { n: changed } },
    fault: null,
  };
};

/** A data folder that does not open is a finding, not the end of the examination. */
const openedChecks = async (session: Session): Promise<z.output<typeof diagnose.output>> => {
  try {
    return await perform(diagnose, await session.context(), {});
  } catch (error) {
    if (!isStemmaError(error)) throw error;
    const detail = { phrase: 'dataFolderAt', params: { path: session.settings.data, size: 0 } };
    const checks = [
      { name: 'data_folder' as const, verdict: 'fail' as const, detail, fault: error.toFault() },
    ];
    return { checks, destinations: [] };
  }
};

const detailOf = (session: Session, check: DoctorCheck): string =>
  check.fault === null
    ? phrase(session.locale, check.detail.phrase as PhraseName, check.detail.params)
    : describeFault(session.locale, check.fault).detail;

const recoveryOf = (session: Session, check: DoctorCheck): string | null =>
  check.fault === null ? null : describeFault(session.locale, check.fault).recovery;

export const doctor = async (session: Session): Promise<number> => {
  const { output, locale } = session;
  const opened = await openedChecks(session);
  const checks = [settingsCheck(session), ...opened.checks];
  const failed = checks.filter((check) => check.verdict === 'fail').length;
  const exit = failed > 0 ? EXIT.fault : EXIT.done;
  if (session.asJson) {
    output.json({
      checks: checks.map((check) => ({
        name: check.name,
        verdict: check.verdict,
        detail: detailOf(session, check),
        recovery: recoveryOf(session, check),
      })),
      destinations: opened.destinations.map((destination) => ({
        ...destination,
        origin: session.loaded.origins[destination.setting],
      })),
    });
    return exit;
  }
  const { doctorChecks } = wordsOf(locale);
  for (const check of checks) {
    const [style, mark] = MARKS[check.verdict];
    output.line(`${output.style(style, mark)} ${doctorChecks[check.name]}: ${detailOf(session, check)}`);
    const recovery = recoveryOf(session, check);
    if (recovery) output.line(`  ${phrase(locale, 'nextStep', { recovery })}`);
  }
  const needing = checks.filter((check) => check.verdict !== 'ok').length;
  output.message(
    needing === 0 ? phrase(locale, 'doctorOk') : phrase(locale, 'doctorProblems', { n: needing }),
  );
  return exit;
};
