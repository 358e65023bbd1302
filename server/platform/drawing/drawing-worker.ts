/** Draws pictures in a separate thread, one after the other, so that the product answers meanwhile. */
import { parentPort } from 'node:worker_threads';
import { createCanvas, GlobalFonts, loadImage, type SKRSContext2D } from '@napi-rs/canvas';
import { encode } from 'uqr';
import { fontFamily, fontPaths } from './fonts.ts';
import { type CodeItem, type Picture, type PlacedLine, placedLines } from './picture.ts';

/** A picture that the thread is asked to draw. */
export interface DrawingOrder {
  readonly id: number;
  readonly picture: Picture;
}

/** The answer of the thread: the PNG, or the reason why there is none. */
export type DrawingReport =
  | { readonly id: number; readonly png: Uint8Array }
  | { readonly id: number; readonly unreadable: true }
  | { readonly id: number; readonly failure: string };

for (const path of Object.values(fontPaths)) {
  if (GlobalFonts.registerFromPath(path, fontFamily) === null) throw new Error(`${path} is no font`);
}

/** Bytes that are no picture after all. */
class Unreadable extends Error {}

async function drawBackground(context: SKRSContext2D, { width, height, background }: Picture): Promise<void> {
  if (typeof background === 'string') {
    context.fillStyle = background;
    context.fillRect(0, 0, width, height);
    return;
  }
  const image = await loadImage(background).catch((cause: unknown) => {
    throw new Unreadable('The background cannot be decoded', { cause });
  });
  if (!(image.width > 0 && image.height > 0)) throw new Unreadable('The background has no size');
  // White below a background that lets light through: phones show nothing there as black.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  const scale = Math.max(width / image.width, height / image.height);
  const [wide, high] = [image.width * scale, image.height * scale];
  context.drawImage(image, (width - wide) / 2, (height - high) / 2, wide, high);
}

function drawCode(context: SKRSContext2D, { text, x, y, size }: CodeItem): void {
  // The quiet zone of four modules that the standard asks for (ISO/IEC 18004).
  const { data, size: modules } = encode(text, { border: 4, ecc: 'M' });
  context.fillStyle = '#ffffff';
  context.fillRect(x, y, size, size);
  context.fillStyle = '#000000';
  const edge = (index: number) => Math.round((index * size) / modules);
  for (const [row, cells] of data.entries()) {
    for (const [column, dark] of cells.entries()) {
      // Whole pixels, so that no light line is left between two dark modules.
      if (dark)
        context.fillRect(
          x + edge(column),
          y + edge(row),
          edge(column + 1) - edge(column),
          edge(row + 1) - edge(row),
        );
    }
  }
}

function drawLine(context: SKRSContext2D, { text, x, y, align, size, weight, colour }: PlacedLine): void {
  context.font = `${weight === 'bold' ? 700 : 400} ${size}px "${fontFamily}"`;
  // As the lines were measured.
  context.fontKerning = 'none';
  context.textAlign = align;
  context.textBaseline = 'alphabetic';
  context.fillStyle = colour;
  context.fillText(text, x, y);
}

async function draw(picture: Picture): Promise<Uint8Array> {
  const { scale = 1 } = picture;
  const size = (side: number) => Math.max(1, Math.round(side * scale));
  const canvas = createCanvas(size(picture.width), size(picture.height));
  const context = canvas.getContext('2d');
  context.scale(scale, scale);
  await drawBackground(context, picture);
  for (const item of picture.items) {
    if (item.kind === 'code') drawCode(context, item);
    else for (const line of placedLines(item)) drawLine(context, line);
  }
  return canvas.encode('png');
}

async function report({ id, picture }: DrawingOrder): Promise<DrawingReport> {
  try {
    return { id, png: await draw(picture) };
  } catch (error) {
    if (error instanceof Unreadable) return { id, unreadable: true };
    return { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', (order: DrawingOrder) => {
  void report(order).then(done => parentPort?.postMessage(done));
});
