/** One place in a line of work done in parallel. */
export type Turn = {
  /**
   * Tells what bytes this place holds; resolves when every place before it has told or ended, and the one
   * before it with the same bytes has ended. So the first of two equal inputs is always the one that counts.
   */
  hashed(sha256: string): Promise<void>;
  /** Resolves when every place before it has ended: records are written in the order of the inputs. */
  alone(): Promise<void>;
  ended(): void;
};

type Place = {
  told: Promise<string | null>;
  tell(sha256: string | null): void;
  ended: Promise<void>;
  end(): void;
};

const createPlace = (): Place => {
  let tell: Place['tell'] = () => {};
  let end: Place['end'] = () => {};
  const told = new Promise<string | null>((resolve) => {
    tell = resolve;
  });
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { told, tell, ended, end };
};

/** Turns for `count` places that are begun in order; a place never waits for a later one. */
export const createTurns = (count: number): Turn[] => {
  const places = Array.from({ length: count }, createPlace);
  return places.map((place, index) => ({
    hashed: async (sha256) => {
      place.tell(sha256);
      const before = places.slice(0, index);
      const hashes = await Promise.all(before.map(({ told }) => told));
      const same = hashes.lastIndexOf(sha256);
      if (same >= 0) await before[same]!.ended;
    },
    alone: async () => {
      await Promise.all(places.slice(0, index).map(({ ended }) => ended));
    },
    ended: () => {
      place.tell(null);
      place.end();
    },
  }));
};
