import { crc32 } from 'node:zlib';
import { type Canvas, createCanvas } from '@napi-rs/canvas';

/** Words that a picture of {@link picturesWithPlace} names in its metadata, and no picture without them holds. */
export const placeWords: readonly string[] = ['GPS of a home', 'camera of a parent', 'caption with a name'];

/** EXIF tags of a camera held upright (orientation 6), with a maker, and a place in its block of positions. */
function tags(): Buffer {
  const block = Buffer.alloc(160);
  block.write('II*\0', 0, 'latin1');
  block.writeUInt32LE(8, 4);
  block.writeUInt16LE(3, 8);
  const entry = (at: number, tag: number, type: number, count: number, value: number) => {
    block.writeUInt16LE(tag, at);
    block.writeUInt16LE(type, at + 2);
    block.writeUInt32LE(count, at + 4);
    block.writeUInt32LE(value, at + 8);
  };
  entry(10, 0x010f, 2, 18, 60);
  entry(22, 0x0112, 3, 1, 6);
  entry(34, 0x8825, 4, 1, 90);
  block.write('camera of a parent', 60, 'latin1');
  // The position's area, a text.
  block.writeUInt16LE(1, 90);
  entry(92, 0x001c, 2, 13, 120);
  block.write('GPS of a home', 120, 'latin1');
  return block;
}

function drawn(): Canvas {
  const canvas = createCanvas(60, 40);
  const context = canvas.getContext('2d');
  context.fillStyle = '#c02020';
  context.fillRect(0, 0, 30, 20);
  context.fillStyle = '#2040c0';
  context.fillRect(30, 20, 30, 20);
  return canvas;
}

function jpegPicture(): Buffer {
  const plain = drawn().toBuffer('image/jpeg');
  const segment = (marker: number, content: Buffer) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(content.length + 2, 2);
    return Buffer.concat([head, content]);
  };
  return Buffer.concat([
    plain.subarray(0, 2),
    segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tags()])),
    segment(0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0<x>GPS of a home</x>')),
    segment(0xed, Buffer.from('Photoshop 3.0\x008BIMcaption with a name')),
    segment(0xfe, Buffer.from('caption with a name')),
    plain.subarray(2),
  ]);
}

function pngPicture(): Buffer {
  const plain = drawn().toBuffer('image/png');
  const chunk = (name: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  return Buffer.concat([
    plain.subarray(0, 33),
    chunk('tEXt', Buffer.from('Comment\0caption with a name')),
    chunk('iTXt', Buffer.from('XML:com.adobe.xmp\0\0\0\0\0GPS of a home')),
    plain.subarray(33, -12),
    chunk('tEXt', Buffer.from('Source\0camera of a parent')),
    plain.subarray(-12),
  ]);
}

function webpPicture(): Buffer {
  const plain = drawn().toBuffer('image/webp');
  const chunk = (name: string, content: Buffer) => {
    const head = Buffer.from(`${name}\0\0\0\0`, 'latin1');
    head.writeUInt32LE(content.length, 4);
    return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
  };
  const extended = Buffer.alloc(10);
  extended[0] = 0x0c;
  extended.writeUIntLE(59, 4, 3);
  extended.writeUIntLE(39, 7, 3);
  // An extended picture has one such chunk.
  const pixels = plain.toString('latin1', 12, 16) === 'VP8X' ? plain.subarray(30) : plain.subarray(12);
  const body = Buffer.concat([
    chunk('VP8X', extended),
    pixels,
    chunk('EXIF', tags()),
    chunk('XMP ', Buffer.from('<x>caption with a name</x>')),
  ]);
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
}

function gifPicture(): Buffer {
  const block = (text: string) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'latin1')]);
  const frame = [
    Buffer.from([0x21, 0xf9, 4, 0, 10, 0, 0, 0]),
    // One pixel of the first colour: clear, 0, end, in codes of three bits.
    Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0]),
  ];
  return Buffer.concat([
    Buffer.from('GIF89a\x01\0\x01\0\x80\0\0', 'latin1'),
    Buffer.from([0xc0, 0x20, 0x20, 0xff, 0xff, 0xff]),
    Buffer.from([0x21, 0xff]),
    block('NETSCAPE2.0'),
    Buffer.from([3, 1, 0, 0, 0]),
    Buffer.from([0x21, 0xfe]),
    block('caption with a name'),
    Buffer.from([0, 0x21, 0xff]),
    block('XMP DataXMP'),
    block('GPS of a home'),
    Buffer.from([0]),
    ...frame,
    ...frame,
    Buffer.from([0x3b]),
  ]);
}

/** Pictures of every kind that may be uploaded, with the place, camera and texts of a person's telephone. */
export const picturesWithPlace = () => ({
  jpeg: jpegPicture(),
  png: pngPicture(),
  webp: webpPicture(),
  gif: gifPicture(),
});
