const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).filter(Boolean));

/** Lower case, without the last full stop. A full stop after one of these never ends a sentence. */
export const ABBREVIATIONS = words(
  `e.g i.e eg ie al et eq eqs eqn eqns fig figs tab tabs sec secs sect ch chap app appx ref refs no nos nr vol vols p pp
def defs thm thms lem prop cor rem ex alg algs ser suppl supp ed eds edn vs v cf viz resp approx ca c.f w.r.t s.t a.k.a i.i.d
dr mr mrs ms prof st sr jr rev hon gen col lt capt dept univ inst lab assoc corp inc ltd co dipl
jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri
max min avg std dev temp conc sp spp var subsp cv op cit ibid loc transl trans rep proc conf int natl acad sci phys math chem biol med eng technol
u.s u.k e.u ph.d m.d b.sc m.sc d.c a.m p.m`,
);

/** These end a sentence when the next word begins one. */
export const MAY_END = words('etc al.etc inc ltd co u.s u.k a.m p.m ph.d m.d jr sr');

/** Units and words of one capital letter often stand before a full stop: "vitamin C. The". */
export const SENTENCE_OPENERS = words(
  `the this these those it its in we our however moreover thus hence then here there they a an at by for from if as on but
and with when while where since although because after before both each all no such to so see let note one two another
finally first second next also therefore furthermore`,
);
