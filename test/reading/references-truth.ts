/** What the entries of the sample bibliographies say, by `\bibitem` key, written down from their TeX. */
export type ReferenceTruth = {
  families: string;
  year: number;
  title: string;
  venue?: string;
  volume?: string;
  page?: string;
  DOI?: string;
  arxivId?: string;
};

const FORMULA: Readonly<Record<string, ReferenceTruth>> = {
  adams: { families: 'Adams Fournier', year: 2003, title: 'Sobolev Spaces', venue: 'Academic Press' },
  bubeck: {
    families: 'Bubeck',
    year: 2015,
    title: 'Convex optimization: algorithms and complexity',
    venue: 'Found. Trends Mach. Learn.',
    volume: '8',
    page: '231–357',
  },
  ciarlet: {
    families: 'Ciarlet',
    year: 1978,
    title: 'The Finite Element Method for Elliptic Problems',
    venue: 'North-Holland',
  },
  dalang: {
    families: 'Dalang',
    year: 1999,
    title: 'Extending the martingale measure stochastic integral',
    venue: 'Electron. J. Probab.',
    volume: '4',
    page: '1–29',
    DOI: '10.1214/ejp.v4-43',
  },
  efron: {
    families: 'Efron Tibshirani',
    year: 1993,
    title: 'An Introduction to the Bootstrap',
    venue: 'Chapman & Hall',
  },
  fournier: {
    families: 'Fournier Guillin',
    year: 2015,
    title: 'On the rate of convergence in Wasserstein distance',
    venue: 'Probab. Theory Relat. Fields',
    volume: '162',
    page: '707–738',
  },
  kingma: {
    families: 'Kingma Ba',
    year: 2015,
    title: 'Adam: a method for stochastic optimization',
    venue: 'ICLR',
    arxivId: '1412.6980',
  },
  ledoux: { families: 'Ledoux', year: 2001, title: 'The Concentration of Measure Phenomenon', venue: 'AMS' },
  robbins: {
    families: 'Robbins Monro',
    year: 1951,
    title: 'A stochastic approximation method',
    venue: 'Ann. Math. Statist.',
    volume: '22',
    page: '400–407',
  },
  villani: { families: 'Villani', year: 2009, title: 'Optimal Transport: Old and New', venue: 'Springer' },
  zhang: {
    families: 'Zhang Wei Nuttinen',
    year: 2021,
    title: 'Effective preconditioners for coefficient fields with high contrast',
  },
};

const SAMPLES: Readonly<Record<string, ReferenceTruth>> = {
  landau: { families: 'Landau Lifshitz', year: 1976, title: 'Mechanics', venue: 'Pergamon Press' },
  french: { families: 'French', year: 1971, title: 'Vibrations and Waves', venue: 'W. W. Norton' },
  rayleigh: { families: 'Strutt', year: 1894, title: 'The Theory of Sound', venue: 'Macmillan', volume: '1' },
  varga: {
    families: 'Varga Okonjo',
    year: 2021,
    title: 'Decay, decrement and quality factor of the damped oscillator',
  },
  halvorsen: {
    families: 'Halvorsen Amadi',
    year: 2022,
    title: 'Two ways to the quality factor: resonance width and ring-down of a driven oscillator',
  },
  verlet: {
    families: 'Verlet',
    year: 1967,
    title:
      'Computer ‘experiments’ on classical fluids. I. Thermodynamical properties of Lennard-Jones molecules',
    venue: 'Physical Review',
    volume: '159',
    page: '98–103',
  },
  'hairer-gni': {
    families: 'Hairer Lubich Wanner',
    year: 2006,
    title: 'Geometric Numerical Integration',
    venue: 'Springer',
  },
  'hairer-ode': {
    families: 'Hairer Nørsett Wanner',
    year: 1993,
    title: 'Solving Ordinary Differential Equations I: Nonstiff Problems',
    venue: 'Springer',
  },
  kowalczyk: {
    families: 'Kowalczyk Brandt',
    year: 2023,
    title: 'Four integrators on one oscillator: energy drift and order of convergence',
  },
};

export const REFERENCES_TRUTH: Readonly<Record<string, ReferenceTruth>> = { ...FORMULA, ...SAMPLES };
