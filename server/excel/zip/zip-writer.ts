import { type FileHandle, open, unlink } from 'node:fs/promises';
import { constants, crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib';

const packedStep = 256 * 1024;
/** Two of the buffers in which rows are made. */
const mostWaiting = 2 * 512 * 1024;
const full32 = 0xffffffff;
const full16 = 0xffff;
/** The version that understands ZIP64. */
const version64 = 45;
const versionPlain = 20;
/** The growth hint of Office packages: padding that every reader passes over, here room for a ZIP64 field. */
const growthHintId = 0xa220;
const growthHintSignature = 0xa028;
const zip64Id = 1;
const zip64FieldLength = 20;
/** 1980-01-01: a fixed time, so that equal content gives equal files. */
const dosDate = 0x21;

/** An empty last block, which ends a deflated part that was cut into segments. */
const lastBlock = Buffer.from([3, 0]);

interface WrittenEntry {
  readonly name: Buffer;
  readonly offset: number;
  crc: number;
  packed: number;
  unpacked: number;
}

/** Position in a zip file, within its open part; plain JSON. */
export interface ZipCheckpoint {
  /** Valid bytes of the file; the rest is cut off. */
  readonly position: number;
  readonly entries: readonly {
    readonly name: string;
    readonly offset: number;
    readonly crc: number;
    readonly packed: number;
    readonly unpacked: number;
  }[];
}

/**
 * Writes a zip file part by part, deflating in the thread pool. Sizes and checksums are added to each local header once
 * its part has ended, so sequential readers need no data descriptors. ZIP64 is used if numbers require it. A part may
 * be deflated in several independent segments, so that a file cut off after one of them can be continued.
 */
export class ZipWriter {
  readonly #path: string;
  readonly #handle: FileHandle;
  readonly #level: number;
  readonly #entries: WrittenEntry[] = [];
  #position = 0;
  #deflate: DeflateRaw | undefined;
  #pump: Promise<void> = Promise.resolve();
  #failure: Error | undefined;
  /** Bytes passed to the deflater and not yet consumed. */
  #waiting = 0;
  #goOn: (() => void) | undefined;

  private constructor(path: string, handle: FileHandle, level: number) {
    this.#path = path;
    this.#handle = handle;
    this.#level = level;
  }

  /** Creates or overwrites the file. `level` is that of deflate, 1 to 9. */
  static async create(path: string, level: number): Promise<ZipWriter> {
    return new ZipWriter(path, await open(path, 'w'), level);
  }

  /**
   * Continues a file from one of its checkpoints. Throws the file system's error if it is missing, and a RangeError if
   * it is shorter than before.
   */
  static async resume(path: string, level: number, checkpoint: ZipCheckpoint): Promise<ZipWriter> {
    const handle = await open(path, 'r+');
    try {
      const { size } = await handle.stat();
      if (size < checkpoint.position) throw new RangeError('The file is shorter than its checkpoint');
      await handle.truncate(checkpoint.position);
    } catch (error) {
      await handle.close();
      throw error;
    }
    const writer = new ZipWriter(path, handle, level);
    writer.#position = checkpoint.position;
    for (const { name, ...entry } of checkpoint.entries) {
      writer.#entries.push({ name: Buffer.from(name), ...entry });
    }
    writer.#segment();
    return writer;
  }

  /**
   * Flushes everything written so far to disk and returns the position. A part must be open, and nothing is written
   * until the promise resolves.
   */
  async checkpoint(): Promise<ZipCheckpoint> {
    await this.#endSegment();
    await this.#handle.datasync();
    const entries = this.#entries.map(({ name, ...entry }) => ({ name: name.toString(), ...entry }));
    this.#segment();
    return { position: this.#position, entries };
  }

  /** Begins a part. The one before must have ended. */
  async begin(name: string): Promise<void> {
    const entry: WrittenEntry = {
      name: Buffer.from(name),
      offset: this.#position,
      crc: 0,
      packed: 0,
      unpacked: 0,
    };
    this.#entries.push(entry);
    await this.#append(localHeader(entry));
    this.#segment();
  }

  /**
   * Adds to the open part. The bytes must not change before `done` is called. Await the promise, if one is returned, to
   * keep memory flat.
   *
   * @throws the file system's error of an earlier write
   */
  write(bytes: Buffer, done?: () => void): void | Promise<void> {
    const deflate = this.#deflate;
    const entry = this.#entries.at(-1);
    if (this.#failure !== undefined) throw this.#failure;
    if (deflate === undefined || entry === undefined) throw new Error('No part was begun');
    entry.crc = crc32(bytes, entry.crc);
    entry.unpacked += bytes.length;
    this.#waiting += bytes.length;
    deflate.write(bytes, () => {
      this.#waiting -= bytes.length;
      done?.();
      if (this.#waiting < mostWaiting) this.#goOn?.();
    });
    // The stream itself would pause after 16 kB; its thread only works in parallel if the next bytes are available.
    if (this.#waiting < mostWaiting) return;
    return new Promise(resolve => {
      this.#goOn = resolve;
    });
  }

  /** Ends the open part. */
  async end(): Promise<void> {
    await this.#endSegment();
    const entry = this.#entries.at(-1);
    if (entry === undefined) throw new Error('No part was begun');
    await this.#append(lastBlock);
    entry.packed += lastBlock.length;
    await writeAll(this.#handle, localHeader(entry), entry.offset);
  }

  /** Writes a whole small part. */
  async part(name: string, content: string): Promise<void> {
    await this.begin(name);
    await this.write(Buffer.from(content));
    await this.end();
  }

  /** Writes the directory and closes the file; answers its size. */
  async close(): Promise<number> {
    const start = this.#position;
    for (const entry of this.#entries) await this.#append(directoryEntry(entry));
    await this.#append(endOfDirectory(this.#entries.length, start, this.#position - start));
    await this.#handle.close();
    return this.#position;
  }

  /** Gives up: closes the file and removes it unless `keep` is set. */
  async abort(keep = false): Promise<void> {
    this.#deflate?.destroy();
    await this.#pump;
    await this.#handle.close();
    if (!keep) await unlink(this.#path);
  }

  /** Begins a segment of the open part: it ends on a byte, and is not the last block. */
  #segment(): void {
    const entry = this.#entries.at(-1);
    if (entry === undefined) throw new Error('No part was begun');
    const deflate = createDeflateRaw({
      level: this.#level,
      chunkSize: packedStep,
      finishFlush: constants.Z_SYNC_FLUSH,
    });
    this.#deflate = deflate;
    this.#pump = this.#drain(deflate, entry);
  }

  async #endSegment(): Promise<void> {
    this.#deflate?.end();
    await this.#pump;
    this.#deflate = undefined;
    if (this.#failure !== undefined) throw this.#failure;
  }

  async #drain(deflate: DeflateRaw, entry: WrittenEntry): Promise<void> {
    try {
      for await (const chunk of deflate as AsyncIterable<Buffer>) {
        entry.packed += chunk.length;
        await this.#append(chunk);
      }
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error));
      deflate.destroy();
      // Release callers waiting for room.
      this.#goOn?.();
    }
  }

  async #append(bytes: Buffer): Promise<void> {
    await writeAll(this.#handle, bytes, this.#position);
    this.#position += bytes.length;
  }
}

async function writeAll(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

function needs64(entry: WrittenEntry): boolean {
  return entry.packed >= full32 || entry.unpacked >= full32;
}

function localHeader(entry: WrittenEntry): Buffer {
  const wide = needs64(entry);
  const header = Buffer.alloc(30 + entry.name.length + zip64FieldLength);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(wide ? version64 : versionPlain, 4);
  header.writeUInt16LE(0x0800, 6); // the name is UTF-8
  header.writeUInt16LE(8, 8);
  header.writeUInt16LE(dosDate, 12);
  header.writeUInt32LE(entry.crc, 14);
  header.writeUInt32LE(wide ? full32 : entry.packed, 18);
  header.writeUInt32LE(wide ? full32 : entry.unpacked, 22);
  header.writeUInt16LE(entry.name.length, 26);
  header.writeUInt16LE(zip64FieldLength, 28);
  entry.name.copy(header, 30);
  const extra = 30 + entry.name.length;
  header.writeUInt16LE(wide ? zip64Id : growthHintId, extra);
  header.writeUInt16LE(zip64FieldLength - 4, extra + 2);
  if (wide) {
    header.writeBigUInt64LE(BigInt(entry.unpacked), extra + 4);
    header.writeBigUInt64LE(BigInt(entry.packed), extra + 12);
  } else header.writeUInt16LE(growthHintSignature, extra + 4);
  return header;
}

function directoryEntry(entry: WrittenEntry): Buffer {
  const wide = needs64(entry) || entry.offset >= full32;
  const extraLength = wide ? 28 : 0;
  const record = Buffer.alloc(46 + entry.name.length + extraLength);
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE(wide ? version64 : versionPlain, 4);
  record.writeUInt16LE(wide ? version64 : versionPlain, 6);
  record.writeUInt16LE(0x0800, 8);
  record.writeUInt16LE(8, 10);
  record.writeUInt16LE(dosDate, 14);
  record.writeUInt32LE(entry.crc, 16);
  record.writeUInt32LE(wide ? full32 : entry.packed, 20);
  record.writeUInt32LE(wide ? full32 : entry.unpacked, 24);
  record.writeUInt16LE(entry.name.length, 28);
  record.writeUInt16LE(extraLength, 30);
  record.writeUInt32LE(wide ? full32 : entry.offset, 42);
  entry.name.copy(record, 46);
  if (wide) {
    const extra = 46 + entry.name.length;
    record.writeUInt16LE(zip64Id, extra);
    record.writeUInt16LE(extraLength - 4, extra + 2);
    record.writeBigUInt64LE(BigInt(entry.unpacked), extra + 4);
    record.writeBigUInt64LE(BigInt(entry.packed), extra + 12);
    record.writeBigUInt64LE(BigInt(entry.offset), extra + 20);
  }
  return record;
}

function endOfDirectory(count: number, start: number, length: number): Buffer {
  const wide = count >= full16 || start >= full32 || length >= full32;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(wide ? full16 : count, 8);
  end.writeUInt16LE(wide ? full16 : count, 10);
  end.writeUInt32LE(wide ? full32 : length, 12);
  end.writeUInt32LE(wide ? full32 : start, 16);
  if (!wide) return end;
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(version64, 12);
  record.writeUInt16LE(version64, 14);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(length), 40);
  record.writeBigUInt64LE(BigInt(start), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(start + length), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([record, locator, end]);
}
