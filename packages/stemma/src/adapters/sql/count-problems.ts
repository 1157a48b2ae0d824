import type { Id } from '@stemma/contract/ids';
import type { Db } from './tables.ts';

/** Compares the counts kept beside the records with the records themselves. */
export const countProblems = async (db: Db, owner: Id): Promise<string[]> => {
  const kept = await db
    .selectFrom('lexical_stats')
    .select(['passages', 'title_tokens', 'text_tokens'])
    .where('owner_id', '=', owner)
    .executeTakeFirst();
  const current = await db
    .selectFrom('documents')
    .select((eb) => [
      eb.fn.sum<number>('passages').as('passages'),
      eb.fn.sum<number>('title_tokens').as('title_tokens'),
      eb.fn.sum<number>('text_tokens').as('text_tokens'),
    ])
    .where('owner_id', '=', owner)
    .where('is_current', '=', 1)
    .executeTakeFirstOrThrow();
  const stored = await db
    .selectFrom('passages')
    .innerJoin('documents', (join) =>
      join
        .onRef('documents.owner_id', '=', 'passages.owner_id')
        .onRef('documents.no', '=', 'passages.document_no'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('passages.owner_id', '=', owner)
    .where('documents.is_current', '=', 1)
    .executeTakeFirstOrThrow();
  if (!kept) return [`user ${owner}: no counts`];
  const problems: string[] = [];
  const compare = (what: string, found: number, expected: number | null): void => {
    if (found !== (expected ?? 0))
      problems.push(`user ${owner}: ${what} ${found}, expected ${expected ?? 0}`);
  };
  compare('passages counted', kept.passages, current.passages);
  compare('passages stored', stored.count, current.passages);
  compare('title tokens', kept.title_tokens, current.title_tokens);
  compare('text tokens', kept.text_tokens, current.text_tokens);
  return problems;
};
