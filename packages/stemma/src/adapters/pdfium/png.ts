import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const COLOUR_RGB = 2;

/** PNG of 8-bit RGB rows. Level 1: a page is looked at once, and deflate is half of the time. */
export const encodePng = (rgb: Uint8Array, width: number, height: number): Uint8Array => {
  const stride = width * 3;
  const raw = Buffer.alloc((stride + 1) * height);
  for (let row = 0; row < height; row += 1) {
    raw.set(rgb.subarray(row * stride, (row + 1) * stride), row * (stride + 1) + 1);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, COLOUR_RGB, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    pngPart('IHDR', header),
    pngPart('IDAT', deflateSync(raw, { level: 1 })),
    pngPart('IEND', Buffer.alloc(0)),
  ]);
};

const pngPart = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const part = Buffer.alloc(body.length + 8);
  part.writeUInt32BE(data.length, 0);
  part.set(body, 4);
  part.writeUInt32BE(crc32(body), body.length + 4);
  return part;
};
