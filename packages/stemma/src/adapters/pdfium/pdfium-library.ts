import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';

/**
 * PDFium compiled to WebAssembly. `call` is its raw C API: for calls made once per glyph it is several
 * times faster than the typed wrapper in `api`. `scratch` is one buffer for every out-parameter; its
 * contents last until the next call. The heap never shrinks and its views move when it grows, so that
 * views are taken from `module` after each call and never kept.
 */
export type PdfiumLibrary = {
  api: WrappedPdfiumModule;
  module: WrappedPdfiumModule['pdfium'] & HeapViews;
  call: Record<string, (...args: number[]) => number>;
  scratch: number;
  /** Bytes of {@link PdfiumLibrary.scratch}. */
  scratchBytes: number;
};

/** Views that emscripten keeps on its module and that the wrapper's types leave out. */
type HeapViews = { HEAPU8: Uint8Array<ArrayBuffer>; HEAPF32: Float32Array; HEAPF64: Float64Array };

const SCRATCH_BYTES = 4096;

export const openPdfium = async (): Promise<PdfiumLibrary> => {
  const wasm = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm');
  const bytes = readFileSync(wasm);
  const api = await init({ wasmBinary: new Uint8Array(bytes).buffer });
  api.PDFiumExt_Init();
  const call = api.pdfium.wasmExports as unknown as PdfiumLibrary['call'];
  const scratch = api.pdfium.wasmExports.malloc(SCRATCH_BYTES);
  const module = api.pdfium as PdfiumLibrary['module'];
  return { api, module, call, scratch, scratchBytes: SCRATCH_BYTES };
};

/** Text that PDFium writes as UTF-16LE into a caller's buffer, and whose size it tells first. */
export const readUtf16 = (
  library: PdfiumLibrary,
  write: (buffer: number, bytes: number) => number,
): string => {
  const bytes = write(0, 0);
  if (bytes <= 2 || bytes > 1 << 20) return '';
  const buffer = library.module.wasmExports.malloc(bytes);
  try {
    write(buffer, bytes);
    return library.module.UTF16ToString(buffer, bytes);
  } finally {
    library.module.wasmExports.free(buffer);
  }
};

/** The same for names PDFium writes as UTF-8. */
export const readUtf8 = (
  library: PdfiumLibrary,
  write: (buffer: number, bytes: number) => number,
): string => {
  const bytes = write(library.scratch, library.scratchBytes);
  return bytes <= 1 || bytes > library.scratchBytes
    ? ''
    : library.module.UTF8ToString(library.scratch, library.scratchBytes);
};
