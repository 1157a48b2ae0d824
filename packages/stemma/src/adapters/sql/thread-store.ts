import type { Id } from '@stemma/contract/ids';
import { Claim, type Thread } from '@stemma/contract/records';
import type { Selectable } from 'kysely';
import type { NewMessage, ThreadStore } from '../../ports/thread-store.ts';
import type { Access } from './access.ts';
import { parseCursor, toPage } from './cursor.ts';
import { AMBIGUOUS_SHOWN, pickById, toSuffixPattern } from './id-suffix.ts';
import type { Db, MessageTable, ThreadTable } from './tables.ts';

const toThread = (row: Selectable<ThreadTable>): Thread => ({
  id: row.id,
  projectId: row.project_id,
  title: row.title,
  headMessageId: row.head_message_id,
  createdAt: row.created_at,
  activeAt: row.active_at,
});

const toMessage = (row: Selectable<MessageTable>): NewMessage => ({
  id: row.id,
  threadId: row.thread_id,
  parentId: row.parent_id,
  runId: row.run_id,
  role: row.role as NewMessage['role'],
  text: row.text,
  at: row.at,
});

const insertMessage = async (db: Db, owner: Id, message: NewMessage): Promise<void> => {
  const added = await db
    .insertInto('messages')
    .values({
      owner_id: owner,
      id: message.id,
      thread_id: message.threadId,
      parent_id: message.parentId,
      run_id: message.runId,
      role: message.role,
      text: message.text,
      at: message.at,
    })
    .onConflict((conflict) => conflict.columns(['owner_id', 'id']).doNothing())
    .returning('no')
    .executeTakeFirst();
  if (!added) return;
  await db
    .updateTable('threads')
    .set({ head_message_id: message.id, active_at: message.at })
    .where('owner_id', '=', owner)
    .where('id', '=', message.threadId)
    .execute();
};

const createThreads = (
  access: Access,
  owner: Id,
): Pick<ThreadStore, 'inbox' | 'createThread' | 'findThread' | 'listThreads'> => ({
  inbox: async () => {
    const row = await access.read((db) =>
      db
        .selectFrom('projects')
        .selectAll()
        .where('owner_id', '=', owner)
        .where('is_inbox', '=', 1)
        .executeTakeFirst(),
    );
    if (!row) throw new TypeError(`user ${owner} is unknown`);
    return { id: row.id, name: row.name, createdAt: row.created_at };
  },
  createThread: (thread) =>
    access.write(async (db) => {
      await db
        .insertInto('threads')
        .values({
          owner_id: owner,
          id: thread.id,
          project_id: thread.projectId,
          title: thread.title,
          head_message_id: null,
          created_at: thread.createdAt,
          active_at: thread.createdAt,
        })
        .onConflict((conflict) => conflict.columns(['owner_id', 'id']).doNothing())
        .execute();
    }),
  findThread: async (idOrSuffix) => {
    const pattern = toSuffixPattern(idOrSuffix);
    if (!pattern) return undefined;
    const rows = await access.read((db) =>
      db
        .selectFrom('threads')
        .selectAll()
        .where('owner_id', '=', owner)
        .where('id', 'like', pattern)
        .limit(AMBIGUOUS_SHOWN)
        .execute(),
    );
    const row = pickById(rows, idOrSuffix);
    return row && toThread(row);
  },
  listThreads: async ({ limit, cursor }) => {
    const place = cursor === undefined ? undefined : parseCursor(cursor, 2);
    const rows = await access.read((db) =>
      db
        .selectFrom('threads')
        .selectAll()
        .where('owner_id', '=', owner)
        .$if(place !== undefined, (query) =>
          query.where((eb) =>
            eb.or([
              eb('active_at', '<', place![0]!),
              eb.and([eb('active_at', '=', place![0]!), eb('no', '<', place![1]!)]),
            ]),
          ),
        )
        .orderBy('active_at', 'desc')
        .orderBy('no', 'desc')
        .limit(limit + 1)
        .execute(),
    );
    return toPage(rows, limit, (row) => [row.active_at, row.no], toThread);
  },
});

export const createThreadStore = (access: Access, owner: Id): ThreadStore => ({
  ...createThreads(access, owner),
  putMessage: (message) => access.write((db) => insertMessage(db, owner, message)),
  messages: async (threadId) => {
    const rows = await access.read((db) =>
      db
        .selectFrom('messages')
        .selectAll()
        .where('owner_id', '=', owner)
        .where('thread_id', '=', threadId)
        .orderBy('no')
        .execute(),
    );
    return rows.map(toMessage);
  },
  putClaims: (claims) =>
    access.write(async (db) => {
      if (claims.length === 0) return;
      await db
        .insertInto('claims')
        .values(
          claims.map((claim) => ({
            owner_id: owner,
            id: claim.id,
            message_id: claim.messageId,
            body: JSON.stringify(claim),
          })),
        )
        .onConflict((conflict) => conflict.columns(['owner_id', 'id']).doNothing())
        .execute();
    }),
  claims: async (messageId) => {
    const rows = await access.read((db) =>
      db
        .selectFrom('claims')
        .select('body')
        .where('owner_id', '=', owner)
        .where('message_id', '=', messageId)
        .orderBy('no')
        .execute(),
    );
    return rows.map((row) => Claim.parse(JSON.parse(row.body)));
  },
});
