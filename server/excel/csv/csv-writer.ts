import { type FileHandle, open, unlink } from 'node:fs/promises';
import iconv from 'iconv-lite';
import type { RowWriter, WriteCell, WriteColumn, WriteResult, WriterCheckpoint } from '../types.ts';
import { neutralise } from './csv-safety.ts';

const flushCharacters = 256 * 1024;
/** A decimal, a date or a date-time: nothing that could run. */
const plainValue = /^(?:-?\d+(?:\.\d+)?|\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2})?)$/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const controls = /[\x00-\x08\x0b\x0c\x0e-\x1f]/g;

/** The values to be written. */
export interface CsvWriterOptions {
  /** For the header row, which needs columns. Csv has no formats, notes and drop-downs. */
  readonly columns: readonly Pick<WriteColumn, 'header'>[];
  /** UTF-8 (with a byte order mark, or Excel takes it for GBK) or GB18030. Default UTF-8. */
  readonly encoding?: 'utf-8' | 'gb18030';
  /** Continues the file from here, in its original encoding. */
  readonly resume?: WriterCheckpoint;
}

/** Position in a file. */
interface CsvCheckpoint {
  readonly bytes: number;
  readonly rows: number;
  readonly replaced: number;
}

/**
 * Creates a csv file and writes rows to it as they arrive. Texts that a spreadsheet could take for formulas are
 * neutralised, see `csv-safety.ts`. Numbers, decimals and dates are written plainly; `true` and `false` as `TRUE` and
 * `FALSE`, as in Excel. Control characters and lone surrogates become U+FFFD and are counted. With `resume` it throws
 * the file system's error for a missing file, and a RangeError for one that is shorter than before.
 */
export async function createCsvWriter(path: string, options: CsvWriterOptions): Promise<RowWriter> {
  const encoding = options.encoding ?? 'utf-8';
  if (options.resume !== undefined) {
    // Created by `checkpoint` below; the type is private to this module.
    const stands = options.resume as unknown as CsvCheckpoint;
    const handle = await open(path, 'r+');
    try {
      if ((await handle.stat()).size < stands.bytes)
        throw new RangeError('The file is shorter than its checkpoint');
      await handle.truncate(stands.bytes);
    } catch (error) {
      await handle.close();
      throw error;
    }
    return new CsvWriter(path, handle, encoding, stands);
  }
  const writer = new CsvWriter(path, await open(path, 'w'), encoding);
  if (options.columns.length > 0) writer.header(options.columns);
  return writer;
}

class CsvWriter implements RowWriter {
  readonly #path: string;
  readonly #handle: FileHandle;
  readonly #encoding: 'utf-8' | 'gb18030';
  #text: string;
  #rows: number;
  #bytes: number;
  #replaced: number;
  #ended = false;

  constructor(path: string, handle: FileHandle, encoding: 'utf-8' | 'gb18030', stands?: CsvCheckpoint) {
    this.#path = path;
    this.#handle = handle;
    this.#encoding = encoding;
    this.#text = encoding === 'utf-8' && stands === undefined ? '\ufeff' : '';
    this.#rows = stands?.rows ?? 0;
    this.#bytes = stands?.bytes ?? 0;
    this.#replaced = stands?.replaced ?? 0;
  }

  header(columns: readonly Pick<WriteColumn, 'header'>[]): void {
    this.#line(columns.map(({ header }) => header));
  }

  row(cells: readonly WriteCell[]): void | Promise<void> {
    this.#rows++;
    this.#line(cells);
    if (this.#text.length > flushCharacters) return this.#flush();
  }

  async sheet(index: number): Promise<void> {
    if (index !== 0) throw new RangeError('A csv file has one sheet');
  }

  async checkpoint(): Promise<WriterCheckpoint> {
    await this.#flush();
    await this.#handle.datasync();
    const stands: CsvCheckpoint = { bytes: this.#bytes, rows: this.#rows, replaced: this.#replaced };
    return { ...stands };
  }

  async close(): Promise<WriteResult> {
    await this.#flush();
    await this.#handle.close();
    this.#ended = true;
    return { rows: this.#rows, bytes: this.#bytes, replaced: this.#replaced };
  }

  async abort(keep = false): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    await this.#handle.close();
    if (!keep) await unlink(this.#path);
  }

  #line(cells: readonly WriteCell[]): void {
    let line = '';
    for (let column = 0; column < cells.length; column++) {
      if (column > 0) line += ',';
      line += this.#field(cells[column]);
    }
    // A row with one empty cell would be a blank line, which readers skip without miscounting.
    this.#text += `${line}\r\n`;
  }

  #field(cell: WriteCell): string {
    if (cell === null || cell === undefined) return '';
    if (typeof cell === 'string') return this.#quoted(neutralise(this.#printable(cell)));
    if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
    if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
    if ('bad' in cell) return this.#field(cell.value);
    const text = 'decimal' in cell ? cell.decimal : 'date' in cell ? cell.date : cell.dateTime;
    return plainValue.test(text) ? text : this.#quoted(neutralise(this.#printable(text)));
  }

  #printable(text: string): string {
    if (text.isWellFormed() && text.search(controls) === -1) return text;
    this.#replaced++;
    return text.toWellFormed().replace(controls, '\ufffd');
  }

  #quoted(text: string): string {
    return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  }

  async #flush(): Promise<void> {
    const text = this.#text;
    this.#text = '';
    const bytes = this.#encoding === 'utf-8' ? Buffer.from(text) : iconv.encode(text, 'gb18030');
    // By position: a file gone on with was not opened for appending.
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await this.#handle.write(bytes, done, bytes.length - done, this.#bytes + done);
      done += bytesWritten;
    }
    this.#bytes += bytes.length;
  }
}
