import { orientationOf } from './exif.ts';

/** Width and height of a picture in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Bytes at the beginning of a picture within which {@link pictureSize} looks; profiles of cameras come first. */
export const pictureHeadBytes = 1024 * 1024;

const sized = (width: number, height: number): PictureSize | undefined =>
  width > 0 && height > 0 ? { width, height } : undefined;

function pngSize(head: Buffer): PictureSize | undefined {
  const named = head.length >= 24 && head.toString('latin1', 12, 16) === 'IHDR';
  return named ? sized(head.readUInt32BE(16), head.readUInt32BE(20)) : undefined;
}

function gifSize(head: Buffer): PictureSize | undefined {
  return head.length >= 10 ? sized(head.readUInt16LE(6), head.readUInt16LE(8)) : undefined;
}

/** Markers of JPEG that begin a frame, which names the size: SOF0 to SOF15 without DHT, JPG and DAC. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Reports whether a camera was held upright, so that the pixels lie on their side. */
function isTurned(segment: Buffer): boolean {
  return segment.toString('latin1', 0, 6) === 'Exif\0\0' && orientationOf(segment.subarray(6)) >= 5;
}

/** The size of a JPEG as it is shown: upright, as decoders turn it. */
function jpegSize(head: Buffer): PictureSize | undefined {
  let at = 2;
  let turned = false;
  while (at + 9 <= head.length) {
    if (head[at] !== 0xff) return undefined;
    const marker = head[at + 1] ?? 0;
    // Fill bytes, and markers without a segment.
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) at += 2;
    else if (isFrame(marker)) {
      const [height, width] = [head.readUInt16BE(at + 5), head.readUInt16BE(at + 7)];
      return turned ? sized(height, width) : sized(width, height);
    } else if (marker === 0xd9 || marker === 0xda) {
      // The end, or the pixels, before any frame.
      return undefined;
    } else {
      const length = head.readUInt16BE(at + 2);
      if (marker === 0xe1) turned ||= isTurned(head.subarray(at + 4, at + 2 + length));
      at += 2 + length;
    }
  }
  return undefined;
}

function webpSize(head: Buffer): PictureSize | undefined {
  if (head.length < 30) return undefined;
  switch (head.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return sized(head.readUInt16LE(26) & 0x3fff, head.readUInt16LE(28) & 0x3fff);
    case 'VP8L': {
      const bits = head.readUInt32LE(21);
      return sized((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    case 'VP8X':
      return sized(head.readUIntLE(24, 3) + 1, head.readUIntLE(27, 3) + 1);
    default:
      return undefined;
  }
}

/**
 * The size that a JPEG, PNG, GIF or WebP names in its head, without decoding it: a small file may unpack to any number
 * of pixels. Undefined for anything else, and for a head that is broken.
 */
export function pictureSize(head: Buffer): PictureSize | undefined {
  if (head.length < 10) return undefined;
  if (head.readUInt32BE(0) === 0x89504e47) return pngSize(head);
  if (head.readUInt16BE(0) === 0xffd8) return jpegSize(head);
  const start = head.toString('latin1', 0, 4);
  if (start === 'GIF8') return gifSize(head);
  return start === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP' ? webpSize(head) : undefined;
}
