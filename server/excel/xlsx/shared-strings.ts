import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WorkbookError } from '../errors.ts';
import { workbookLimits } from '../limits.ts';
import { decodeSlice } from './decode-slice.ts';

/** The unit of memory and of reads from the temporary file; sheets mostly request strings in order. */
const blockBytes = 64 * 1024;
const memoryBlocks = workbookLimits.sharedStringBytes / blockBytes;
const cachedFileBlocks = 128;
const offsetsInPage = 64 * 1024;
const cachedStrings = 8 * 1024;
const longestCachedString = 1024;

/**
 * A workbook's shared strings, by index. Stored as UTF-8 outside the JavaScript heap, beyond 64 MB in an unlinked
 * temporary file, so that millions of them cost little; recently used ones are cached as text. Add all of them, then
 * {@link seal}, then read.
 */
export class SharedStrings {
  #count = 0;
  #length = 0;
  /** Where each string ends; the next begins there. */
  readonly #ends: Float64Array[] = [];
  readonly #memory: Buffer[] = [];
  #open = Buffer.alloc(0);
  #file: number | undefined;
  readonly #fileBlocks = new Map<number, Buffer>();
  readonly #cacheNumbers = new Int32Array(cachedStrings).fill(-1);
  readonly #cacheTexts = new Array<string>(cachedStrings).fill('');

  get count(): number {
    return this.#count;
  }

  /** Adds the next string from its UTF-8 bytes. Throws `tooManyCells` past the limit. */
  add(source: Buffer, start: number, end: number): void {
    if (this.#count === workbookLimits.sharedStrings) {
      throw new WorkbookError('tooManyCells', `more than ${this.#count} shared strings`);
    }
    let from = start;
    while (from < end) {
      const used = this.#length % blockBytes;
      if (used === 0) this.#nextBlock();
      const copied = source.copy(this.#open, used, from, Math.min(end, from + blockBytes - used));
      from += copied;
      this.#length += copied;
    }
    const page = Math.floor(this.#count / offsetsInPage);
    if (page === this.#ends.length) this.#ends.push(new Float64Array(offsetsInPage));
    this.#ends[page]![this.#count % offsetsInPage] = this.#length;
    this.#count++;
  }

  /** Ends the adding. */
  seal(): void {
    if (this.#file !== undefined) this.#spill();
  }

  /** The string of this number. Throws `corrupt` for a number that was never added. */
  get(index: number): string {
    if (!(index >= 0 && index < this.#count)) {
      throw new WorkbookError('corrupt', `shared string ${index} of ${this.#count}`);
    }
    const slot = index & (cachedStrings - 1);
    if (this.#cacheNumbers[slot] === index) return this.#cacheTexts[slot]!;
    const start = index === 0 ? 0 : this.#endOf(index - 1);
    const end = this.#endOf(index);
    const text = this.#text(start, end);
    if (end - start <= longestCachedString) {
      this.#cacheNumbers[slot] = index;
      this.#cacheTexts[slot] = text;
    }
    return text;
  }

  /** Releases the temporary file. */
  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #endOf(index: number): number {
    return this.#ends[Math.floor(index / offsetsInPage)]![index % offsetsInPage]!;
  }

  #text(start: number, end: number): string {
    const block = Math.floor(start / blockBytes);
    const from = start - block * blockBytes;
    if (from + end - start <= blockBytes) {
      return start === end ? '' : decodeSlice(this.#block(block), from, from + end - start, false);
    }
    const parts: Buffer[] = [];
    for (let at = start; at < end; ) {
      const number = Math.floor(at / blockBytes);
      const stop = Math.min(end, (number + 1) * blockBytes);
      parts.push(this.#block(number).subarray(at - number * blockBytes, stop - number * blockBytes));
      at = stop;
    }
    return Buffer.concat(parts).toString('utf8');
  }

  #nextBlock(): void {
    if (this.#memory.length < memoryBlocks) {
      this.#open = Buffer.allocUnsafeSlow(blockBytes);
      this.#memory.push(this.#open);
      return;
    }
    if (this.#file === undefined) {
      const path = join(tmpdir(), `yikao-strings-${randomUUID()}`);
      this.#file = openSync(path, 'wx+', 0o600);
      // Without a name the file vanishes with the process, however that ends.
      unlinkSync(path);
      this.#open = Buffer.allocUnsafeSlow(blockBytes);
    } else this.#spill();
  }

  /** Writes the open block, full or the last one, to its place in the file. */
  #spill(): void {
    const number = Math.floor((this.#length - 1) / blockBytes) - memoryBlocks;
    let done = 0;
    while (done < blockBytes) {
      done += writeSync(this.#file!, this.#open, done, blockBytes - done, number * blockBytes + done);
    }
  }

  #block(number: number): Buffer {
    const kept = this.#memory[number] ?? this.#fileBlocks.get(number);
    if (kept !== undefined) return kept;
    const block = Buffer.allocUnsafeSlow(blockBytes);
    readSync(this.#file!, block, 0, blockBytes, (number - memoryBlocks) * blockBytes);
    if (this.#fileBlocks.size === cachedFileBlocks) {
      const oldest = this.#fileBlocks.keys().next();
      if (!oldest.done) this.#fileBlocks.delete(oldest.value);
    }
    this.#fileBlocks.set(number, block);
    return block;
  }
}
