/** What first pages say, written down by hand; null where a page says nothing. Families alone of authors. */
export type FactsTruth = {
  title: string;
  families: readonly string[];
  year: number | null;
  venue: string | null;
  arxiv: string | null;
};

const plain = (title: string, families: readonly string[], year: number | null): FactsTruth => ({
  title,
  families,
  year,
  venue: null,
  arxiv: null,
});

const FORMULA: Readonly<Record<string, Omit<FactsTruth, 'arxiv'>>> = {
  article: {
    title: 'Quantitative Bounds for Interacting Diffusions',
    families: ['Author', 'Writer'],
    year: 2026,
    venue: null,
  },
  cm: {
    title: 'On the Efficient Approximation of Stiff Systems',
    families: ['Composer'],
    year: 2026,
    venue: null,
  },
  fleqn: { title: 'Sensitivity of Affine Estimators', families: ['Tester'], year: 2026, venue: null },
  ieee: {
    title: 'Multi-Scale Preconditioning for Efficient Filtering',
    families: ['Author', 'Writer'],
    year: null,
    venue: 'JOURNAL OF EXAMPLES',
  },
  leqno: { title: 'REGULARITY FOR DEGENERATE DIFFUSIONS', families: ['Prover'], year: null, venue: null },
  xe: { title: '相互作用扩散过程的定量估计', families: ['作', '作'], year: 2026, venue: null },
};

export const FACTS_TRUTH: Readonly<Record<string, FactsTruth>> = {
  'examples/library/damped-oscillator.pdf': plain(
    'Decay, Decrement and Quality Factor of the Damped Oscillator',
    ['Varga', 'Okonjo'],
    2021,
  ),
  'examples/library/driven-resonance.pdf': plain(
    'Two Ways to the Quality Factor: Resonance Width and Ring-Down of a Driven Oscillator',
    ['Halvorsen', 'Amadi'],
    2022,
  ),
  'examples/library/integrators.pdf': plain(
    'Four Integrators on One Oscillator: Energy Drift and Order of Convergence',
    ['Kowalczyk', 'Brandt'],
    2023,
  ),
  'examples/library/zh-decay.pdf': plain('阻尼振动衰减率的测量', ['沈', '陆'], 2024),
  ...Object.fromEntries(
    Object.entries(FORMULA).flatMap(([style, truth]) =>
      ['dev', 'test'].map((part) => [
        `../shared/corpus/formula/${style}_${part}.pdf`,
        { ...truth, arxiv: null },
      ]),
    ),
  ),
  '../shared/corpus/pdf-real/pdfjs_tracemonkey.pdf': {
    title: 'Trace-based Just-in-Time Type Specialization for Dynamic Languages',
    families:
      'Gal Eich Shaver Anderson Mandelin Haghighat Kaplan Hoare Zbarsky Orendorff Ruderman Smith Reitmaier Bebenita Chang Franz'.split(
        ' ',
      ),
    year: 2009,
    venue: 'PLDI’09',
    arxiv: null,
  },
  '../shared/corpus/pdf-real/pwl_csp.pdf': {
    title: 'Communicating Sequential Processes',
    families: ['Hoare'],
    year: 1978,
    venue: 'Communications of the ACM',
    arxiv: null,
  },
  '../shared/corpus/pdf-real/pwl_grover.pdf': plain(
    'A fast quantum mechanical algorithm for database search',
    ['Grover'],
    null,
  ),
  '../shared/corpus/pdf-real/pwl_ntruprime.pdf': plain(
    'NTRU Prime',
    ['Bernstein', 'Chuengsatiansup', 'Lange', 'van Vredendaal'],
    null,
  ),
  '../shared/corpus/pdf-real/pwl_qml.pdf': {
    ...plain(
      'Advances in quantum machine learning',
      'Adcock Allen Day Frick Hinchliff Johnson Morley-Short Pallister Price Stanisic'.split(' '),
      2015,
    ),
    arxiv: '1512.02900v1',
  },
  '../shared/corpus/pdf-real/pwl_sparsejl.pdf': {
    ...plain('A Sparse Johnson–Lindenstrauss Transform', ['Dasgupta', 'Kumar', 'Sarlós'], 2010),
    venue: 'STOC’10',
    arxiv: '1004.4240v1',
  },
  '../shared/corpus/pdf-real/pwl_sz_ieee.pdf': {
    ...plain(
      'Significantly Improving Lossy Compression for Scientific Data Sets Based on Multidimensional Prediction and Error-Controlled Quantization',
      ['Tao', 'Di', 'Chen', 'Cappello'],
      2017,
    ),
    arxiv: '1706.03791v1',
  },
};
