/**
 * Unicode for the character codes of the Computer Modern math fonts (Knuth, *Computer Modern Typefaces*,
 * 1986; encodings OML, OMS, OMX) and of the AMS symbols. pdfTeX files often carry these fonts without a
 * map to Unicode, and a reader then sees `Z` for an integral and `X` for a sum. One entry per code from
 * 0; `\uFFFD` where no character says it.
 */
const codes = (rows: string): readonly string[] => rows.trim().split(/\s+/);

const OMS = codes(`
  − · × ∗ ÷ ⋄ ± ∓ ⊕ ⊖ ⊗ ⊘ ⊙ ○ ∘ •
  ≍ ≡ ⊆ ⊇ ≤ ≥ ≼ ≽ ∼ ≈ ⊂ ⊃ ≪ ≫ ≺ ≻
  ← → ↑ ↓ ↔ ↗ ↘ ≃ ⇐ ⇒ ⇑ ⇓ ⇔ ↖ ↙ ∝
  ′ ∞ ∈ ∋ △ ▽ ̸ ↦ ∀ ∃ ¬ ∅ ℜ ℑ ⊤ ⊥
  ℵ A B C D E F G H I J K L M N O
  P Q R S T U V W X Y Z ∪ ∩ ⊎ ∧ ∨
  ⊢ ⊣ ⌊ ⌋ ⌈ ⌉ { } ⟨ ⟩ | ∥ ↕ ⇕ \\ ≀
  √ ⨿ ∇ ∫ ⊔ ⊓ ⊑ ⊒ § † ‡ ¶ ♣ ♢ ♡ ♠`);

const OMX = codes(`
  ( ) [ ] ⌊ ⌋ ⌈ ⌉ { } ⟨ ⟩ | ∥ / \\
  ( ) ( ) [ ] ⌊ ⌋ ⌈ ⌉ { } ⟨ ⟩ / \\
  ( ) [ ] ⌊ ⌋ ⌈ ⌉ { } ⟨ ⟩ / \\ / \\
  ⎛ ⎞ ⎡ ⎤ ⎣ ⎦ ⎢ ⎥ ⎧ ⎫ ⎩ ⎭ ⎨ ⎬ ⎪ ⏐
  ⎝ ⎠ ⎜ ⎟ ⟨ ⟩ ⊔ ⊔ ∮ ∮ ⊙ ⊙ ⊕ ⊕ ⊗ ⊗
  ∑ ∏ ∫ ⋃ ⋂ ⊎ ⋀ ⋁ ∑ ∏ ∫ ⋃ ⋂ ⊎ ⋀ ⋁
  ∐ ∐ ^ ^ ^ ~ ~ ~ [ ] ⌊ ⌋ ⌈ ⌉ { }
  √ √ √ √ √ √ √ ∥ ↑ ↓ ⏞ ⏞ ⏟ ⏟ ⇑ ⇓`);

const OML = codes(`
  Γ Δ Θ Λ Ξ Π Σ Υ Φ Ψ Ω α β γ δ ϵ
  ζ η θ ι κ λ μ ν ξ π ρ σ τ υ ϕ χ
  ψ ω ε ϑ ϖ ϱ ς φ ↼ ↽ ⇀ ⇁ ‘ ’ ▷ ◁
  0 1 2 3 4 5 6 7 8 9 . , < / > ⋆
  ∂ A B C D E F G H I J K L M N O
  P Q R S T U V W X Y Z ♭ ♮ ♯ ⌣ ⌢
  ℓ a b c d e f g h i j k l m n o
  p q r s t u v w x y z ı ȷ ℘ ⃗ ⁀`);

/** Blackboard capitals stand at the codes of the plain capitals. */
const MSB_CAPITALS = [...'𝔸𝔹ℂ𝔻𝔼𝔽𝔾ℍ𝕀𝕁𝕂𝕃𝕄ℕ𝕆ℙℚℝ𝕊𝕋𝕌𝕍𝕎𝕏𝕐ℤ'];
const MSB_OTHERS: Readonly<Record<number, string>> = {
  0: '≨',
  1: '≩',
  2: '≰',
  3: '≱',
  4: '≮',
  5: '≯',
  6: '⊀',
  7: '⊁',
  40: '⊊',
  41: '⊋',
  44: '∤',
  45: '∦',
  63: '∅',
  64: '∄',
  124: '𝕜',
  125: 'ħ',
  126: 'ℏ',
  127: '϶',
};
const MSA_OTHERS: Readonly<Record<number, string>> = {
  0: '⊡',
  1: '⊞',
  2: '⊠',
  3: '□',
  4: '■',
  6: '◊',
  16: '↠',
  32: '⇝',
  38: '≿',
  46: '≲',
  53: '≶',
  54: '⩽',
  56: '≺',
  62: '⩾',
  67: '≼',
  70: '▷',
  118: '≽',
};

const FAMILIES: readonly { font: RegExp; at(code: number): string | undefined }[] = [
  {
    font: /^(CMEX|LMEX|LMMathExtension|TXEX|PXEX|txex|pxex|rtxmex|rpxmex|MTEX|ESINT)/i,
    at: (code) => OMX[code],
  },
  { font: /^(CMSY|CMBSY|LMSY|LMMathSymbols|TXSY|PXSY|rtxsy|rpxsy|MTSY)/i, at: (code) => OMS[code] },
  { font: /^(CMMI|CMMIB|LMMathItalic|RTXMI|RPXMI|MTMI)/i, at: (code) => OML[code] },
  { font: /^MSBM/i, at: (code) => MSB_CAPITALS[code - 65] ?? MSB_OTHERS[code] },
  { font: /^MSAM/i, at: (code) => MSA_OTHERS[code] },
];

/** The character a math font prints for a code its file gives no Unicode for. */
export const mathCharacter = (fontName: string, code: number): string | undefined =>
  FAMILIES.find((family) => family.font.test(fontName))?.at(code);

const MATH_FONT =
  /^(CMMI|CMSY|CMEX|CMBSY|MSAM|MSBM|RSFS|EUFM|EUSM|EURM|EUEX|LMMath|LMMI|LMSY|LMEX|StandardSym|Symbol|TX(MI|SY|EX)|PX(MI|SY|EX)|R[TP]XM|MT(MI|SY|EX)|STIXMath|Fourier-Math|PazoMath|MnSymbol|stmary|wasy|esint|bbm|dsrom)|Math/i;

/** Whether a font is used for formulas rather than words. */
export const isMathFont = (fontName: string): boolean => MATH_FONT.test(fontName);

const EXTENSION_FONT = /^(CMEX|LMEX|LMMathExtension|TXEX|PXEX|r[tp]xmex|MTEX)/i;

/** Whether glyphs of a font hang below their origin instead of standing on a baseline. */
export const hangsFromTop = (fontName: string): boolean => EXTENSION_FONT.test(fontName);
