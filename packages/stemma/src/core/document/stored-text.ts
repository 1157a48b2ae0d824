const OVERRIDES = /[\u202A-\u202E\u2066-\u2069]/gu;
const CONTROL = /[\u0000-\u0008\u000B\u000E-\u001F\u007F-\u0084\u0086-\u009F]/gu;
const NON_CHARACTER = /[\uFDD0-\uFDEF\uFFFE\uFFFF]/gu;

/** Text of a file made safe to store and show: no control, lone surrogate or direction override. */
export const toStoredText = (text: string): { text: string; replaced: boolean } => {
  const safe = text
    .replace(/^\uFEFF/, '')
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .replace(OVERRIDES, '')
    .replace(CONTROL, '\uFFFD')
    .replace(NON_CHARACTER, '\uFFFD');
  return { text: safe, replaced: safe !== text.replace(/^\uFEFF/, '') };
};
