const GREATEST_DISTANCE = 3;
const SHOWN = 3;

/** Levenshtein distance, or `limit + 1` as soon as it must be more than `limit`. */
const editDistance = (a: string, b: string, limit: number): number => {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let above = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, above[j]! + 1, row[j - 1]! + 1));
    }
    if (Math.min(...row) > limit) return limit + 1;
    above = row;
  }
  return above[b.length]!;
};

/** Keys a mistyped one may have meant, nearest first, then by name; at most three. */
export const nearestKeys = (keys: readonly string[], mistyped: string): string[] => {
  const sought = mistyped.toLowerCase();
  const limit = Math.min(GREATEST_DISTANCE, Math.ceil(sought.length / 3));
  return keys
    .map((key) => ({ key, distance: editDistance(key.toLowerCase(), sought, limit) }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((a, b) => a.distance - b.distance || (a.key < b.key ? -1 : 1))
    .slice(0, SHOWN)
    .map(({ key }) => key);
};
