import type { PdfiumDocument } from './pdfium-document.ts';

/**
 * A page as displayed: its size in points, and the affine map `[a, b, c, d, e, f]` that takes a point of
 * its content (origin bottom left, before rotation) to the page as displayed (origin top left):
 * `x' = a x + c y + e`, `y' = b x + d y + f`.
 */
export type PageSpace = {
  width: number;
  height: number;
  map: readonly [number, number, number, number, number, number];
};

/** Crop box and rotation of an open page. PDFium itself clips the crop box to the media box. */
export const pageSpaceOf = (document: PdfiumDocument, pageHandle: number): PageSpace => {
  const { api, module, scratch } = document.library;
  api.FPDF_GetPageBoundingBox(pageHandle, scratch);
  const at = scratch >> 2;
  const [left, top, right, bottom] = [0, 1, 2, 3].map((index) => module.HEAPF32[at + index]!) as [
    number,
    number,
    number,
    number,
  ];
  const width = api.FPDF_GetPageWidthF(pageHandle);
  const height = api.FPDF_GetPageHeightF(pageHandle);
  const turns = api.FPDFPage_GetRotation(pageHandle) & 3;
  const boxWidth = right - left || 1;
  const unit = (turns % 2 === 0 ? width : height) / boxWidth || 1;
  return { width, height, map: mapFor(turns, { left, top, right, bottom }, unit) };
};

const mapFor = (
  turns: number,
  box: { left: number; top: number; right: number; bottom: number },
  unit: number,
): PageSpace['map'] => {
  switch (turns) {
    case 1:
      return [0, unit, unit, 0, -box.bottom * unit, -box.left * unit];
    case 2:
      return [-unit, 0, 0, unit, box.right * unit, -box.bottom * unit];
    case 3:
      return [0, -unit, -unit, 0, box.top * unit, box.right * unit];
    default:
      return [unit, 0, 0, -unit, -box.left * unit, box.top * unit];
  }
};
