import fc from 'fast-check';

/**
 * Property tests draw the same inputs on every run, so that a red test is a change of the code. To look for
 * new counterexamples: `STEMMA_TEST_SEED=random npx vitest run PATH`; what is found becomes an example.
 */
const { STEMMA_TEST_SEED: asked } = process.env;
if (asked !== 'random') fc.configureGlobal({ seed: Number(asked ?? 20_261_130) });
