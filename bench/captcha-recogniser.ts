import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Bitmap } from './captcha-program.ts';

/** The part of Tesseract's interface that is used here; the package has no types. */
interface Tesseract {
  readonly FS: { writeFile(path: string, data: Uint8Array): void };
  readonly TessBaseAPI: new () => {
    Init(path: null, language: string, engine: number): number;
    SetVariable(name: string, value: string): void;
    SetImageFile(orientation: number, angle: number): number;
    Recognize(monitor: null): number;
    GetUTF8Text(): string;
  };
}

/** The engine that reads lines by a trained net. */
const lstmOnly = 1;

/** Tesseract with settings for a line of capitals and digits, entirely from packages. */
export async function createRecogniser(): Promise<(bitmap: Bitmap) => string> {
  const require = createRequire(import.meta.url);
  const load = require('tesseract.js-core/tesseract-core-lstm.js') as () => Promise<Tesseract>;
  const tesseract = await load();
  const data = join(
    dirname(require.resolve('@tesseract.js-data/eng')),
    '4.0.0_best_int',
    'eng.traineddata.gz',
  );
  tesseract.FS.writeFile('eng.traineddata', gunzipSync(readFileSync(data)));
  const api = new tesseract.TessBaseAPI();
  if (api.Init(null, 'eng', lstmOnly) !== 0) throw new Error('Tesseract does not start');
  api.SetVariable('tessedit_pageseg_mode', '7');
  api.SetVariable('tessedit_char_whitelist', 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789abcdefghjkmnpqrstuvwxyz');
  return bitmap => {
    tesseract.FS.writeFile('/input', portable(bitmap));
    if (api.SetImageFile(1, 0) === 1) throw new Error('Tesseract does not take the picture');
    api.Recognize(null);
    return api.GetUTF8Text().replace(/\s/g, '').toUpperCase();
  };
}

/** A bitmap as a portable graymap with a margin, as recognisers like it. */
function portable({ width, height, ink }: Bitmap): Buffer {
  const margin = 12;
  const [wide, high] = [width + 2 * margin, height + 2 * margin];
  const pixels = Buffer.alloc(wide * high, 255);
  for (const [at, value] of ink.entries()) {
    if (value) pixels[(Math.floor(at / width) + margin) * wide + (at % width) + margin] = 0;
  }
  return Buffer.concat([Buffer.from(`P5 ${wide} ${high} 255\n`, 'latin1'), pixels]);
}
