import { LIMITS } from '@stemma/contract/limits';
import { StemmaError } from '../../errors/stemma-error.ts';
import type { Clock } from '../../ports/clock.ts';

export type PoliteHttpOptions = {
  /** Everything asked for lies below it; no other origin is ever reached. */
  baseUrl: string;
  userAgent: string;
  clock: Clock;
  /** Least time between the beginnings of two questions. */
  intervalMs?: number;
  timeoutMs?: number;
  maxBytes?: number;
};

export type Question = {
  /** What was asked for, for faults. */
  id: string;
  /** Added to the base URL: path and query. */
  path: string;
  /** Media types that are an answer; anything else is refused. */
  accepts: readonly string[];
};

export interface PoliteHttp {
  readonly host: string;
  /** The text of an answer; `undefined` when the service says there is none (404, 410). */
  ask(question: Question, signal: AbortSignal): Promise<string | undefined>;
}

type Outcome =
  | { kind: 'text'; text: string }
  | { kind: 'absent' }
  | { kind: 'again'; waitMs: number; fault: StemmaError };

const RETRY_MS = 1_000;

/** Retry-After: seconds, or a date; null when it says neither. */
const retryAfterMs = (header: string | null, now: number): number | null => {
  if (header === null) return null;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
};

const causeOf = (error: unknown): string => {
  const cause = (error as { cause?: { code?: string } }).cause;
  return cause?.code ?? (error instanceof Error ? error.name : 'Error');
};

/** Reads a body up to a limit; undefined when it is longer. */
const readBody = async (response: Response, maxBytes: number): Promise<Uint8Array | undefined> => {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size > maxBytes) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
};

type Asking = Required<PoliteHttpOptions> & { host: string; question: Question };

const bad = ({ host, question }: Asking, reason: string): StemmaError =>
  new StemmaError('lookup_answer_bad', { id: question.id, host, reason });

/** The address an answer sends on to, if it is of the same origin. */
const followed = (asking: Asking, from: URL, response: Response): URL => {
  const location = response.headers.get('location');
  if (location === null || !URL.canParse(location, from.href)) throw bad(asking, `HTTP ${response.status}`);
  const to = new URL(location, from);
  if (to.origin !== from.origin) throw bad(asking, `HTTP ${response.status} → ${to.host}`);
  return to;
};

const textOf = async (asking: Asking, response: Response): Promise<string> => {
  const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!asking.question.accepts.includes(type)) throw bad(asking, type || 'Content-Type');
  const body = await readBody(response, asking.maxBytes);
  if (body === undefined) throw bad(asking, `> ${asking.maxBytes} B`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw bad(asking, 'UTF-8');
  }
};

const outcomeOf = async (asking: Asking, response: Response): Promise<Outcome> => {
  const { status } = response;
  const { host, clock, question } = asking;
  if (status === 404 || status === 410) return { kind: 'absent' };
  const waitMs = retryAfterMs(response.headers.get('retry-after'), clock.now());
  if (status === 429 || status === 503) {
    const seconds = waitMs === null ? '' : Math.ceil(waitMs / 1000);
    const fault = new StemmaError('lookup_rate_limited', { id: question.id, host, seconds });
    return { kind: 'again', waitMs: waitMs ?? RETRY_MS, fault };
  }
  if (status >= 500) return { kind: 'again', waitMs: RETRY_MS, fault: bad(asking, `HTTP ${status}`) };
  if (status !== 200) throw bad(asking, `HTTP ${status}`);
  return { kind: 'text', text: await textOf(asking, response) };
};

/** One attempt: redirects within the origin are followed, every wait is bounded. */
const attempt = async (asking: Asking, signal: AbortSignal): Promise<Outcome> => {
  const { question, host, timeoutMs } = asking;
  const late = AbortSignal.timeout(timeoutMs);
  const given = AbortSignal.any([signal, late]);
  try {
    let url = new URL(asking.baseUrl + question.path);
    for (let hop = 0; hop <= LIMITS.lookup.redirects; hop += 1) {
      const response = await fetch(url, {
        redirect: 'manual',
        signal: given,
        headers: { 'user-agent': asking.userAgent, accept: question.accepts.join(', ') },
      });
      if (![301, 302, 303, 307, 308].includes(response.status)) return await outcomeOf(asking, response);
      await response.body?.cancel();
      url = followed(asking, url, response);
    }
    throw bad(asking, 'HTTP 3xx');
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof StemmaError) throw error;
    if (late.aborted)
      throw new StemmaError('lookup_timed_out', { id: question.id, host, seconds: timeoutMs / 1000 });
    const reason = causeOf(error);
    const fault = new StemmaError('lookup_offline', { id: question.id, host, reason }, { cause: error });
    return { kind: 'again', waitMs: RETRY_MS, fault };
  }
};

/** Asks until there is an answer, as often and as long as a service may be waited for. */
const askPatiently = async (asking: Asking, signal: AbortSignal): Promise<string | undefined> => {
  for (let left = LIMITS.lookup.attempts - 1; ; left -= 1) {
    const outcome = await attempt(asking, signal);
    if (outcome.kind === 'text') return outcome.text;
    if (outcome.kind === 'absent') return undefined;
    if (left === 0 || outcome.waitMs > LIMITS.lookup.retryAfterMs) throw outcome.fault;
    await asking.clock.sleep(outcome.waitMs, signal);
  }
};

/** Asks one service over HTTP, one question at a time, and never anyone it sends on to. */
export const createPoliteHttp = (options: PoliteHttpOptions): PoliteHttp => {
  const settings = {
    intervalMs: 0,
    timeoutMs: LIMITS.lookup.timeoutMs,
    maxBytes: LIMITS.lookup.bytes,
    ...options,
  };
  const { host } = new URL(options.baseUrl);
  let line: Promise<unknown> = Promise.resolve();
  let notBefore = 0;
  const ask = async (question: Question, signal: AbortSignal): Promise<string | undefined> => {
    const waitMs = notBefore - options.clock.now();
    if (waitMs > 0) await options.clock.sleep(waitMs, signal);
    signal.throwIfAborted();
    notBefore = options.clock.now() + settings.intervalMs;
    return askPatiently({ ...settings, host, question }, signal);
  };
  return {
    host,
    ask: (question, signal) => {
      const asked = line.then(() => ask(question, signal));
      line = asked.catch(() => {});
      return asked;
    },
  };
};
