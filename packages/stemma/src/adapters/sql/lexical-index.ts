import type { Id } from '@stemma/contract/ids';
import type { LexicalIndex } from '../../ports/lexical-index.ts';
import type { Access } from './access.ts';
import type { IndexOwner } from './sql-dialect.ts';
import { findIndexOwner } from './users.ts';

export const createLexicalIndex = (access: Access, owner: Id): LexicalIndex => {
  const { search } = access.dialect;
  let known: IndexOwner | undefined;
  const indexOwner = async (): Promise<IndexOwner | undefined> => {
    known ??= await access.search((db) => findIndexOwner(db, owner));
    return known;
  };
  return {
    candidates: async (terms, options) => {
      const index = await indexOwner();
      if (!index || terms.length === 0 || options.limit < 1) return [];
      const ids = await access.search((db) => search.candidates(db, index, terms, options));
      return ids.map((passageId, position) => ({ passageId, order: position + 1 }));
    },
    stats: async (terms) => {
      const index = await indexOwner();
      const sums = await access.search((db) =>
        db.selectFrom('lexical_stats').selectAll().where('owner_id', '=', owner).executeTakeFirst(),
      );
      if (!index || !sums) return { passages: 0, meanLength: 0, documentFrequency: new Map() };
      const found = await access.search((db) => search.documentFrequency(db, index, terms));
      // Read after the counts: a reading stored in between must not make a term commoner than passages are.
      const documentFrequency = new Map(
        [...found].map(([term, count]) => [term, Math.min(count, sums.passages)]),
      );
      const tokens = sums.title_tokens + sums.text_tokens;
      return {
        passages: sums.passages,
        meanLength: sums.passages === 0 ? 0 : tokens / sums.passages,
        documentFrequency,
      };
    },
  };
};
