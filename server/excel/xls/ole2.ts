import type { FileHandle } from 'node:fs/promises';
import { WorkbookError } from '../errors.ts';
import { workbookLimits } from '../limits.ts';
import { readExactly } from '../zip/zip-directory.ts';

/**
 * The OLE2 compound file, a file system in a file ([MS-CFB]): sectors chained by an allocation table, small
 * streams in smaller sectors inside one stream. Every chain is followed no further than there are sectors.
 */

const endOfChain = 0xfffffffe;
const firstSpecial = 0xfffffffa;
const headerLength = 512;
const tablesInHeader = 109;
const entryLength = 128;
const noEntry = 0xffffffff;
const rootEntry = 5;
const streamEntry = 2;
/** Bytes of a directory: a workbook has some ten entries, one with macros some hundred. */
const directoryBytes = 2 ** 20;
const step = 256 * 1024;

interface DirectoryEntry {
  readonly name: string;
  readonly type: number;
  readonly start: number;
  readonly size: number;
}

/** A stream of a compound file. */
export interface Ole2Stream {
  readonly size: number;
  /** The bytes from `from` on, in steps. */
  chunks(from: number): AsyncGenerator<Buffer, void, void>;
}

/** A compound file: the streams of its top folder. */
export class Ole2Reader {
  readonly #handle: FileHandle;
  readonly #sectorBytes: number;
  readonly #sectorCount: number;
  #table = new Uint32Array(0);
  #miniTable = new Uint32Array(0);
  #miniSectorBytes = 64;
  #miniLimit = 4096;
  #root: DirectoryEntry | undefined;
  readonly #streams = new Map<string, DirectoryEntry>();
  /** Bytes of the file read by streams so far, for progress. */
  bytesRead = 0;

  private constructor(handle: FileHandle, size: number, sectorShift: number) {
    this.#handle = handle;
    this.#sectorBytes = 2 ** sectorShift;
    this.#sectorCount = Math.ceil(size / this.#sectorBytes);
  }

  /** Reads tables and directory. Throws `corrupt` and `truncated`. */
  static async open(handle: FileHandle, size: number): Promise<Ole2Reader> {
    if (size < headerLength) throw new WorkbookError('truncated', 'a compound file without its header');
    const header = await readExactly(handle, 0, headerLength);
    const sectorShift = header.readUInt16LE(30);
    if (sectorShift !== 9 && sectorShift !== 12)
      throw new WorkbookError('corrupt', `sectors of 2^${sectorShift}`);
    const reader = new Ole2Reader(handle, size, sectorShift);
    await reader.#readTables(header);
    await reader.#readDirectory(header);
    return reader;
  }

  /** True if the top folder has a stream of this name; names are compared ignoring case. */
  has(name: string): boolean {
    return this.#streams.has(name.toLowerCase());
  }

  /** A stream of the top folder. */
  stream(name: string): Ole2Stream | undefined {
    const entry = this.#streams.get(name.toLowerCase());
    if (entry === undefined) return undefined;
    const { start, size } = entry;
    return {
      size,
      chunks:
        size < this.#miniLimit
          ? from => this.#miniChunks(start, size, from)
          : from => this.#chunks(start, size, from),
    };
  }

