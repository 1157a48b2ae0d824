import { LIMITS } from '@stemma/contract/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMarkdown } from './markdown-document.ts';
import { readPlainText } from './text-document.ts';

describe('readMarkdown', () => {
  it('gives plain text with sections, kinds and facts', () => {
    const { passages, facts } = readMarkdown(
      [
        '---',
        'title: Notes on Decay',
        'author: [Ilse Varga, "Okonjo, Tomas"]',
        'date: 2021-03-04',
        'doi: https://doi.org/10.1000/xyz',
        '---',
        '# Notes on Decay',
        '',
        'A **bold** word, a [link](https://x.org/a_b), `code` and $a_1*b_1*c$.',
        '',
        '## Numbers',
        '',
        '| quantity | value |',
        '|---|---|',
        '| rate | 0.2 |',
        '',
        '```python',
        'x = 1  # not a heading',
        '```',
        '',
        '- first item',
        '- second *item*',
        '',
        '### Empty',
      ].join('\n'),
    );
    expect(passages.map(({ kind, section, text }) => [kind, section.join(' > '), text])).toEqual([
      ['text', 'Notes on Decay', 'A bold word, a link, code and $a_1*b_1*c$.'],
      ['table', 'Notes on Decay > Numbers', 'quantity  value\nrate  0.2'],
      ['code', 'Notes on Decay > Numbers', 'x = 1  # not a heading'],
      ['text', 'Notes on Decay > Numbers', 'first item second item'],
      ['text', 'Notes on Decay > Numbers > Empty', 'Empty'],
    ]);
    expect(facts).toMatchObject({
      title: { value: 'Notes on Decay', origin: 'front_matter' },
      authors: {
        value: [
          { family: 'Varga', given: 'Ilse' },
          { family: 'Okonjo', given: 'Tomas' },
        ],
        origin: 'front_matter',
      },
      year: { value: 2021, origin: 'front_matter' },
      doi: { value: '10.1000/xyz', origin: 'front_matter' },
    });
  });

  it('leaves bad front matter in the text and takes the first heading as title', () => {
    const { passages, facts } = readMarkdown('---\n: [\n---\n\n# A title\n\nText.');
    expect(facts.title).toEqual({ value: 'A title', origin: 'first_page' });
    expect(passages.some((passage) => passage.text === 'Text.')).toBe(true);
  });

  it('cuts long text at sentence ends and long code at lines, within the limit', () => {
    const sentence = 'The decay rate of the envelope is the damping ratio times the natural frequency. ';
    const { passages } = readMarkdown(
      `# T\n\n${sentence.repeat(40)}\n\n\`\`\`\n${'x = 1\n'.repeat(500)}\`\`\`\n\n${'y'.repeat(5000)}`,
    );
    for (const passage of passages) {
      expect(passage.text.length).toBeLessThanOrEqual(LIMITS.passageLength.max);
      if (passage.kind === 'text' && passage.text.startsWith('The')) expect(passage.text).toMatch(/\.$/);
    }
    expect(
      passages
        .filter((passage) => passage.kind === 'text')
        .map((passage) => passage.text)
        .join(' ')
        .replace(/ /g, ''),
    ).toBe((sentence.repeat(40) + 'y'.repeat(5000)).replace(/ /g, ''));
  });

  it('reads any text without a fault', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
        for (const passage of [...readMarkdown(text).passages, ...readPlainText(text).passages]) {
          expect(passage.text.length).toBeGreaterThan(0);
          expect(passage.text.length).toBeLessThanOrEqual(LIMITS.passageLength.max);
          expect(passage.text).toBe(passage.text.normalize('NFC'));
        }
      }),
    );
  });
});

describe('readPlainText', () => {
  it('joins wrapped lines, parts paragraphs, and reads headings', () => {
    const { passages } = readPlainText(
      'INTRODUCTION\n\nThis is one\nparagraph.\n\n衰减率\n的测量。\n\nResults\n=======\nMore text.\n',
    );
    expect(passages.map(({ section, text }) => [section.join(), text])).toEqual([
      ['INTRODUCTION', 'This is one paragraph. 衰减率的测量。'],
      ['Results', 'More text.'],
    ]);
  });
});
