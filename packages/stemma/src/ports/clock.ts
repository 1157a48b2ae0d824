/** Time and waiting, as a port, so that tests need no time to pass. */
export interface Clock {
  /** Integer milliseconds since 1970, UTC. */
  now(): number;
  /** Resolves after `ms`, or rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
