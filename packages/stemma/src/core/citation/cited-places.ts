import type { Claim, Support } from '@stemma/contract/records';

/** What of one work an answer cites, each place once and in the order of the answer. */
export type CitedPlaces = {
  readonly sourceKey: string;
  readonly pages: { page: number; pageLabel: string | null }[];
  readonly sections: string[];
  /** Tables, figures and formulas by their printed label: `Table 2`, `图 3`. */
  readonly labels: string[];
};

const LABEL =
  /^(?:(?:Table|Figure|Fig\.|Equation|Eq\.|Algorithm)\s*\(?\d+(?:\.\d+)*\)?|[表图]\s*\d+(?:[.-]\d+)*)/u;

const addOnce = (list: string[], entry: string | undefined): void => {
  if (entry !== undefined && entry !== '' && !list.includes(entry)) list.push(entry);
};

const addPlace = (places: CitedPlaces, { page, pageLabel, section, quote }: Support): void => {
  if (page !== null && !places.pages.some((known) => known.page === page))
    places.pages.push({ page, pageLabel });
  addOnce(places.sections, section.join(' › '));
  addOnce(places.labels, LABEL.exec(quote)?.[0]);
};

/** The works that claims cite, with the places of each. */
export const citedPlaces = (claims: readonly Claim[]): CitedPlaces[] => {
  const works = new Map<string, CitedPlaces>();
  for (const support of claims.flatMap((claim) => claim.supports)) {
    const { sourceKey } = support;
    const places = works.get(sourceKey) ?? { sourceKey, pages: [], sections: [], labels: [] };
    works.set(sourceKey, places);
    addPlace(places, support);
  }
  return [...works.values()];
};
