import type { CslItem } from '@stemma/contract/csl';
import type { Author } from '@stemma/contract/records';
import { joinKeywords } from './bibliography-record.ts';

/** A name without a given name is an institution or a person of one name: `literal`, as CSL has it. */
const toName = ({ family, given }: Author): object => (given ? { family, given } : { literal: family });

/** An item in the variables of CSL 1.0.2, for Pandoc and other programs; an arXiv id is its place in an archive. */
const toStandard = ({ author, editor, keywords, arxivId, arxivVersion, ...item }: CslItem): object => ({
  ...item,
  ...(author?.length && { author: author.map(toName) }),
  ...(editor?.length && { editor: editor.map(toName) }),
  ...(keywords?.length && { keyword: joinKeywords(keywords) }),
  ...(arxivId !== undefined && {
    archive: 'arXiv',
    archive_location: `${arxivId}${arxivVersion === undefined ? '' : `v${arxivVersion}`}`,
  }),
});

/** CSL-JSON that reads back as the same items. */
export const writeCslJson = (items: readonly CslItem[]): string =>
  `${JSON.stringify(items.map(toStandard), null, 2)}\n`;