  async #readTables(header: Buffer): Promise<void> {
    const entriesInSector = this.#sectorBytes / 4;
    const tableSectors: number[] = [];
    const add = (sector: number): void => {
      if (sector < firstSpecial && tableSectors.length * entriesInSector < this.#sectorCount)
        tableSectors.push(sector);
    };
    for (let index = 0; index < tablesInHeader; index++) add(header.readUInt32LE(76 + index * 4));
    let next = header.readUInt32LE(68);
    for (let followed = 0; next < firstSpecial && followed < this.#sectorCount; followed++) {
      const sector = await this.#sector(next);
      for (let index = 0; index < entriesInSector - 1; index++) add(sector.readUInt32LE(index * 4));
      next = sector.readUInt32LE(this.#sectorBytes - 4);
    }
    this.#table = new Uint32Array(tableSectors.length * entriesInSector).fill(endOfChain);
    for (const [position, number] of tableSectors.entries()) {
      copyNumbers(await this.#sector(number), this.#table, position * entriesInSector);
    }
    this.#miniSectorBytes = 2 ** Math.min(header.readUInt16LE(32), 9);
    this.#miniLimit = header.readUInt32LE(56);
    const miniChain = this.#chain(header.readUInt32LE(60));
    this.#miniTable = new Uint32Array(miniChain.length * entriesInSector).fill(endOfChain);
    for (const [position, number] of miniChain.entries()) {
      copyNumbers(await this.#sector(number), this.#miniTable, position * entriesInSector);
    }
  }

  async #readDirectory(header: Buffer): Promise<void> {
    const sectors = this.#chain(header.readUInt32LE(48));
    if (sectors.length * this.#sectorBytes > directoryBytes)
      throw new WorkbookError('tooManyEntries', 'in a directory');
    const parts: Buffer[] = [];
    for (const number of sectors) parts.push(await this.#sector(number));
    const directory = Buffer.concat(parts);
    const root = readDirectoryEntry(directory, 0);
    if (root?.type !== rootEntry) throw new WorkbookError('corrupt', 'no root folder');
    this.#root = root;
    // The entries of a folder form a tree; those of other folders, such as embedded workbooks, are not relevant.
    const waiting = [directory.readUInt32LE(76)];
    const seen = new Set<number>();
    for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
      const entry =
        number === noEntry || seen.has(number) ? undefined : readDirectoryEntry(directory, number);
      if (entry === undefined) continue;
      seen.add(number);
      if (entry.type === streamEntry) this.#streams.set(entry.name.toLowerCase(), entry);
      waiting.push(
        directory.readUInt32LE(number * entryLength + 68),
        directory.readUInt32LE(number * entryLength + 72),
      );
    }
  }

  #sector(number: number): Promise<Buffer> {
    return readExactly(this.#handle, (number + 1) * this.#sectorBytes, this.#sectorBytes);
  }

  /** The sectors of a chain. Throws `corrupt` for one that leaves the file or turns in a circle. */
  #chain(start: number): number[] {
    return followChain(this.#table, start, this.#sectorCount);
  }

  async *#chunks(start: number, size: number, from: number): AsyncGenerator<Buffer, void, void> {
    const sectors = this.#chain(start);
    if (sectors.length * this.#sectorBytes < size)
      throw new WorkbookError('truncated', 'a stream ends early');
    let position = from;
    while (position < size) {
      const first = Math.floor(position / this.#sectorBytes);
      let last = first;
      // Sectors are mostly one after another: they are read together.
      while (sectors[last + 1] === sectors[last]! + 1 && (last + 1 - first) * this.#sectorBytes < step)
        last++;
      const end = Math.min(size, (last + 1) * this.#sectorBytes);
      const offset = position - first * this.#sectorBytes;
      yield await this.#counted((sectors[first]! + 1) * this.#sectorBytes + offset, end - position);
      position = end;
    }
  }

  async *#miniChunks(start: number, size: number, from: number): AsyncGenerator<Buffer, void, void> {
    if (this.#root === undefined) return;
    const container = this.#chain(this.#root.start);
    const miniSectors = followChain(this.#miniTable, start, this.#miniTable.length);
    const perSector = this.#sectorBytes / this.#miniSectorBytes;
    const parts: Buffer[] = [];
    for (const number of miniSectors) {
      const sector = container[Math.floor(number / perSector)];
      if (sector === undefined) throw new WorkbookError('corrupt', 'a small stream leaves its container');
      const offset = (number % perSector) * this.#miniSectorBytes;
      parts.push(await this.#counted((sector + 1) * this.#sectorBytes + offset, this.#miniSectorBytes));
    }
    const whole = Buffer.concat(parts);
    if (whole.length < size) throw new WorkbookError('truncated', 'a small stream ends early');
    yield whole.subarray(from, size);
  }

  async #counted(position: number, length: number): Promise<Buffer> {
    const bytes = await readExactly(this.#handle, position, length);
    this.bytesRead = Math.max(this.bytesRead, position + length);
    return bytes;
  }
}

function followChain(table: Uint32Array, start: number, most: number): number[] {
  const chain: number[] = [];
  let next = start;
  while (next < firstSpecial) {
    if (next >= most) throw new WorkbookError('truncated', `sector ${next} of ${most}`);
    if (next >= table.length || chain.length >= most) {
      throw new WorkbookError('corrupt', 'a chain of sectors without end');
    }
    chain.push(next);
    next = table[next]!;
  }
  return chain;
}

function copyNumbers(source: Buffer, target: Uint32Array, at: number): void {
  for (let index = 0; index * 4 < source.length; index++) target[at + index] = source.readUInt32LE(index * 4);
}

function readDirectoryEntry(directory: Buffer, number: number): DirectoryEntry | undefined {
  const at = number * entryLength;
  if (at + entryLength > directory.length) return undefined;
  // An even length at an even offset: decoding an odd one as UTF-16 can corrupt Node's heap.
  const nameBytes = Math.min(62, Math.max(0, directory.readUInt16LE(at + 64) - 2)) & ~1;
  const size = directory.readUInt32LE(at + 120);
  if (size > workbookLimits.partBytes) return undefined;
  return {
    name: directory.toString('utf16le', at, at + nameBytes),
    type: directory[at + 66]!,
    start: directory.readUInt32LE(at + 116),
    size,
  };
}
