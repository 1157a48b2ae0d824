import { StemmaError } from '../../errors/stemma-error.ts';
import { drawOutlines, type Outline } from './outlines.ts';
import type { PdfiumDocument } from './pdfium-document.ts';
import { encodePng } from './png.ts';

export type PageImageRequest = {
  shownPath: string;
  /** From 1. */
  page: number;
  /** Pixels per point. */
  scale: number;
  /** Rectangles to light, in points of the page as displayed. */
  lit: readonly (readonly number[])[];
  outlines?: readonly Outline[] | undefined;
};

/** Largest picture, in pixels: A4 at 400 dpi has 15 million. */
const MOST_PIXELS = 24_000_000;
const WHITE = 0xffffffff;
/** Share of red, green and blue that a lit pixel keeps: a highlighter, dark print stays dark. */
const HIGHLIGHT = [1, 0.92, 0.45] as const;

/** Draws one page as PNG, without annotations: link borders and pop-ups are no part of what is cited. */
export const drawPage = (document: PdfiumDocument, request: PageImageRequest): Uint8Array => {
  const { api, module } = document.library;
  if (request.page < 1 || request.page > document.pages) {
    throw new StemmaError('page_out_of_range', {
      key: request.shownPath,
      page: request.page,
      pages: document.pages,
    });
  }
  const page = api.FPDF_LoadPage(document.handle, request.page - 1);
  if (page === 0) throw new StemmaError('pdf_damaged', { path: request.shownPath });
  let bitmap = 0;
  try {
    const widthPt = api.FPDF_GetPageWidthF(page);
    const heightPt = api.FPDF_GetPageHeightF(page);
    const scale = Math.min(request.scale, Math.sqrt(MOST_PIXELS / (widthPt * heightPt)));
    const width = Math.max(1, Math.round(widthPt * scale));
    const height = Math.max(1, Math.round(heightPt * scale));
    if (width * height > MOST_PIXELS * 1.1) throw new StemmaError('pdf_damaged', { path: request.shownPath });
    bitmap = api.FPDFBitmap_Create(width, height, 0);
    api.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    api.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, 0);
    const stride = api.FPDFBitmap_GetStride(bitmap);
    const start = api.FPDFBitmap_GetBuffer(bitmap);
    const rgb = toRgb(module.HEAPU8.subarray(start, start + stride * height), { width, height, stride });
    for (const rect of request.lit)
      light(
        rgb,
        { width, height },
        rect.map((edge) => edge * scale),
      );
    drawOutlines({ rgb, width, height }, request.outlines ?? [], scale);
    return encodePng(rgb, width, height);
  } finally {
    if (bitmap !== 0) api.FPDFBitmap_Destroy(bitmap);
    api.FPDF_ClosePage(page);
  }
};

const toRgb = (bgrx: Uint8Array, size: { width: number; height: number; stride: number }): Uint8Array => {
  const rgb = new Uint8Array(size.width * size.height * 3);
  let to = 0;
  for (let row = 0; row < size.height; row += 1) {
    let from = row * size.stride;
    for (let column = 0; column < size.width; column += 1) {
      rgb[to] = bgrx[from + 2]!;
      rgb[to + 1] = bgrx[from + 1]!;
      rgb[to + 2] = bgrx[from]!;
      to += 3;
      from += 4;
    }
  }
  return rgb;
};

const light = (rgb: Uint8Array, size: { width: number; height: number }, rect: readonly number[]): void => {
  const clamp = (value: number | undefined, most: number) =>
    Math.min(most, Math.max(0, Math.round(value ?? 0)));
  const [x0, y0, x1, y1] = [
    clamp(rect[0], size.width),
    clamp(rect[1], size.height),
    clamp(rect[2], size.width),
    clamp(rect[3], size.height),
  ];
  for (let row = y0; row < y1; row += 1) {
    for (let column = x0; column < x1; column += 1) {
      const at = (row * size.width + column) * 3;
      for (let channel = 0; channel < 3; channel += 1) rgb[at + channel]! *= HIGHLIGHT[channel]!;
    }
  }
};
