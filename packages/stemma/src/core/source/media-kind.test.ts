import { describe, expect, it } from 'vitest';
import { isTakenName, mediaKind } from './media-kind.ts';

const head = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe('mediaKind', () => {
  it.each([
    ['%PDF-1.7', 'paper.pdf', { kind: 'pdf' }],
    ['%PDF-1.7', 'paper.txt', { kind: 'pdf' }],
    ['junk\n%PDF-1.4', 'paper', { kind: 'pdf' }],
    ['# Notes', 'notes.MD', { kind: 'markdown' }],
    ['plain', 'a.b.txt', { kind: 'text' }],
    ['\x89PNG\r\n', 'figure.pdf', { fault: 'file_not_what_named', named: 'pdf', found: 'png_image' }],
    ['\x89PNG\r\n', 'figure.png', { fault: 'file_type_unknown' }],
    [
      '<!DOCTYPE html><p>Log in',
      'paper.pdf',
      { fault: 'file_not_what_named', named: 'pdf', found: 'web_page' },
    ],
    ['\0\0\0', 'zeros.pdf', { fault: 'file_not_what_named', named: 'pdf', found: 'no_pdf_header' }],
    ['anything', 'README', { fault: 'file_type_unknown' }],
  ])('%j named %s', (bytes, name, verdict) => {
    expect(mediaKind(head(bytes), name)).toEqual(verdict);
  });

  it('takes from a folder only what it may read', () => {
    expect(['a.pdf', 'b.Md', 'c.csv', 'd', '.pdf'].filter(isTakenName)).toEqual(['a.pdf', 'b.Md', '.pdf']);
  });
});
