/** Name and version of the text reader, part of every document id: raise it when readings change. */
export const TEXT_READER = 'text/2';

/** The same for TeX source. */
export const TEX_READER = 'tex/1';
