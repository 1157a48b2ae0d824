import { readFileSync } from 'node:fs';
import type { SearchHit } from '@stemma/contract/search';
import { describe, expect, it } from 'vitest';
import { rankCandidates } from '../retrieval/rank.ts';
import { indexTokens } from '../text/analyse.ts';
import { queryTerms } from '../text/query-terms.ts';
import { checkUnit } from './gate.ts';
import type { Ledger } from './ledger.ts';
import { questionLanguage } from './question.ts';
import { isQuotable } from './quotable.ts';
import { quoteAnswer } from './quote-answer.ts';
import { decideRefusal } from './refusal.ts';
import { testEntry, testPassage } from './test-ledger.ts';
import { splitUnits } from './units.ts';

type Doc = { key: string; text: string; title?: string };

const LIBRARY: Doc[] = [
  {
    key: 'a',
    text: 'We hang a mass from a spring. The decay rate of the envelope is 0.200 per second. See [E3] and *stars* with a_b $5 | pipe and [x](y) of the decay rate envelope.',
  },
  {
    key: 'b',
    text: 'The decay rate of the envelope is 0.200 per second. The damping ratio of the oscillator is 0.04, as Fig. 2 shows.',
  },
  { key: 'c', text: '参考振子的衰减率为 0.204。品质因数由衰减率算出。' },
  { key: 'd', text: 'Bananas ripen on ships. They turn yellow.' },
];

const ask = (question: string, docs: readonly Doc[] = LIBRARY) => {
  const terms = queryTerms(question);
  const tokens = docs.map((doc) => [...indexTokens(doc.title ?? ''), ...indexTokens(doc.text)]);
  const documentFrequency = new Map(
    terms.map(({ term, prefix }) => [
      term,
      tokens.filter((list) => list.some((token) => (prefix ? token.startsWith(term) : token === term)))
        .length,
    ]),
  );
  const stats = { passages: docs.length, meanLength: 20, documentFrequency };
  const candidates = docs.map((doc, ordinal) => ({
    passage: testPassage(doc.text, { id: String(ordinal).padStart(32, '0'), ordinal }),
    sourceId: doc.key,
    sourceKey: doc.key,
    title: doc.title ?? '',
  }));
  const { hits } = rankCandidates({ terms, stats, candidates, filter: {}, topK: 8 });
  const numbered = hits.map((hit, index) => ({ evidence: `E${index + 1}`, hit }));
  const answer = quoteAnswer({ question, terms, stats, hits: numbered });
  const refusal = decideRefusal({ question, terms, stats, hits, answerCover: answer.cover });
  return { answer, refusal, hits, numbered };
};

const ledgerOf = (numbered: readonly { evidence: string; hit: SearchHit }[]): Ledger =>
  numbered.map(({ evidence, hit }) =>
    testEntry(evidence, hit.passage.text, { passage: hit.passage, sourceKey: hit.sourceKey }),
  );

describe('quoteAnswer', () => {
  it('quotes the sentences that cover the question, each once', () => {
    const { answer } = ask(
      'What are the decay rate of the envelope and the damping ratio of the oscillator?',
    );
    const sentences = answer.quotations.map((quotation) => quotation.sentence);
    expect(sentences).toContain('The damping ratio of the oscillator is 0.04, as Fig. 2 shows.');
    expect(sentences.filter((sentence) => sentence.startsWith('The decay rate'))).toHaveLength(1);
    expect(answer.cover).toBeGreaterThan(0.9);
  });

  it.each([
    'What is the decay rate of the envelope?',
    'See stars with pipe and the decay rate envelope',
    '参考振子的衰减率是多少？',
    'What is the damping ratio of the oscillator?',
  ])('gives units that all pass the gate word for word: %s', (question) => {
    const { answer, numbered } = ask(question);
    const units = splitUnits(answer.markdown);
    expect(units).toHaveLength(answer.quotations.length);
    expect(units.length).toBeGreaterThan(0);
    units.forEach((unit, index) => {
      const result = checkUnit({ unit, ledger: ledgerOf(numbered), question });
      expect(result).toMatchObject({
        effect: 'show',
        verdicts: { identity: 'ok', span: 'exact', coverage: 'cited' },
      });
      expect(result.supports[0]!.quote).toBe(answer.quotations[index]!.sentence);
    });
  });
});

describe('decideRefusal', () => {
  it('answers what the library answers', () => {
    expect(ask('What is the decay rate of the envelope?').refusal).toBeNull();
  });

  it('refuses when single words match alone, and names what is missing in the words of the user', () => {
    expect(ask('What is the damping ratio of Torsion Pendulums in silicone oil?').refusal).toEqual({
      code: 'nothing_close',
      missing: ['Torsion Pendulums', 'silicone oil'],
      nextSearches: ['damping ratio'],
    });
    expect(ask('双摆的衰减率与李雅普诺夫指数').refusal).toMatchObject({
      code: 'nothing_close',
      missing: ['双摆', '李雅普诺夫指数'],
      nextSearches: ['衰减率'],
    });
  });

  it('tells an empty library, a question without words and unknown words apart', () => {
    expect(ask('anything', []).refusal).toMatchObject({ code: 'empty_library', missing: [] });
    expect(ask('?!').refusal).toMatchObject({ code: 'no_terms' });
    expect(ask('boiling nitrogen').refusal).toEqual({
      code: 'nothing_found',
      missing: ['boiling nitrogen'],
      nextSearches: [],
    });
  });

  it('says that nothing was found over empty passages, and cites nothing (case 39)', () => {
    const read = (name: string): string =>
      readFileSync(new URL(`./fixtures/39-cite-no-evidence/${name}`, import.meta.url), 'utf8');
    const evidence = JSON.parse(read('evidence.json')) as { source: string; text: string }[];
    const docs = evidence.map((entry) => ({ key: entry.source, text: entry.text }));
    const { answer, refusal } = ask(read('question.txt').trim(), docs);
    expect(answer.quotations).toEqual([]);
    expect(answer.markdown).toBe('');
    expect(refusal).toMatchObject({ code: 'nothing_found' });
    expect(refusal!.missing.join(' ')).toContain('ZQ-77');
    const invented = splitUnits('The half-life is 12 days, see https://example.com/zq77 [E1].')[0]!;
    const result = checkUnit({
      unit: invented,
      ledger: [testEntry('E1', ' ')],
      question: read('question.txt'),
    });
    expect(result).toMatchObject({ effect: 'hold', verdicts: { identity: 'foreign_id', span: 'none' } });
  });
});

describe('isQuotable', () => {
  it.each([
    ['The decay rate of the envelope is 0.200 per second.', true],
    ['用一次十秒钟的自由衰减记录，测得衰减率为 0.204 s−1。', true],
    ['decays at a rate that was cut off at the front.', false],
    ['The decay rate of the envelope is then', false],
    ['Quantity Symbol Equation Value decay rate γ (3.2) 0.200 time constant τ (3.2) 5.00 s.', false],
    ['x(t) = A e−γt cos(ωdt − φ), (3.1) where A and φ follow.', false],
    ['[1] I. Varga and T. Okonjo, Decay, vol. 3, pp. 1-9, 2021.', false],
    ['Yes, indeed.', false],
  ])('%s: %s', (sentence, expected) => {
    expect(isQuotable(sentence, 'text')).toBe(expected);
  });
});

describe('questionLanguage', () => {
  it('goes by the script of most words', () => {
    expect(questionLanguage('What is 阻尼?')).toBe('en');
    expect(questionLanguage('RK4 的误差是多少？')).toBe('zh');
    expect(questionLanguage('123')).toBe('en');
  });
});
