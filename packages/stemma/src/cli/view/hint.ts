import type { Session } from '../session.ts';

/** A path as a shell takes it in one piece. */
const quoted = (path: string): string =>
  /^[\w./~-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;

/** Commands named in a hint, with the data folder this invocation was given, so that they can be copied. */
export const hinted = ({ loaded, settings }: Pick<Session, 'loaded' | 'settings'>, text: string): string =>
  loaded.origins.data.kind === 'flag'
    ? text.replaceAll('`stemma ', `\`stemma --data ${quoted(settings.data)} `)
    : text;
