import { SETTING_NAMES, SETTINGS } from '@stemma/contract/settings';
import { phrase } from '@stemma/contract/words/index';
import { changeSetting } from '../../config/change-setting.ts';
import type { Origin } from '../../config/origin.ts';
import { EXIT } from '../exit.ts';
import type { Session } from '../session.ts';

const originWords = (session: Session, origin: Origin): string => {
  const { locale } = session;
  switch (origin.kind) {
    case 'default':
      return phrase(locale, 'originDefault');
    case 'flag':
      return phrase(locale, 'originFlag', { flag: origin.flag });
    case 'environment':
      return phrase(locale, 'originEnvironment', { name: origin.name });
    case 'user':
    case 'project':
      return phrase(locale, 'originFile', { path: origin.path });
  }
};

export const configShow = async (session: Session): Promise<number> => {
  const { output, locale, loaded, settings } = session;
  const shown = SETTING_NAMES.filter((name) => !('hidden' in SETTINGS[name]));
  if (session.asJson) {
    const rows = shown.map((name) => ({
      name,
      value: settings[name],
      class: SETTINGS[name].class,
      origin: loaded.origins[name],
    }));
    output.json({ settings: rows, files: loaded.files, ignored: loaded.ignored });
    return EXIT.done;
  }
  for (const name of shown) {
    const origin = originWords(session, loaded.origins[name]);
    output.line(phrase(locale, 'configLine', { name, value: String(settings[name]), origin }));
  }
  return EXIT.done;
};

/** Writes the user's settings file; says so when something of higher rank still wins. */
export const configSet = async (session: Session, name: string, raw: string): Promise<number> => {
  const { output, locale, loaded } = session;
  const { path, name: known, value } = await changeSetting(name, raw);
  if (session.asJson) output.json({ name: known, value, path });
  else output.line(phrase(locale, 'configSet', { name, value: String(value), path }));
  const origin = loaded.origins[known];
  if (origin.kind !== 'default' && origin.kind !== 'user')
    output.message(
      phrase(locale, 'configOverridden', {
        origin: originWords(session, origin),
        value: String(session.settings[known]),
      }),
    );
  return EXIT.done;
};
