/** Tag of EXIF that says how a picture is turned (EXIF 2.32, section 4.6.4): 1 is upright, 5 to 8 lie on their side. */
const orientationTag = 0x0112;

/**
 * The orientation that a block of EXIF tags names, from 1 to 8. 1, upright, for a block that names none or is broken.
 * The block begins with its byte order, `II` or `MM`.
 */
export function orientationOf(tags: Buffer): number {
  if (tags.length < 8) return 1;
  const little = tags.toString('latin1', 0, 2) === 'II';
  const two = (at: number) => (little ? tags.readUInt16LE(at) : tags.readUInt16BE(at));
  const first = little ? tags.readUInt32LE(4) : tags.readUInt32BE(4);
  if (first + 2 > tags.length) return 1;
  for (let tag = 0; tag < two(first); tag++) {
    const at = first + 2 + tag * 12;
    if (at + 12 > tags.length) return 1;
    if (two(at) === orientationTag) return two(at + 8) >= 1 && two(at + 8) <= 8 ? two(at + 8) : 1;
  }
  return 1;
}

/** A block of EXIF tags that names an orientation and nothing else. */
export function orientationTags(orientation: number): Buffer {
  const tags = Buffer.alloc(26);
  tags.write('MM', 0, 'latin1');
  tags.writeUInt16BE(42, 2);
  tags.writeUInt32BE(8, 4);
  tags.writeUInt16BE(1, 8);
  tags.writeUInt16BE(orientationTag, 10);
  // One number of two bytes.
  tags.writeUInt16BE(3, 12);
  tags.writeUInt32BE(1, 14);
  tags.writeUInt16BE(orientation, 18);
  return tags;
}
