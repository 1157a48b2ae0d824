/** An arXiv id without its version, in lower case for the archive: `2311.04567`, `hep-th/9901001`. */
export type ArxivId = { readonly id: string; readonly version: number | null };
export type ArxivMention = ArxivId & { readonly start: number; readonly end: number };

/** Archives of ids before April 2007; a subject class (`math.GT`) is no part of the identity. */
const ARCHIVES =
  'acc-phys|adap-org|alg-geom|ao-sci|astro-ph|atom-ph|bayes-an|chao-dyn|chem-ph|cmp-lg|comp-gas|cond-mat|cs|dg-ga|funct-an|gr-qc|hep-ex|hep-lat|hep-ph|hep-th|math|math-ph|mtrl-th|nlin|nucl-ex|nucl-th|patt-sol|physics|plasm-ph|q-alg|q-bio|quant-ph|solv-int|supr-con';

const YEAR_MONTH = '\\d{2}(?:0[1-9]|1[0-2])';
const OLD = `(?<archive>${ARCHIVES})(?:\\.[A-Za-z]{2})?\\/(?<old>${YEAR_MONTH}\\d{3})`;
const NEW = `(?<new>${YEAR_MONTH}\\.\\d{4,5})`;
const VERSION = '(?:v(?<version>[1-9]\\d{0,2}))?';
/** Neither another id's tail nor a longer number; a DOI prefix other than arXiv's own is none. */
const MENTION = new RegExp(
  `(?<![\\w./-])(?<prefix>(?:https?:\\/\\/)?(?:[a-z]+\\.)*(?:arxiv\\.org|xxx\\.lanl\\.gov)\\/(?:abs|pdf|html|format)\\/|arxiv\\s*:\\s*|(?:(?:https?:\\/\\/)?(?:dx\\.)?doi\\.org\\/|doi:\\s*)?10\\.48550\\/arxiv\\.)?(?:${OLD}|${NEW})${VERSION}(?![\\w-]|\\.\\d)`,
  'giu',
);

/** Five digits after the point since January 2015, four before. */
const isNewForm = (id: string): boolean => {
  const [yearMonth, number] = id.split('.') as [string, string];
  if (Number(yearMonth) < 704) return false;
  return Number(yearMonth) >= 1501 ? number.length === 5 : number.length === 4;
};

/**
 * arXiv ids written in a text, with where they stand. A bare new-style number counts only with a prefix
 * or when it is the whole text, since page and data numbers look the same, unless `bare` allows it.
 */
export const findArxivIds = (text: string, options: { bare?: boolean } = {}): ArxivMention[] => {
  const mentions: ArxivMention[] = [];
  for (const match of text.matchAll(MENTION)) {
    const { archive, old, version, prefix } = match.groups as Record<string, string | undefined>;
    const modern = match.groups!.new;
    if (modern !== undefined && !isNewForm(modern)) continue;
    const isWhole = match[0].length === text.trim().length;
    if (modern !== undefined && !prefix && !version && !isWhole && !options.bare) continue;
    mentions.push({
      id: modern ?? `${archive!.toLowerCase()}/${old}`,
      version: version === undefined ? null : Number(version),
      start: match.index,
      end: match.index + match[0].length,
    });
  }
  return mentions;
};

/** The first arXiv id of a text (an id, a link, a line with one); undefined when it has none. */
export const parseArxivId = (text: string): ArxivId | undefined => {
  const found = findArxivIds(text)[0];
  return found && { id: found.id, version: found.version };
};
