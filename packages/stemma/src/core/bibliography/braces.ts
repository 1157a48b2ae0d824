/** For each `{` of a part of a text the offset of its `}`; an unmatched one is missing. One pass. */
export const matchBraces = (text: string, start = 0, end = text.length): Map<number, number> => {
  const matches = new Map<number, number>();
  const open: number[] = [];
  for (let at = start; at < end; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0x7b) open.push(at);
    else if (unit === 0x7d) {
      const from = open.pop();
      if (from !== undefined) matches.set(from, at);
    }
  }
  return matches;
};
