import type { FileHandle } from 'node:fs/promises';
import { WorkbookError } from '../errors.ts';
import { workbookLimits } from '../limits.ts';

/** One part of a zip container, as its central directory describes it. */
export interface ZipEntry {
  readonly name: string;
  /** 0 stored, 8 deflated. */
  readonly method: number;
  readonly encrypted: boolean;
  readonly crc: number;
  readonly packed: number;
  readonly unpacked: number;
  /** Position of its local header in the file. */
  readonly headerOffset: number;
}

const endSignature = 0x06054b50;
const end64Signature = 0x06064b50;
const end64LocatorSignature = 0x07064b50;
const entrySignature = 0x02014b50;
const endLength = 22;
const longestComment = 0xffff;
const full16 = 0xffff;
const full32 = 0xffffffff;

/** Reads `length` bytes at `position`, or throws `truncated`. */
export async function readExactly(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await handle.read(buffer, done, length - done, position + done);
    if (bytesRead === 0) throw new WorkbookError('truncated', `${length} bytes at ${position} are not there`);
    done += bytesRead;
  }
  return buffer;
}

/**
 * Reads the central directory of a zip file: its contents and their positions. Sizes and offsets come from here instead
 * of the local headers, so data descriptors need no handling; ZIP64 is supported.
 *
 * @throws WorkbookError `truncated` without an end record, `corrupt` for contradictions and several disks,
 * `tooManyEntries`.
 */
export async function readZipDirectory(handle: FileHandle, size: number): Promise<ZipEntry[]> {
  const { offset, length, count } = await findDirectory(handle, size);
  if (offset + length > size) throw new WorkbookError('truncated', 'the directory lies past the end');
  if (count > workbookLimits.zipEntries || length > workbookLimits.zipDirectoryBytes) {
    throw new WorkbookError('tooManyEntries', `${count} parts in ${length} bytes of directory`);
  }
  const directory = await readExactly(handle, offset, length);
  const entries: ZipEntry[] = [];
  let at = 0;
  while (at + 46 <= length && directory.readUInt32LE(at) === entrySignature) {
    if (entries.length === workbookLimits.zipEntries) {
      throw new WorkbookError('tooManyEntries', `more than ${entries.length} parts`);
    }
    const nameLength = directory.readUInt16LE(at + 28);
    const extraLength = directory.readUInt16LE(at + 30);
    const next = at + 46 + nameLength + extraLength + directory.readUInt16LE(at + 32);
    if (next > length)
      throw new WorkbookError('corrupt', 'a directory entry passes the end of the directory');
    entries.push(readEntry(directory, at, nameLength, extraLength));
    at = next;
  }
  if (entries.length !== count) {
    throw new WorkbookError('corrupt', `${count} parts announced, ${entries.length} found`);
  }
  return entries;
}

async function findDirectory(handle: FileHandle, size: number) {
  const tailLength = Math.min(size, endLength + longestComment);
  const tail = await readExactly(handle, size - tailLength, tailLength);
  for (let at = tailLength - endLength; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== endSignature) continue;
    if (at + endLength + tail.readUInt16LE(at + 20) > tailLength) continue;
    const disk = tail.readUInt16LE(at + 4);
    const count = tail.readUInt16LE(at + 10);
    const length = tail.readUInt32LE(at + 12);
    const offset = tail.readUInt32LE(at + 16);
    const locator = at - 20;
    if (locator >= 0 && tail.readUInt32LE(locator) === end64LocatorSignature) {
      return readEnd64(handle, size, bigOffset(tail, locator + 8));
    }
    if (disk !== 0 || tail.readUInt16LE(at + 8) !== count) {
      throw new WorkbookError('corrupt', 'a zip over several disks');
    }
    if (count === full16 || offset === full32) throw new WorkbookError('corrupt', 'ZIP64 without its record');
    return { offset, length, count };
  }
  throw new WorkbookError('truncated', 'the zip has no end record');
}

async function readEnd64(handle: FileHandle, size: number, position: number) {
  if (position + 56 > size) throw new WorkbookError('corrupt', 'the ZIP64 record lies past the end');
  const record = await readExactly(handle, position, 56);
  if (record.readUInt32LE(0) !== end64Signature) throw new WorkbookError('corrupt', 'no ZIP64 record');
  if (record.readUInt32LE(16) !== 0) throw new WorkbookError('corrupt', 'a zip over several disks');
  return { count: bigOffset(record, 32), length: bigOffset(record, 40), offset: bigOffset(record, 48) };
}

/** A 64-bit number as a safe integer; no file here is larger. */
function bigOffset(buffer: Buffer, at: number): number {
  const value = buffer.readUInt32LE(at + 4) * 2 ** 32 + buffer.readUInt32LE(at);
  if (!Number.isSafeInteger(value)) throw new WorkbookError('corrupt', 'a ZIP64 number past all sizes');
  return value;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
const gb18030 = new TextDecoder('gb18030');

/** Decodes a name as UTF-8, flagged or not; other bytes come from a Chinese Windows, in its encoding. */
function entryName(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return gb18030.decode(bytes);
  }
}

function readEntry(directory: Buffer, at: number, nameLength: number, extraLength: number): ZipEntry {
  const nameEnd = at + 46 + nameLength;
  const flags = directory.readUInt16LE(at + 8);
  let packed = directory.readUInt32LE(at + 20);
  let unpacked = directory.readUInt32LE(at + 24);
  let headerOffset = directory.readUInt32LE(at + 42);
  if (packed === full32 || unpacked === full32 || headerOffset === full32) {
    // The ZIP64 field holds, in this order, only the numbers that did not fit.
    const wide = extraField(directory, nameEnd, nameEnd + extraLength, 1);
    let field = 0;
    const take = (): number => {
      if (wide === undefined || field + 8 > wide.length) {
        throw new WorkbookError('corrupt', 'a ZIP64 size is missing');
      }
      field += 8;
      return bigOffset(wide, field - 8);
    };
    if (unpacked === full32) unpacked = take();
    if (packed === full32) packed = take();
    if (headerOffset === full32) headerOffset = take();
  }
  return {
    // Programs on Windows write a backslash now and then.
    name: entryName(directory.subarray(at + 46, nameEnd)).replaceAll('\\', '/'),
    method: directory.readUInt16LE(at + 10),
    encrypted: (flags & 1) !== 0,
    crc: directory.readUInt32LE(at + 16),
    packed,
    unpacked,
    headerOffset,
  };
}

function extraField(buffer: Buffer, start: number, end: number, id: number): Buffer | undefined {
  let at = start;
  while (at + 4 <= end) {
    const length = buffer.readUInt16LE(at + 2);
    const next = at + 4 + length;
    if (next > end) return undefined;
    if (buffer.readUInt16LE(at) === id) return buffer.subarray(at + 4, next);
    at = next;
  }
  return undefined;
}
