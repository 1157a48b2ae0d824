const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Edits (insert, delete, replace, swap of neighbours) that turn one text into the other. */
export const editDistance = (from: string, to: string): number => {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const same = from[i - 1] === to[j - 1];
      let best = Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        best = Math.min(best, before[j - 2]! + 1);
      next.push(best);
    }
    before = row;
    row = next;
  }
  return row[to.length]!;
};

/**
 * The name a mistyped one most likely meant, or '' when none is near: at most a third of its letters
 * differ, case and separators aside.
 */
export const nearestName = (typed: string, names: readonly string[]): string => {
  const sought = plain(typed).slice(0, 64);
  const near = names
    .map((name) => ({ name, distance: editDistance(sought, plain(name)) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.floor(plain(name).length / 3)))
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1));
  return near[0]?.name ?? '';
};
