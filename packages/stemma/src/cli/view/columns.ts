/** Terminal columns a text takes: East Asian wide characters take two, marks none. */
export const displayWidth = (text: string): number => {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
};

const MARK = /^\p{M}$/u;
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]$/u;

const characterWidth = (character: string): number =>
  MARK.test(character) ? 0 : WIDE.test(character) ? 2 : 1;

/** The text cut to at most `width` columns, with an ellipsis when something was cut. */
export const fitColumns = (text: string, width: number): string => {
  if (displayWidth(text) <= width) return text;
  let taken = '';
  let used = 1;
  for (const character of text) {
    used += characterWidth(character);
    if (used > width) break;
    taken += character;
  }
  return `${taken}…`;
};

export const padColumns = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - displayWidth(text)));

/** Pieces that may stand at the start of a line: words with their space, and single wide characters. */
const pieces = (text: string): string[] =>
  text.match(/[\u2e80-\u9fff\uff00-\uffef]|[^\s\u2e80-\u9fff\uff00-\uffef]+|\s+/g) ?? [];

/** Breaks a text into lines of at most `width` columns, between words or wide characters. */
export const wrapColumns = (text: string, width: number): string[] => {
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces(text)) {
    if (line !== '' && displayWidth(line) + displayWidth(piece.trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = piece.trimStart();
    } else line += piece;
  }
  if (line.trim() !== '' || lines.length === 0) lines.push(line.trimEnd());
  return lines;
};
