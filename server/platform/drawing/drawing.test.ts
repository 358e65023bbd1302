import { createCanvas, loadImage } from '@napi-rs/canvas';
import { afterAll, expect, test } from 'vitest';
import { createDrawing } from './drawing.ts';
import { measureOf, missingCharacters } from './fonts.ts';
import { type Picture, placedLines, type TextItem } from './picture.ts';
import { pictureSize } from './picture-size.ts';

const drawing = createDrawing();
afterAll(() => drawing.close());

const text: TextItem = {
  ...{ kind: 'text', text: '艺考志愿', x: 20, y: 20, width: 400, lines: 1, size: 60 },
  ...{ align: 'left', weight: 'regular', colour: '#ff0000' },
};
const base: Picture = { width: 500, height: 300, background: '#ffffff', items: [] };

/** The pixels of a PNG, as red, green, blue and alpha, and the share of them that is not white within a box. */
async function pixelsOf(png: Buffer) {
  const image = await loadImage(png);
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const inked = (x: number, y: number, width: number, height: number) => {
    const { data } = context.getImageData(x, y, width, height);
    let count = 0;
    for (let at = 0; at < data.length; at += 4) if (Number(data[at + 1]) < 128) count += 1;
    return count / (width * height);
  };
  return { width: image.width, height: image.height, inked };
}

test('a picture has the size that was asked for, and its text where it was put', async () => {
  const { width, height, inked } = await pixelsOf(await drawing.draw({ ...base, items: [text] }));
  expect([width, height]).toEqual([500, 300]);
  // Four characters of 60 pixels beginning at 20, 20.
  expect(inked(20, 20, 240, 84)).toBeGreaterThan(0.1);
  expect(inked(270, 0, 230, 300)).toBe(0);
  expect(inked(0, 110, 500, 190)).toBe(0);
});

test('bold letters have more ink than regular ones, and both are as wide as they were measured', async () => {
  const drawn = async (weight: TextItem['weight']) =>
    (await pixelsOf(await drawing.draw({ ...base, items: [{ ...text, weight }] }))).inked(20, 20, 240, 84);
  expect(await drawn('bold')).toBeGreaterThan((await drawn('regular')) * 1.2);
  expect(measureOf('regular', 60)('艺考')).toBe(120);
  expect(measureOf('bold', 100)('Yikao 2026')).toBeGreaterThan(measureOf('regular', 100)('Yikao 2026'));
});

test('lines keep to the side of their box', () => {
  const at = (align: TextItem['align']) => placedLines({ ...text, align })[0];
  expect([at('left')?.x, at('center')?.x, at('right')?.x]).toEqual([20, 220, 420]);
  const two = placedLines({ ...text, text: '一二三四五六七', width: 240, lines: 2 });
  expect(two.map(line => line.text)).toEqual(['一二三四', '五六七']);
  expect((two[1]?.y ?? 0) - (two[0]?.y ?? 0)).toBeCloseTo(84);
});

test('a QR code is a square of black and white with a white border', async () => {
  const code = {
    kind: 'code',
    text: 'https://a.example/website?channel=C1',
    x: 100,
    y: 50,
    size: 200,
  } as const;
  const { inked } = await pixelsOf(await drawing.draw({ ...base, background: '#00aa00', items: [code] }));
  expect(inked(120, 70, 160, 160)).toBeGreaterThan(0.3);
  expect(inked(100, 50, 200, 8)).toBe(0);
  expect(inked(100, 50, 8, 200)).toBe(0);
});

test('a background of another shape covers the picture', async () => {
  const red = createCanvas(100, 400);
  const pen = red.getContext('2d');
  pen.fillStyle = '#ff0000';
  pen.fillRect(0, 0, 100, 400);
  const { inked } = await pixelsOf(await drawing.draw({ ...base, background: await red.encode('png') }));
  expect(inked(0, 0, 500, 300)).toBe(1);
});

test('a picture can be drawn smaller', async () => {
  expect(pictureSize(await drawing.draw({ ...base, scale: 0.5 }))).toEqual({ width: 250, height: 150 });
});

