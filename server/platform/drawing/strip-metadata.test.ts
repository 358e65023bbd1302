import { createCanvas, loadImage } from '@napi-rs/canvas';
import { describe, expect, test } from 'vitest';
import { picturesWithPlace, placeWords } from '../../testing/pictures-with-place.ts';
import { pictureSize } from './picture-size.ts';
import { stripMetadata } from './strip-metadata.ts';

/** The pixels of a picture as they are shown. */
async function shown(picture: Buffer) {
  const image = await loadImage(picture);
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  return { width: image.width, height: image.height, pixels: Buffer.from(data).toString('hex') };
}

describe.each(Object.entries(picturesWithPlace()))('a %s', (_, picture) => {
  test('names its place before, and nothing of it afterwards', () => {
    const stripped = stripMetadata(picture).toString('latin1');
    expect(placeWords.some(word => picture.includes(word))).toBe(true);
    for (const word of placeWords) expect(stripped).not.toContain(word);
  });

  test('is shown as before, turned the same way', async () => {
    const stripped = stripMetadata(picture);
    expect(await shown(stripped)).toEqual(await shown(picture));
    expect(pictureSize(stripped)).toEqual(pictureSize(picture));
  });

  test('does not change a second time', () => {
    const stripped = stripMetadata(picture);
    expect(stripMetadata(stripped).equals(stripped)).toBe(true);
  });
});

test('the film behind a picture of a telephone is left out', () => {
  const { jpeg } = picturesWithPlace();
  const film = Buffer.from('\0\0\0\x20ftypisom place of a film');
  expect(stripMetadata(Buffer.concat([jpeg ?? Buffer.alloc(0), film])).includes('ftyp')).toBe(false);
});

test('an animated GIF keeps its frames and its repetition', () => {
  const gif = picturesWithPlace().gif ?? Buffer.alloc(0);
  const stripped = stripMetadata(gif);
  const frames = (of: Buffer) => of.toString('latin1').split('\x21\xf9\x04').length - 1;
  expect(frames(stripped)).toBe(2);
  expect(stripped.includes('NETSCAPE2.0')).toBe(true);
});
