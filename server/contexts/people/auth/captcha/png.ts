import { crc32, deflateSync } from 'node:zlib';

/** Red, green and blue, each 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/**
 * A PNG of at most 16 colours, four bits a pixel (PNG specification, section 11.2). `pixels` has each pixel's colour
 * index, row by row; the width is even.
 */
export function encodePng(width: number, pixels: Uint8Array, palette: readonly Colour[]): Buffer {
  const height = pixels.length / width;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 4; // bits a pixel
  head[9] = 3; // colours of a palette
  const stride = width / 2 + 1; // each row begins with the number of its filter: none
  const rows = Buffer.alloc(stride * height);
  for (let at = 0; at < pixels.length; at += 2) {
    const row = Math.floor(at / width);
    rows[row * stride + 1 + (at - row * width) / 2] = ((pixels[at] ?? 0) << 4) | (pixels[at + 1] ?? 0);
  }
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
