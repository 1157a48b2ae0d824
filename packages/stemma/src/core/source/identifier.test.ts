import { describe, expect, it } from 'vitest';
import { identifierText, parseIdentifier } from './identifier.ts';

describe('parseIdentifier', () => {
  it.each([
    ['2401.12345v2', 'arXiv:2401.12345v2'],
    [' arXiv:hep-th/9901001 ', 'arXiv:hep-th/9901001'],
    ['math.GT/0309136v1', 'arXiv:math/0309136v1'],
    ['https://arxiv.org/abs/2401.12345', 'arXiv:2401.12345'],
    ['https://arxiv.org/pdf/2401.12345v3.pdf', 'arXiv:2401.12345v3'],
    ['https://doi.org/10.48550/arXiv.2401.12345', 'arXiv:2401.12345'],
    ['10.1000/XYZ', '10.1000/xyz'],
    ['doi:10.1000/a(b)c', '10.1000/a(b)c'],
    ['http://dx.doi.org/10.1000/x.1', '10.1000/x.1'],
  ])('reads %s', (input, text) => {
    expect(identifierText(parseIdentifier(input)!)).toBe(text);
  });

  it.each([
    'paper.pdf',
    'a 10.1000/xyz',
    '2401.1',
    '2413.12345',
    'https://example.com/10.1000/xyz',
    '',
    '10.5/x',
  ])('finds none in %j', (input) => {
    expect(parseIdentifier(input)).toBeUndefined();
  });
});
