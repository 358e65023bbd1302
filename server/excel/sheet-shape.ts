import { WorkbookError } from './errors.ts';
import { workbookLimits } from './limits.ts';
import { MergedRanges } from './xlsx/merged-ranges.ts';
import { cellReference } from './xlsx/xlsx-cell-tag.ts';
import { afterMarkup, afterTag, byte, incomplete } from './xlsx/xml.ts';
import { RootPrefixes } from './xlsx/xml-names.ts';

/** Facts about a sheet that are known only at its end, and needed before its first row. */
export interface SheetShape {
  /** True if each row occurs once, in ascending order. */
  readonly inOrder: boolean;
  readonly merged: MergedRanges;
}

/** Bytes that a tag and the one after it may take up before they are looked at no longer. */
const longestTag = 64 * 1024;

/**
 * Scans a worksheet part for the order of its rows and for its merged cells, which come after the rows. It searches for
 * tags and reads no cell, so it costs little compared with unpacking.
 * @throws WorkbookError `tooManyCells` for more rows, or more merged cells, than a sheet can have
 */
export async function shapeOfWorksheet(chunks: AsyncIterable<Buffer>): Promise<SheetShape> {
  const look = new WorksheetLook();
  for await (const chunk of chunks) look.add(chunk);
  return { inOrder: look.inOrder, merged: look.merged };
}

class WorksheetLook {
  inOrder = true;
  readonly merged = new MergedRanges();
  readonly #prefixes = new RootPrefixes();
  /** The beginnings of the tags that are looked for, once the root has been read. */
  #rowTags: readonly Buffer[] | undefined;
  #endTags: readonly Buffer[] = [];
  #mergeTags: readonly Buffer[] = [];
  #inRows = true;
  #lastRow = 0;
  #mergesRead = 0;
  #rest: Buffer = Buffer.alloc(0);