test('bytes that are no picture are told, and the next picture is drawn', async () => {
  const broken = { ...base, background: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]) };
  await expect(drawing.draw(broken)).rejects.toMatchObject({ code: 'pictureUnreadable' });
  expect(pictureSize(await drawing.draw(base))).toEqual({ width: 500, height: 300 });
});

test('too many pictures at once are refused, and those that wait are drawn', async () => {
  const small = createDrawing({ most: 3 });
  const asked = Array.from({ length: 5 }, () => small.draw(base));
  const outcomes = await Promise.allSettled(asked);
  expect(outcomes.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 3 }, () => 'fulfilled'),
    ...Array.from({ length: 2 }, () => 'rejected'),
  ]);
  expect(outcomes[4]).toMatchObject({ reason: { code: 'drawingBusy' } });
  await small.close();
});

test('a picture that takes too long is given up, and the next one has a new thread', async () => {
  const hasty = createDrawing({ patienceMs: 1 });
  await expect(hasty.draw(base)).rejects.toThrow('took longer');
  await hasty.close();
  await expect(hasty.draw(base)).rejects.toMatchObject({ code: 'shuttingDown' });
});

test('a thread that is idle ends, and the next picture starts another one', async () => {
  const brief = createDrawing({ idleMs: 1 });
  for (let round = 0; round < 3; round++) {
    expect(pictureSize(await brief.draw(base))).toEqual({ width: 500, height: 300 });
    await new Promise(resolve => setImmediate(resolve));
  }
  await brief.close();
});

test('characters that the font lacks are named once, and marks that show nothing are none', () => {
  expect(missingCharacters('艺考𠮷𠮷 A1，。\n犇骉㙓', 'regular')).toEqual(['𠮷']);
  expect(missingCharacters('好😀', 'bold')).toEqual(['😀']);
  expect(missingCharacters('一\u200b二\ufe0f', 'regular')).toEqual([]);
});

test('every character of the basic block is there, in both weights', () => {
  const block = String.fromCodePoint(...Array.from({ length: 0x9fa5 - 0x4e00 + 1 }, (_, at) => 0x4e00 + at));
  for (const weight of ['regular', 'bold'] as const) expect(missingCharacters(block, weight)).toEqual([]);
});

test.each([
  ['an empty file', Buffer.alloc(0)],
  ['a head alone', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['a text', Buffer.from('<html><body>not a picture</body></html>')],
  ['a JPEG without a frame', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1, 0xff, 0xd9, 0, 0, 0, 0])],
])('%s has no size', (_, bytes) => {
  expect(pictureSize(bytes)).toBeUndefined();
});

test('the size is read from the head of each kind', async () => {
  const canvas = createCanvas(320, 200);
  canvas.getContext('2d').fillRect(0, 0, 50, 50);
  for (const bytes of await Promise.all([
    canvas.encode('png'),
    canvas.encode('jpeg'),
    canvas.encode('webp'),
    canvas.encode('gif'),
  ])) {
    expect(pictureSize(bytes)).toEqual({ width: 320, height: 200 });
  }
});

test('a small file that claims to be enormous is measured and not unpacked', () => {
  const head = Buffer.alloc(33);
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]).copy(head);
  head.write('IHDR', 12, 'latin1');
  head.writeUInt32BE(60_000, 16);
  head.writeUInt32BE(60_000, 20);
  expect(pictureSize(head)).toEqual({ width: 60_000, height: 60_000 });
});

test('a picture of a camera that was held upright is measured as it is shown', async () => {
  const plain = await createCanvas(400, 200).encode('jpeg');
  const tags = Buffer.from('49492a000800000001001201030001000000060000000000000000', 'hex');
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tags]);
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, exif.length + 2]), exif]);
  const turned = Buffer.concat([plain.subarray(0, 2), segment, plain.subarray(2)]);
  expect(pictureSize(plain)).toEqual({ width: 400, height: 200 });
  expect(pictureSize(turned)).toEqual({ width: 200, height: 400 });
});
