/** Cyrillic and Greek letters drawn like Latin ones, in order of {@link LATIN}. */
const LOOKALIKES = 'АВЕКМНОРСТХУІЈЅаеорсухіјѕһԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧοανι';
const LATIN = 'ABEKMHOPCTXYIJSaeopcyxijshdqwABEZHIKMNOPTYXoavi';

const toLatin = new Map([...LOOKALIKES].map((letter, index) => [letter, LATIN[index]!]));
const LOOKALIKE = new RegExp(`[${LOOKALIKES}]`, 'gu');
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const DASH = /[\u2010-\u2015\u2212\ufe58]/gu;
const HYPHEN_BREAK = /(?<=[\p{L}\p{N}])-[ \t]*\r?\n[ \t]*(?=[\p{L}\p{N}])/gu;

/**
 * Text as names and ids are compared in it: widths folded (NFKC), look-alike letters as Latin, dashes as
 * `-`, invisible characters dropped, a hyphen at a line end with its line end taken as a hyphen alone.
 * Letters of words in Greek or Russian change too, so this is for looking up ids only, never for matching text.
 */
export const foldLookalikes = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(DASH, '-')
    .replace(HYPHEN_BREAK, '-')
    .replace(LOOKALIKE, (letter) => toLatin.get(letter) ?? letter);
