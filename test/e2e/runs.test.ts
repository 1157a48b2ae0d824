import { join } from 'node:path';
import { parseEvent } from '@stemma/contract/events';
import { foldEvents } from '@stemma/contract/fold';
import { isTerminal } from '@stemma/contract/records';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cites } from './requirements.ts';
import { AddJson, AskJson, FaultJson, RunJson, RunsJson, WhyJson } from './shapes.ts';
import { eachOf, type House, openHouse, openSampleHouse, readJson, readRecords, until } from './stemma.ts';

const QUESTION = 'What is the quality factor of the reference oscillator?';
const UNANSWERABLE = 'Which damping ratio was measured for the torsion pendulum in silicone oil?';

describe('runs', () => {
  let house: House;
  let answered: AskJson;
  let refused: AskJson;
  beforeAll(async () => {
    house = await openSampleHouse();
    answered = (await house.json(AskJson, ['ask', QUESTION])).json;
    refused = (await house.json(AskJson, ['ask', UNANSWERABLE])).json;
  });
  afterAll(() => house.close());

  const eventsOf = async (run: string, ...flags: string[]) =>
    readRecords((await house.run(['runs', 'events', run, ...flags])).stdout).map(parseEvent);

  it(
    cites('R2.statuses', 'R3.order', 'number their events without gap and end with one terminal status'),
    async () => {
      for (const { run } of [answered, refused]) {
        const events = await eventsOf(run);
        expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
        const statuses = events.flatMap((event) => (event.type === 'run_status' ? [event.status] : []));
        expect(statuses).toEqual(['queued', 'running', 'succeeded']);
        expect(events.at(-1)).toMatchObject({ type: 'run_status', status: 'succeeded' });
        expect(statuses.filter(isTerminal)).toHaveLength(1);
      }
      expect((await eventsOf(refused.run)).at(-1)).toMatchObject({ reason: 'refused' });
    },
  );

  it(cites('R3.live-equals-reload', 'fold to what the answer said when it was given'), async () => {
    const folded = foldEvents(await eventsOf(answered.run));
    expect(folded).toMatchObject({ status: 'succeeded', errors: [], unknown: [] });
    const [question, answer] = folded.messages;
    expect(question).toMatchObject({ role: 'user', state: 'done', blocks: [{ text: QUESTION }] });
    expect(answer).toMatchObject({ role: 'assistant', state: 'done', parentId: question!.messageId });
    const shown = answer!.blocks.filter(({ state }) => state === 'shown').flatMap(({ claims }) => claims);
    expect(shown.map(({ verdicts }) => verdicts)).toEqual(answered.claims.map(({ verdicts }) => verdicts));
    expect(
      shown.map(({ supports }) => supports.map(({ quote, uri, regions }) => ({ quote, uri, regions }))),
    ).toEqual(
      answered.claims.map(({ supports }) =>
        supports.map(({ quote, uri, regions }) => ({ quote, uri, regions })),
      ),
    );
    const refusal = foldEvents(await eventsOf(refused.run)).messages[1]!.blocks[0]!.refusal;
    expect([refusal!.missing, refusal!.nextSearches]).toEqual([refused.missing, refused.nextSearches]);
  });

  it(
    cites(
      'R3.live-equals-reload',
      'D3.progress',
      'print live, with --progress json, the events that are stored',
    ),
    async () => {
      const live = await house.run(['ask', QUESTION, '--progress', 'json', '--json', '--quiet']);
      const { run } = AskJson.parse(readJson(live));
      expect(readRecords(live.stderr).map(parseEvent)).toEqual(await eventsOf(run));
    },
  );

  it(cites('R3.resume-after', 'give exactly the rest after a number'), async () => {
    const events = await eventsOf(answered.run);
    const last = events.length;
    await eachOf([0, 1, last - 1, last, last + 7], async (after) => {
      expect(await eventsOf(answered.run, '--after', String(after))).toEqual(events.slice(after));
    });
    expect(await eventsOf(answered.run, '--follow')).toEqual(events);
    expect(await eventsOf(answered.run, '--follow', '--after', '3')).toEqual(events.slice(3));
  });

  it(cites('R3.resume-after', 'have nothing more to follow once they have ended'), async () => {
    const last = (await eventsOf(answered.run)).length;
    const started = house.start(['runs', 'events', answered.run, '--follow', '--after', String(last)]);
    const limit = setTimeout(() => started.child.kill('SIGKILL'), 30_000);
    const ran = await started.ended;
    clearTimeout(limit);
    expect([ran.code, ran.signal, ran.stdout]).toEqual([0, null, '']);
  });

  it(
    cites(
      'R3.closing-cancels-nothing',
      'R3.resume-after',
      'are followed while they go on, and a reader that leaves cancels nothing',
    ),
    async () => {
      const own = await openHouse();
      try {
        for (let index = 0; index < 40; index++)
          await own.file(`t/${index}.txt`, `Copper sample ${index} was held at ten degrees for two hours.`);
        const adding = own.start(['add', 't', '--progress', 'json']);
        await until(() => adding.stderr().includes('"item_finished"'), adding);
        const run = (JSON.parse(adding.stderr().split('\n')[0]!) as { runId: string }).runId;
        const follower = own.start(['runs', 'events', run, '--follow']);
        const leaver = own.start(['runs', 'events', run, '--follow']);
        await until(() => leaver.stdout().includes('\n') || leaver.child.exitCode !== null);
        leaver.child.kill('SIGKILL');
        expect((await adding.ended).code).toBe(0);
        const followed = await follower.ended;
        expect(followed.code).toBe(0);
        expect(readRecords(followed.stdout)).toEqual(
          readRecords((await own.run(['runs', 'events', run])).stdout),
        );
        expect(readRecords(followed.stdout).at(-1)).toMatchObject({ status: 'succeeded' });
      } finally {
        await own.close();
      }
    },
  );

  it(cites('R2.statuses', 'are listed newest first, by pages, and shown one by one'), async () => {
    const { runs } = (await house.json(RunsJson, ['runs'])).json;
    const ids = runs.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([answered.run, refused.run]));
    expect(ids.indexOf(refused.run)).toBeLessThan(ids.indexOf(answered.run));
    expect(runs.at(-1)!.workflow).toBe('add-source');
    const first = (await house.json(RunsJson, ['runs', '--limit', '1'])).json;
    const second = (await house.json(RunsJson, ['runs', '--limit', '1', '--cursor', first.next!])).json;
    expect(second.runs[0]!.id).not.toBe(first.runs[0]!.id);
    const shown = (await house.json(RunJson, ['runs', 'show', answered.run.slice(-8)])).json;
    expect(shown.run).toMatchObject({ id: answered.run, status: 'succeeded', retryOf: null, attempt: 0 });
    expect(shown.steps.length).toBeGreaterThan(0);
    for (const step of shown.steps) expect(step.status).toBe('done');
    expect((await house.run(['runs', 'show', answered.run])).stdout).toContain(answered.run.slice(-8));
    expect((await house.json(RunsJson, ['runs', '--unfinished'])).json.runs).toEqual([]);
  });

  it(cites('R2.retry', 'are retried as new runs that name the old one'), async () => {
    const retried = await house.run(['runs', 'retry', answered.run, '--json']);
    expect(retried.code).toBe(0);
    const { run } = readJson(retried) as { run: string };
    expect(run).not.toBe(answered.run);
    expect((await house.json(RunJson, ['runs', 'show', run])).json.run).toMatchObject({
      retryOf: answered.run,
      status: 'succeeded',
    });
    expect((await house.run(['runs', 'retry', refused.run])).code).toBe(3);
  });

  it(cites('R2.retry', 'of an add that was retried leave everything unchanged'), async () => {
    const { runs } = (await house.json(RunsJson, ['runs'])).json;
    const add = runs.findLast(({ workflow }) => workflow === 'add-source')!;
    const retried = await house.run(['runs', 'retry', add.id, '--json']);
    expect(retried.code).toBe(0);
    const events = await eventsOf((readJson(retried) as { run: string }).run);
    const statuses = events.flatMap((event) => (event.type === 'item_finished' ? [event.item.status] : []));
    expect(statuses.length).toBe(6);
    expect(new Set(statuses)).toEqual(new Set(['unchanged']));
  });

  it(cites('R3.cancel', 'D3.exit-codes', 'that have ended are not cancelled'), async () => {
    const before = await eventsOf(answered.run);
    const ran = await house.run(['runs', 'cancel', answered.run, '--json']);
    expect(ran.code).toBe(1);
    expect(FaultJson.parse(readJson(ran)).error.code).toBe('run_finished');
    expect(await eventsOf(answered.run)).toEqual(before);
  });

  it(
    cites('R3.cancel', 'left behind are followed until Ctrl-C, cancelled on request, and confirmed'),
    async () => {
      const own = await openHouse();
      try {
        for (let index = 0; index < 40; index++)
          await own.file(`t/${index}.txt`, `Copper sample ${index} was held at ten degrees for two hours.`);
        const adding = own.start(['add', 't', '--progress', 'json']);
        await until(() => adding.stderr().includes('"item_finished"'), adding);
        adding.child.kill('SIGKILL');
        await adding.ended;
        const { runs } = (await own.json(RunsJson, ['runs', '--unfinished'])).json;
        expect(runs).toHaveLength(1);
        const waiting = own.start(['runs', 'events', runs[0]!.id, '--follow']);
        await until(() => waiting.stdout().includes('"running"'), waiting);
        waiting.child.kill('SIGINT');
        expect((await waiting.ended).code).toBe(130);
        const cancelled = await own.run(['runs', 'cancel', runs[0]!.id, '--json']);
        expect(cancelled.code).toBe(0);
        expect(readJson(cancelled)).toMatchObject({ run: runs[0]!.id, status: 'cancelled' });
        expect((await own.json(RunsJson, ['runs', '--unfinished'])).json.runs).toEqual([]);
        const again = await own.json(AddJson, ['add', 't']);
        expect(again.json.items).toHaveLength(40);
      } finally {
        await own.close();
      }
    },
  );

  it(
    cites('D3.exit-codes', 'D3.json', 'that do not exist or are not meant clearly are faults in words'),
    async () => {
      const cases: [string[], number, string][] = [
        [['runs', 'show', 'ffffffff'], 1, 'run_not_found'],
        [['runs', 'show', "'; drop table runs; --"], 1, 'run_not_found'],
        [['runs', 'show', '%'], 1, 'run_not_found'],
        [['runs', 'events', 'ffffffff'], 1, 'run_not_found'],
        [['runs', 'cancel', 'ffffffff'], 1, 'run_not_found'],
        [['runs', 'retry', 'ffffffff'], 1, 'run_not_found'],
        [['runs', 'resume', 'ffffffff'], 1, 'run_not_found'],
        [['runs', 'resume', answered.run], 1, 'run_finished'],
        [['why', 'ffffffff'], 1, 'run_not_found'],
      ];
      await eachOf(cases, async ([line, code, fault]) => {
        const ran = await house.run([...line, '--json']);
        expect([ran.code, FaultJson.parse(readJson(ran)).error.code], line.join(' ')).toEqual([code, fault]);
      });
      const { runs } = (await house.json(RunsJson, ['runs'])).json;
      const add = runs.find(({ workflow }) => workflow === 'add-source')!;
      const why = await house.run(['why', add.id, '--json']);
      expect(FaultJson.parse(readJson(why)).error.code).toBe('run_without_answer');
      expect((await house.json(WhyJson, ['why', answered.run])).json.run).toBe(answered.run);
    },
  );

  it(cites('D3.exit-codes', 'whose short id fits several are named by all that fit'), async () => {
    const copy = await openHouse(house);
    try {
      const twin = `${refused.run.slice(0, -8)}${answered.run.slice(-8)}`;
      const database = new Database(join(copy.data, 'stemma.db'));
      database.pragma('foreign_keys = off');
      database.prepare('update runs set id = ? where id = ?').run(twin, refused.run);
      database.close();
      const ran = await copy.run(['runs', 'show', answered.run.slice(-8), '--json']);
      const { error } = FaultJson.parse(readJson(ran));
      expect([ran.code, error.code]).toEqual([2, 'id_ambiguous']);
      expect(error.message).toContain(twin);
      expect(error.message).toContain(answered.run);
      expect((await copy.json(RunJson, ['runs', 'show', answered.run])).json.run.id).toBe(answered.run);
    } finally {
      await copy.close();
    }
  });
});
