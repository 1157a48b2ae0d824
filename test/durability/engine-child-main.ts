import { type ChildNews, type ChildTask, decideOpen, openEngine } from './engine-child.ts';

const task = JSON.parse(process.argv[2]!) as ChildTask;
const moments: string[] = [];

const tell = (news: ChildNews): Promise<void> =>
  new Promise((resolve) => {
    if (process.send) process.send(news, () => resolve());
    else resolve();
  });

/** Dies, or stops, at once at the chosen moment: nothing after it is done. */
const onMoment = (moment: string): void => {
  if (moments.length === 0) void tell({ running: true });
  moments.push(moment);
  if (moments.length !== task.at) return;
  process.kill(process.pid, task.signal);
  // SIGKILL takes effect before anything else of this thread; SIGSTOP returns here when continued.
};

const engine = await openEngine(task.folder, { leaseMs: task.leaseMs, onMoment });
process.on('disconnect', () => process.exit(0));

if (task.work === 'loop') {
  const ended = new AbortController();
  process.on('SIGTERM', () => ended.abort());
  await engine.worker.loop({ concurrency: 2, signal: ended.signal });
} else {
  const { runId } = task.work;
  const signal = new AbortController().signal;
  let run = await engine.worker.runToEnd(engine.owner, runId, signal);
  while (run.status === 'waiting_user') {
    await decideOpen(engine, runId);
    run = await engine.worker.runToEnd(engine.owner, runId, signal);
  }
  await tell({ moments });
  await tell({ ended: run.status });
}
await engine.stores.close();
process.disconnect?.();
