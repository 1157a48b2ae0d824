import { foldText } from '../text/fold.ts';
import { surnameReading } from './surnames.ts';

const pairs = (table: string): [string, string][] =>
  table.split(' ').map((entry) => [entry[0]!, entry.slice(2)]);

/** Simple romanisation (ISO 9 without marks, ISO 843), enough for a key one can type. */
const LETTERS = new Map(
  pairs(
    'а=a б=b в=v г=g д=d е=e ж=zh з=z и=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch ш=sh щ=shch ъ= ы=y ь= э=e ю=yu я=ya і=i є=ye ђ=dj љ=lj њ=nj ћ=c џ=dz α=a β=b γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s τ=t υ=y φ=f χ=ch ψ=ps ω=o',
  ),
);

const HAN_RUN = /\p{Script=Han}+/gu;
const OTHER = /[^\x20-\x7e]/gu;

/** A text in ASCII: diacritics off, Cyrillic and Greek romanised, anything else dropped. */
export const toAscii = (text: string): string =>
  foldText(text).replace(OTHER, (letter) => LETTERS.get(letter) ?? '');

/** A family name in ASCII; a Chinese one (alone or at the front of a full name) by its reading. */
export const familyToAscii = (family: string): string =>
  toAscii(foldText(family).replace(HAN_RUN, (run) => surnameReading(run)));