  add(chunk: Buffer): void {
    const buffer = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    if (this.#rowTags === undefined) {
      at = this.#root(buffer);
      if (at === incomplete) {
        this.#rest = Buffer.from(buffer);
        return;
      }
    }
    if (this.#inRows) at = this.#rows(buffer, at);
    if (!this.#inRows) at = this.#merges(buffer, at);
    this.#rest = Buffer.from(buffer.subarray(Math.max(at, buffer.length - longestTag)));
  }

  #root(buffer: Buffer): number {
    let at = 0;
    for (;;) {
      at = buffer.indexOf(byte.less, at);
      if (at === -1 || at + 1 >= buffer.length) return incomplete;
      const next = buffer[at + 1];
      if (next !== byte.exclamation && next !== byte.question) break;
      at = afterMarkup(buffer, at, buffer.length);
      if (at === incomplete) return incomplete;
    }
    const after = afterTag(buffer, at + 1, buffer.length);
    if (after === incomplete) return incomplete;
    this.#prefixes.read(buffer, at + 1, after - 1);
    const tags = (before: string, name: string) =>
      this.#prefixes.all.map(prefix => Buffer.from(`${before}${prefix}${name}`));
    this.#rowTags = tags('<', 'row');
    this.#endTags = tags('</', 'sheetData');
    this.#mergeTags = tags('<', 'mergeCell');
    return after;
  }

  /** Processes the rows up to the end of the buffer; returns the offset still needed. */
  #rows(buffer: Buffer, from: number): number {
    // A tag may be cut in two by the end of the buffer.
    const longest = Math.max(...[...(this.#rowTags ?? []), ...this.#endTags].map(tag => tag.length));
    let behind = from;
    let needed = buffer.length - longest;
    if (this.inOrder) {
      const [only, ...others] = this.#rowTags ?? [];
      // No program writes rows under two prefixes.
      if (only === undefined || others.length > 0) this.inOrder = false;
      else {
        const followed = this.#follow(buffer, from, only);
        behind = followed.behind;
        needed = Math.min(needed, followed.incomplete);
      }
    }
    // The end comes after the last row: the text before it is not searched again.
    const ends = this.#endTags.map(tag => buffer.indexOf(tag, behind)).filter(found => found !== -1);
    if (ends.length === 0) return Math.max(behind, needed);
    this.#inRows = false;
    return Math.min(...ends);
  }

  /** Checks the order of rows; returns the offsets behind the last row's tag, and of a tag that is not whole. */
  #follow(
    buffer: Buffer,
    from: number,
    tag: Buffer,
  ): { readonly behind: number; readonly incomplete: number } {
    const whole = Number.POSITIVE_INFINITY;
    let behind = from;
    let at = from;
    for (;;) {
      const start = buffer.indexOf(tag, at);
      if (start === -1) return { behind, incomplete: whole };
      const content = afterTag(buffer, start + 1, buffer.length);
      if (content === incomplete) return { behind, incomplete: start };
      at = content;
      const next = buffer[start + tag.length]!;
      // Page breaks (`rowBreaks`) are no row, and come after the end.
      if (next > byte.space && next !== byte.greater && next !== byte.slash) continue;
      const number = rowNumberOf(buffer, start + tag.length, content, buffer.length);
      if (number === incomplete && buffer.length - start < longestTag) return { behind, incomplete: start };
      behind = content;
      const row = number > 0 ? number : this.#lastRow + 1;
      if (row <= this.#lastRow) {
        this.inOrder = false;
        return { behind, incomplete: whole };
      }
      // A small file can unpack to hundreds of millions of rows, each of which costs as much here as a real one.
      if (row > workbookLimits.rows) throw new WorkbookError('tooManyCells', `row ${row}`);
      this.#lastRow = row;
    }
  }

  #merges(buffer: Buffer, from: number): number {
    let at = from;
    for (;;) {
      let start = -1;
      for (const tag of this.#mergeTags) {
        const found = buffer.indexOf(tag, at);
        if (found !== -1 && (start === -1 || found < start)) start = found;
      }
      if (start === -1) return Math.max(at, buffer.length - 64);
      const after = afterTag(buffer, start + 1, buffer.length);
      if (after === incomplete) return start;
      this.#mergesRead += 1;
      if (this.#mergesRead > workbookLimits.mergedCells)
        throw new WorkbookError('tooManyCells', 'merged cells');
      const range = / ref\s*=\s*["']([A-Za-z]+\d+):([A-Za-z]+\d+)["']/.exec(
        buffer.toString('latin1', start, Math.min(after, start + 200)),
      );
      if (range) this.merged.addReference(range[1] ?? '', range[2] ?? '');
      at = after;
    }
  }
}

/**
 * The number of a row from its tag, whose attributes begin at `start`, else from its first cell; 0 if neither has one,
 * `incomplete` if the buffer ends too early.
 */
export function rowNumberOf(buffer: Buffer, start: number, content: number, end: number): number {
  for (let at = start; at < content; at++) {
    // Quoted values are not looked into: of a row's attributes only the spans have digits, spaces and colons.
    if (buffer[at] !== 0x72 || buffer[at + 1] !== byte.equals || buffer[at - 1]! > byte.space) continue;
    let number = 0;
    for (let digit = at + 3; digit < content; digit++) {
      const value = buffer[digit]!;
      if (value < byte.zero || value > byte.nine) break;
      number = number * 10 + (value - byte.zero);
    }
    return number;
  }
  if (buffer[content - 2] === byte.slash) return 0;
  const next = buffer.indexOf(byte.less, content);
  if (next === -1 || next >= end) return incomplete;
  const after = afterTag(buffer, next + 1, end);
  if (after === incomplete) return incomplete;
  const reference = /^<(?:[^\s:>]+:)?c\s(?:[^>]*\s)?r\s*=\s*["']([A-Za-z]+\d+)["']/.exec(
    buffer.toString('latin1', next, Math.min(after, next + 300)),
  );
  return (reference && cellReference(reference[1] ?? '')?.row) || 0;
}
