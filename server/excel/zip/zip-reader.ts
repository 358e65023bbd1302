import type { FileHandle } from 'node:fs/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { WorkbookError } from '../errors.ts';
import { workbookLimits } from '../limits.ts';
import { readExactly, readZipDirectory, type ZipEntry } from './zip-directory.ts';

/** Large steps: each costs a turn of the event loop and of the thread pool, which does the inflating. */
const packedStep = 128 * 1024;
const unpackedStep = 256 * 1024;

const localHeaderLength = 30;
const localHeaderSignature = 0x04034b50;

/** Stricter limits for a zip whose content is itself a file to be read. */
export interface ZipBounds {
  readonly partBytes?: number;
  readonly ratio?: number;
  /** Unpacked bytes from which the ratio counts. */
  readonly ratioFromBytes?: number;
}

/** A zip container in a file: its parts by name, each unpacked as a stream within the limits. */
export class ZipReader {
  readonly #handle: FileHandle;
  readonly #entries = new Map<string, ZipEntry>();
  #packedRead = 0;
  #unpackedTotal = 0;

  private constructor(handle: FileHandle, entries: readonly ZipEntry[]) {
    this.#handle = handle;
    for (const entry of entries) {
      // Names are compared ignoring case, as in Excel and the packaging standard; of two parts with one name the first
      // counts, so that two readers cannot see different contents.
      const key = entry.name.toLowerCase();
      if (!this.#entries.has(key)) this.#entries.set(key, entry);
    }
  }

  /** Reads the directory of the zip in `handle`; the handle stays the caller's. Throws {@link WorkbookError}. */
  static async open(handle: FileHandle, size: number): Promise<ZipReader> {
    return new ZipReader(handle, await readZipDirectory(handle, size));
  }

  /** All parts, in the order of the directory. */
  get entries(): readonly ZipEntry[] {
    return [...this.#entries.values()];
  }

  /** The part of this name, compared without case. */
  find(name: string): ZipEntry | undefined {
    return this.#entries.get(name.toLowerCase());
  }

  /** Packed bytes read so far. */
  get packedRead(): number {
    return this.#packedRead;
  }

  /**
   * Unpacks a part chunk by chunk, only as fast as the chunks are taken, and checks its size and CRC at the end.
   *
   * @throws WorkbookError `encrypted`, `zipBomb`, `truncated`, `corrupt`
   */
  async *stream(entry: ZipEntry, bounds: ZipBounds = {}): AsyncGenerator<Buffer, void, void> {
    const partBytes = bounds.partBytes ?? workbookLimits.partBytes;
    const ratio = bounds.ratio ?? workbookLimits.ratio;
    const ratioFromBytes = bounds.ratioFromBytes ?? workbookLimits.ratioFromBytes;
    if (entry.encrypted) throw new WorkbookError('encrypted', `${entry.name} is encrypted`);
    const packed = entry.method === 8 ? this.#inflate(entry) : this.#stored(entry);
    let unpacked = 0;
    let crc = 0;
    for await (const chunk of packed) {
      unpacked += chunk.length;
      this.#unpackedTotal += chunk.length;
      if (
        unpacked > partBytes ||
        this.#unpackedTotal > workbookLimits.totalBytes ||
        (unpacked > ratioFromBytes && unpacked > ratio * entry.packed)
      ) {
        throw new WorkbookError('zipBomb', `${entry.name}: ${unpacked} bytes out of ${entry.packed}`);
      }
      crc = crc32(chunk, crc);
      yield chunk;
    }
    if (unpacked !== entry.unpacked || crc !== entry.crc) {
      throw new WorkbookError('corrupt', `${entry.name}: size or checksum differs`);
    }
  }

  async *#stored(entry: ZipEntry): AsyncGenerator<Buffer, void, void> {
    if (entry.method !== 0) throw new WorkbookError('corrupt', `${entry.name}: method ${entry.method}`);
    yield* this.#packed(entry);
  }

  async *#packed(entry: ZipEntry): AsyncGenerator<Buffer, void, void> {
    const header = await readExactly(this.#handle, entry.headerOffset, localHeaderLength);
    if (header.readUInt32LE(0) !== localHeaderSignature) {
      throw new WorkbookError('corrupt', `${entry.name}: no local header`);
    }
    let position = entry.headerOffset + localHeaderLength + header.readUInt16LE(26) + header.readUInt16LE(28);
    const end = position + entry.packed;
    while (position < end) {
      const chunk = await readExactly(this.#handle, position, Math.min(packedStep, end - position));
      position += chunk.length;
      this.#packedRead += chunk.length;
      yield chunk;
    }
  }

  async *#inflate(entry: ZipEntry): AsyncGenerator<Buffer, void, void> {
    const inflate = createInflateRaw({ chunkSize: unpackedStep });
    const feed = async (): Promise<void> => {
      for await (const chunk of this.#packed(entry)) {
        // If the consumer leaves early, the inflater is destroyed; without this check the feeder would wait for ever.
        if (inflate.destroyed) return;
        if (!inflate.write(chunk)) {
          await new Promise<void>(resolve => {
            const go = (): void => {
              inflate.off('drain', go).off('close', go);
              resolve();
            };
            inflate.on('drain', go).on('close', go);
          });
        }
      }
      if (!inflate.destroyed) inflate.end();
    };
    const feeding = feed().catch((error: unknown) => {
      inflate.destroy(error instanceof Error ? error : new Error(String(error)));
    });
    try {
      for await (const chunk of inflate) yield chunk as Buffer; // a zlib stream yields buffers only
    } catch (error) {
      if (error instanceof WorkbookError) throw error;
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'Z_BUF_ERROR')
        throw new WorkbookError('truncated', `${entry.name} ends early`, { cause: error });
      if (code === 'Z_DATA_ERROR')
        throw new WorkbookError('corrupt', `${entry.name} is no deflate`, { cause: error });
      throw error;
    } finally {
      inflate.destroy();
      await feeding;
    }
  }
}
