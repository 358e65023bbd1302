import { crc32 } from 'node:zlib';
import { orientationOf, orientationTags } from './exif.ts';

/** Stays in front of the tags in a JPEG; some programs write it into a WebP, too. */
const exifMark = 'Exif\0\0';

const tagsOf = (block: Buffer): Buffer =>
  block.toString('latin1', 0, 6) === exifMark ? block.subarray(6) : block;

/** Reports whether a segment of a JPEG says how its pixels are to be read: JFIF, a colour profile, Adobe's transform. */
function isKeptSegment(marker: number, content: Buffer): boolean {
  const starts = (mark: string) => content.toString('latin1', 0, mark.length) === mark;
  if (marker === 0xe0) return starts('JFIF\0');
  if (marker === 0xe2) return starts('ICC_PROFILE\0');
  if (marker === 0xee) return starts('Adobe');
  return !(marker >= 0xe1 && marker <= 0xef) && marker !== 0xfe;
}

/** The place of the first marker after compressed pixels, which hold `FF 00` and restart markers themselves. */
function endOfScan(jpeg: Buffer, from: number): number {
  for (let at = jpeg.indexOf(0xff, from); at >= 0; at = jpeg.indexOf(0xff, at + 1)) {
    const next = jpeg[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return jpeg.length;
}

/** JPEG (ITU T.81, annex B). Whatever follows the end, such as a film or a second picture, is left out. */
function stripJpeg(jpeg: Buffer): Buffer {
  const kept: Buffer[] = [];
  let orientation = 1;
  let pixels = false;
  let at = 2;
  while (at + 2 <= jpeg.length) {
    const marker = jpeg[at + 1] ?? 0;
    // Decoders skip what is no marker.
    if (jpeg[at] !== 0xff || marker === 0xff || marker === 0) {
      at += 1;
      continue;
    }
    if (marker === 0xd9) break;
    const bare = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    const length = bare || at + 4 > jpeg.length ? 0 : jpeg.readUInt16BE(at + 2);
    let end = Math.min(at + 2 + length, jpeg.length);
    const content = jpeg.subarray(at + 4, end);
    if (marker === 0xe1 && content.toString('latin1', 0, 6) === exifMark) {
      orientation = orientationOf(tagsOf(content));
    }
    if (marker === 0xda) {
      pixels = true;
      end = endOfScan(jpeg, end);
    }
    if (!bare && isKeptSegment(marker, content)) kept.push(jpeg.subarray(at, end));
    at = end;
  }
  if (!pixels) return jpeg;
  const start = [jpeg.subarray(0, 2)];
  // JFIF comes first where both are given.
  if ((kept[0]?.[1] ?? 0) === 0xe0) start.push(...kept.splice(0, 1));
  if (orientation > 1) {
    const content = Buffer.concat([Buffer.from(exifMark, 'latin1'), orientationTags(orientation)]);
    start.push(Buffer.from([0xff, 0xe1, 0, content.length + 2]), content);
  }
  return Buffer.concat([...start, ...kept, Buffer.from([0xff, 0xd9])]);
}

/** Chunks of a PNG without which it looks different, beside those whose name begins with a capital. */
const pngLooks =
  /^(?:[A-Z]|(?:tRNS|gAMA|cHRM|sRGB|iCCP|sBIT|bKGD|hIST|pHYs|sPLT|acTL|fcTL|fdAT|cICP|mDCV|cLLI)$)/;

function pngChunk(name: string, content: Buffer): Buffer {
  const chunk = Buffer.alloc(content.length + 12);
  chunk.writeUInt32BE(content.length, 0);
  chunk.write(name, 4, 'latin1');
  content.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}

/** PNG (W3C PNG, third edition, section 11), animated ones too. */
function stripPng(png: Buffer): Buffer {
  const kept = [png.subarray(0, 8)];
  for (let at = 8; at + 12 <= png.length; ) {
    const end = Math.min(at + 12 + png.readUInt32BE(at), png.length);
    const name = png.toString('latin1', at + 4, at + 8);
    if (pngLooks.test(name)) kept.push(png.subarray(at, end));
    if (name === 'eXIf') {
      const orientation = orientationOf(tagsOf(png.subarray(at + 8, end - 4)));
      if (orientation > 1) kept.push(pngChunk('eXIf', orientationTags(orientation)));
    }
    if (name === 'IEND') break;
    at = end;
  }
  return kept.length > 1 ? Buffer.concat(kept) : png;
}

/** Chunks of a WebP that hold pixels, their order in time, or their colours. */
const webpLooks = /^(?:VP8 |VP8L|VP8X|ALPH|ANIM|ANMF|ICCP)$/;

/** WebP (RFC 9649, section 2.7), animated ones too. */
function stripWebp(webp: Buffer): Buffer {
  const kept: Buffer[] = [];
  let orientation = 1;
  for (let at = 12; at + 8 <= webp.length; ) {
    const size = webp.readUInt32LE(at + 4);
    const name = webp.toString('latin1', at, at + 4);
    const end = Math.min(at + 8 + size + (size % 2), webp.length);
    if (webpLooks.test(name)) kept.push(Buffer.from(webp.subarray(at, end)));
    if (name === 'EXIF') orientation = orientationOf(tagsOf(webp.subarray(at + 8, end)));
    at = end;
  }
  const first = kept[0];
  if (!first) return webp;
  if (first.length > 8 && first.toString('latin1', 0, 4) === 'VP8X') {
    // The flags of EXIF and XMP.
    first[8] = ((first[8] ?? 0) & ~0x0c) | (orientation > 1 ? 0x08 : 0);
    if (orientation > 1) {
      const tags = orientationTags(orientation);
      const head = Buffer.from('EXIF\0\0\0\0', 'latin1');
      head.writeUInt32LE(tags.length, 4);
      kept.push(head, tags);
    }
  }
  const body = Buffer.concat(kept);
  const head = Buffer.from(webp.subarray(0, 12));
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
}

/** The end of a run of sub-blocks of a GIF: each names its length, and an empty one ends them. */
function endOfBlocks(gif: Buffer, from: number): number {
  let at = from;
  while (at < gif.length && gif[at] !== 0) at += 1 + (gif[at] ?? 0);
  return Math.min(at + 1, gif.length);
}

const gifTable = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

/** GIF (GIF89a, sections 15 to 27). Comments go, and extensions of programs but the repetition and the colour profile. */
function stripGif(gif: Buffer): Buffer {
  if (gif.length < 13) return gif;
  let at = 13 + gifTable(gif[10] ?? 0);
  const kept = [gif.subarray(0, at)];
  while (at < gif.length) {
    const [mark, label] = [gif[at], gif[at + 1]];
    if (mark === 0x2c && at + 10 < gif.length) {
      const end = endOfBlocks(gif, at + 11 + gifTable(gif[at + 9] ?? 0));
      kept.push(gif.subarray(at, end));
      at = end;
    } else if (mark === 0x21) {
      const end = endOfBlocks(gif, at + 2);
      const program = gif.toString('latin1', at + 3, at + 14);
      const looks =
        label === 0xff ? /^(NETSCAPE2\.0|ANIMEXTS1\.0|ICCRGBG1012)$/.test(program) : label !== 0xfe;
      if (looks) kept.push(gif.subarray(at, end));
      at = end;
    } else {
      // The end, or what decoders stop at.
      kept.push(Buffer.from([0x3b]));
      break;
    }
  }
  return kept.length > 2 ? Buffer.concat(kept) : gif;
}

/**
 * A picture without what tells about its maker: place, time, camera and texts (EXIF, IPTC, XMP, comments, previews, and
 * data behind its end). Its pixels, colour profile and animation are kept byte for byte, so nothing is lost by another
 * encoding; of EXIF the orientation alone is kept, so it is shown as before. A file without pixels, or of another kind
 * than JPEG, PNG, GIF and WebP, is returned as it is; a stripped picture does not change again.
 */
export function stripMetadata(picture: Buffer): Buffer {
  if (picture.length < 12) return picture;
  if (picture.readUInt16BE(0) === 0xffd8) return stripJpeg(picture);
  if (picture.readUInt32BE(0) === 0x89504e47) return stripPng(picture);
  const start = picture.toString('latin1', 0, 4);
  if (start === 'GIF8') return stripGif(picture);
  return start === 'RIFF' && picture.toString('latin1', 8, 12) === 'WEBP' ? stripWebp(picture) : picture;
}
