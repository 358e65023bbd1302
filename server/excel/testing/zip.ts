import { crc32, deflateRawSync } from 'node:zlib';

/** A part of a test zip, with its irregularities. */
export interface TestPart {
  readonly content: string | Buffer;
  /** Not deflated. */
  readonly stored?: boolean;
  /** Sizes and checksum behind the content instead of before it. */
  readonly dataDescriptor?: boolean;
  /** Sizes and offset in ZIP64 fields, small as they are. */
  readonly zip64?: boolean;
  readonly encrypted?: boolean;
  readonly wrongCrc?: boolean;
  /** Overrides the packed bytes in the file; the unpacked size is then `claimedSize`. */
  readonly packed?: Buffer;
  readonly claimedSize?: number;
}

/** Builds a zip by hand, so that a reader can be tested with content our writer never produces. */
export function zipOf(parts: Readonly<Record<string, TestPart | string | Buffer>>): Buffer {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, given] of Object.entries(parts)) {
    const part: TestPart = typeof given === 'string' || Buffer.isBuffer(given) ? { content: given } : given;
    const content = Buffer.from(part.content as Buffer); // a string is taken as UTF-8, a buffer copied
    const packed = part.packed ?? (part.stored === true ? content : deflateRawSync(content));
    const size = part.claimedSize ?? content.length;
    const crc = (crc32(content) ^ (part.wrongCrc === true ? 1 : 0)) >>> 0;
    const flags = 0x0800 | (part.encrypted === true ? 1 : 0) | (part.dataDescriptor === true ? 8 : 0);
    const method = part.stored === true ? 0 : 8;
    const later = part.dataDescriptor === true;
    const nameBytes = Buffer.from(name);
    const wide = part.zip64 === true;

    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(20, 4);
    header.writeUInt16LE(flags, 6);
    header.writeUInt16LE(method, 8);
    header.writeUInt32LE(later ? 0 : crc, 14);
    header.writeUInt32LE(later ? 0 : packed.length, 18);
    header.writeUInt32LE(later ? 0 : size, 22);
    header.writeUInt16LE(nameBytes.length, 26);
    const descriptor = Buffer.alloc(later ? 16 : 0);
    if (later) {
      descriptor.writeUInt32LE(0x08074b50, 0);
      descriptor.writeUInt32LE(crc, 4);
      descriptor.writeUInt32LE(packed.length, 8);
      descriptor.writeUInt32LE(size, 12);
    }

    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(flags, 8);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(crc, 16);
    entry.writeUInt32LE(wide ? 0xffffffff : packed.length, 20);
    entry.writeUInt32LE(wide ? 0xffffffff : size, 24);
    entry.writeUInt16LE(nameBytes.length, 28);
    entry.writeUInt16LE(wide ? 28 : 0, 30);
    entry.writeUInt32LE(wide ? 0xffffffff : offset, 42);
    const extra = Buffer.alloc(wide ? 28 : 0);
    if (wide) {
      extra.writeUInt16LE(1, 0);
      extra.writeUInt16LE(24, 2);
      extra.writeBigUInt64LE(BigInt(size), 4);
      extra.writeBigUInt64LE(BigInt(packed.length), 12);
      extra.writeBigUInt64LE(BigInt(offset), 20);
    }
    local.push(header, nameBytes, packed, descriptor);
    directory.push(entry, nameBytes, extra);
    offset += header.length + nameBytes.length + packed.length + descriptor.length;
  }
  const directoryBytes = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(Object.keys(parts).length, 0xffff), 8);
  end.writeUInt16LE(Math.min(Object.keys(parts).length, 0xffff), 10);
  end.writeUInt32LE(directoryBytes.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directoryBytes, end]);
}
