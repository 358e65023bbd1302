import { inflateSync } from 'node:zlib';
import type { Bitmap } from './captcha-program.ts';

/** The brightness of each pixel, 0 to 1, of a PNG with a palette of four bits and no filters. */
export function readPng(png: Buffer): {
  readonly width: number;
  readonly height: number;
  readonly grey: Float32Array;
} {
  const parts = new Map<string, Buffer>();
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    parts.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const head = parts.get('IHDR') ?? Buffer.alloc(8);
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const palette = parts.get('PLTE') ?? Buffer.alloc(0);
  const rows = inflateSync(parts.get('IDAT') ?? Buffer.alloc(0));
  const grey = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const byte = rows[y * (width / 2 + 1) + 1 + (x >> 1)] ?? 0;
      const colour = (x % 2 === 0 ? byte >> 4 : byte & 15) * 3;
      grey[y * width + x] =
        ((palette[colour] ?? 0) + (palette[colour + 1] ?? 0) + (palette[colour + 2] ?? 0)) / 765;
    }
  }
  return { width, height, grey };
}

/** Dark against light, at the middle of the darkest and the lightest. */
export function inTwoTones({ width, height, grey }: ReturnType<typeof readPng>): Bitmap {
  let [low, high] = [1, 0];
  for (const value of grey) [low, high] = [Math.min(low, value), Math.max(high, value)];
  // Each pixel with its neighbours, so that grain does not count.
  const ink = Uint8Array.from(grey, (_, at) => {
    let [sum, count] = [0, 0];
    for (const step of [0, -1, 1, -width, width]) {
      const value = grey[at + step];
      if (value !== undefined) [sum, count] = [sum + value, count + 1];
    }
    return sum / count < (low + high) / 2 ? 1 : 0;
  });
  return { width, height, ink };
}
