import { describe, expect, it } from 'vitest';
import { clauseSpans } from './clauses.ts';

const clauses = (question: string): string[] =>
  clauseSpans(question).map(({ start, end }) => question.slice(start, end).trim());

describe('clauseSpans', () => {
  it.each([
    ['What is Q?', ['What is Q']],
    ['What is Q, and what does it cost?', ['What is Q', 'what does it cost']],
    ['How large is the drift and how does it grow?', ['How large is the drift', 'how does it grow']],
    ['the drift and the order', ['the drift and the order']],
    ['品质因数是多少，价格是多少？', ['品质因数是多少', '价格是多少']],
    ['衰减率是多少；误差多大？', ['衰减率是多少', '误差多大']],
    ['', []],
  ])('parts %j', (question, parts) => {
    expect(clauses(question)).toEqual(parts);
  });
});
