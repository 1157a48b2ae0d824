import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { phrase } from '@stemma/contract/words/index';
import { perform } from '../../actions/action.ts';
import { drawPage } from '../../actions/draw-page.ts';
import { StemmaError } from '../../errors/stemma-error.ts';
import { EXIT } from '../exit.ts';
import { openSession } from '../open-session.ts';
import type { Session } from '../session.ts';
import { hinted } from '../view/hint.ts';
import { add } from './add.ts';
import { ask } from './ask.ts';

const QUESTIONS = [
  'What is the decay rate of the envelope of a damped oscillator?',
  '测得的衰减率是多少？',
] as const;
const UNANSWERABLE = 'Which superconducting material has the highest critical temperature?';

const examplesFolder = (): string => {
  const folder = fileURLToPath(new URL('../../../../../examples/library', import.meta.url));
  if (!existsSync(folder)) throw new StemmaError('examples_missing', { path: folder });
  return folder;
};

const heading = (session: Session, text: string): void => {
  session.output.line();
  session.output.line(session.output.style('bold', `── ${text}`));
};

/** A picture of the page of the first quotation of the newest answer, its rectangle lit. */
const drawQuotation = async (
  session: Session,
  folder: string,
): Promise<{ path: string; uri: string } | undefined> => {
  const context = await session.context();
  const { items } = await context.stores.threads.listThreads({ limit: 50 });
  for (const thread of items.toReversed()) {
    for (const message of await context.stores.threads.messages(thread.id)) {
      const [support] = (await context.stores.threads.claims(message.id)).flatMap((claim) => claim.supports);
      const [region] = support?.regions ?? [];
      if (!support || !region) continue;
      const { png } = await perform(drawPage, context, {
        key: support.sourceKey,
        page: region.page,
        lit: region.rects,
      });
      const path = join(folder, `${support.sourceKey}-page-${region.page}.png`);
      await writeFile(path, png);
      return { path, uri: support.uri ?? '' };
    }
  }
  return undefined;
};

const runDemo = async (session: Session, folder: string): Promise<number> => {
  const { output, locale } = session;
  heading(session, phrase(locale, 'demoAdd'));
  const added = await add(session, [examplesFolder()], {});
  if (added !== EXIT.done) return added;
  for (const question of QUESTIONS) {
    heading(session, phrase(locale, 'demoAsk', { question }));
    const exit = await ask(session, question, {});
    if (exit !== EXIT.done) return exit;
  }
  heading(session, phrase(locale, 'demoRefuse', { question: UNANSWERABLE }));
  const refused = await ask(session, UNANSWERABLE, {});
  if (refused !== EXIT.refused) return refused === EXIT.done ? EXIT.fault : refused;
  const picture = await drawQuotation(session, folder);
  output.line();
  if (picture) {
    output.line(phrase(locale, 'demoOpen', { uri: picture.uri }));
    output.line(phrase(locale, 'demoPicture', { path: picture.path }));
  }
  output.line(hinted(session, phrase(locale, 'demoLook')));
  output.line(phrase(locale, 'demoEnd'));
  return EXIT.done;
};

/** The main job on the sample library, offline, in a folder of its own. */
export const demo = async (session: Session): Promise<number> => {
  const folder = await mkdtemp(join(tmpdir(), 'stemma-demo-'));
  await mkdir(join(folder, 'data'));
  session.output.message(phrase(session.locale, 'demoIntro', { path: folder }));
  const { session: own, close } = await openSession({
    data: join(folder, 'data'),
    language: session.locale,
    color: session.settings.color !== 'never',
  });
  try {
    return await runDemo(own, folder);
  } finally {
    await close();
  }
};
