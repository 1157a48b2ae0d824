const OBJECT = /(?<![0-9])(\d{1,9})\s+(\d{1,5})\s+obj\b/gu;
const MOST_OBJECTS = 200_000;
/** As much of an object as tells its type. */
const HEAD = 600;

type Found = { number: number; generation: number; head: string };

/**
 * A file whose end is lost, with a new one: a trailer that names the catalog found among the objects, or a
 * catalog and a page tree made for the pages that are there (ISO 32000-1, 7.5.5 and 7.7). Engines find the
 * objects themselves, but not where to begin. Undefined when there is nothing to begin with.
 */
export const mendTrailer = (bytes: Uint8Array): Uint8Array | undefined => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const objects = findObjects(text);
  const highest = objects.reduce((most, { number }) => Math.max(most, number), 0);
  const catalog = objects.findLast(
    ({ head }) => /\/Type\s*\/Catalog\b/u.test(head) && /\/Pages\s+\d/u.test(head),
  );
  const tree = objects.findLast(
    ({ head }) => /\/Type\s*\/Pages\b/u.test(head) && !/\/Parent\s+\d/u.test(head),
  );
  const pages = objects.filter(({ head }) => /\/Type\s*\/Page\b(?!s)/u.test(head));
  const made: string[] = [];
  const reference = ({ number, generation }: Found): string => `${number} ${generation} R`;
  if (catalog === undefined && tree === undefined && pages.length === 0) return undefined;
  let root = catalog === undefined ? '' : reference(catalog);
  if (catalog === undefined) {
    let top = tree === undefined ? '' : reference(tree);
    if (tree === undefined) {
      top = `${highest + 1} 0 R`;
      made.push(
        `${highest + 1} 0 obj\n<< /Type /Pages /Kids [${pages.map(reference).join(' ')}] /Count ${pages.length} >>\nendobj`,
      );
    }
    root = `${highest + 2} 0 R`;
    made.push(`${highest + 2} 0 obj\n<< /Type /Catalog /Pages ${top} >>\nendobj`);
  }
  const isCut = text.lastIndexOf('endobj') < Math.max(text.lastIndexOf(' obj'), text.lastIndexOf('\nobj'));
  const end = [
    '',
    ...(isCut ? ['endstream', 'endobj'] : []),
    ...made,
    `trailer\n<< /Size ${highest + 3} /Root ${root} >>\nstartxref\n0\n%%EOF\n`,
  ].join('\n');
  return Buffer.concat([bytes, Buffer.from(end, 'latin1')]);
};

const findObjects = (text: string): Found[] => {
  const byNumber = new Map<number, Found>();
  for (const match of text.matchAll(OBJECT)) {
    if (byNumber.size > MOST_OBJECTS) break;
    const from = match.index + match[0].length;
    const head = text.slice(from, from + HEAD);
    const end = head.search(/\bstream\b|endobj/u);
    const number = Number(match[1]);
    byNumber.delete(number);
    byNumber.set(number, { number, generation: Number(match[2]), head: end < 0 ? head : head.slice(0, end) });
  }
  return [...byNumber.values()];
};
