/** Named moments of the engine, in order of time within one visit. */
export const ENGINE_POINTS = [
  'visit.begin',
  'step.begin',
  'intent.before',
  'intent.committed',
  'effect.begin',
  'effect.done',
  'result.committed',
  'emit.committed',
  'commit.before',
  'commit.done',
] as const;
export type EnginePoint = (typeof ENGINE_POINTS)[number];

/** Told of each moment; crash tests die in it. The engine goes on when it returns. */
export type EngineProbe = (point: EnginePoint, where: { node: string; key?: string }) => void;

export const noProbe: EngineProbe = () => {};
