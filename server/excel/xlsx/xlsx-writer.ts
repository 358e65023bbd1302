import { workbookLimits } from '../limits.ts';
import type { RowWriter, WriteCell, WriteResult, WriterCheckpoint, WriteSheet } from '../types.ts';
import { type ZipCheckpoint, ZipWriter } from '../zip/zip-writer.ts';
import { CellWriter } from './xlsx-cell-writer.ts';
import * as parts from './xlsx-parts.ts';
import { SheetNames } from './xlsx-sheet-names.ts';
import { OptionLists, sheetHead, sheetTail } from './xlsx-sheet-parts.ts';

/** The workbook to be written. */
export interface XlsxWriterOptions {
  /** In workbook order; rows go to the first until {@link RowWriter.sheet} selects another. */
  readonly sheets: readonly WriteSheet[];
  /**
   * Deflate level 1 to 9. Default 5: a quarter less work than 6, zlib's default, for files one percent larger, so that
   * deflating keeps up with producing rows. Level 1 makes files a quarter larger.
   */
  readonly level?: number;
  /** Continues the file from here; sheets and level are the original ones. */
  readonly resume?: WriterCheckpoint;
}

/** Position in a workbook, within one of its sheets. */
interface XlsxCheckpoint {
  readonly zip: ZipCheckpoint;
  readonly current: number;
  readonly part: number;
  readonly rows: number;
  readonly replaced: number;
  readonly sheetRows: number;
  readonly written: readonly parts.WrittenSheet[];
}

/**
 * Creates an xlsx file and writes rows to it as they arrive, in constant memory. Text is written as inline strings,
 * which are never read as formulas. A table longer than a sheet continues in further sheets with the same columns. With
 * `resume` it throws the file system's error for a missing file.
 */
export async function createXlsxWriter(path: string, options: XlsxWriterOptions): Promise<RowWriter> {
  if (options.sheets.length === 0) throw new RangeError('A workbook needs a sheet');
  const level = options.level ?? 5;
  if (options.resume !== undefined) {
    // Created by `checkpoint` below; the type is private to this module.
    const stands = options.resume as unknown as XlsxCheckpoint;
    return new XlsxWriter(await ZipWriter.resume(path, level, stands.zip), options.sheets, stands);
  }
  const zip = await ZipWriter.create(path, level);
  const writer = new XlsxWriter(zip, options.sheets);
  try {
    await writer.sheet(0);
  } catch (error) {
    await writer.abort();
    throw error;
  }
  return writer;
}

class XlsxWriter implements RowWriter {
  readonly #zip: ZipWriter;
  readonly #sheets: readonly WriteSheet[];
  readonly #names = new SheetNames();
  readonly #lists = new OptionLists();
  readonly #written: parts.WrittenSheet[] = [];
  #current = -1;
  #part = 0;
  #cells: CellWriter | undefined;
  #rows = 0;
  #replaced = 0;
  #ended = false;

  constructor(zip: ZipWriter, sheets: readonly WriteSheet[], stands?: XlsxCheckpoint) {
    this.#zip = zip;
    this.#sheets = sheets;
    if (stands === undefined) return;
    this.#current = stands.current;
    this.#part = stands.part;
    this.#rows = stands.rows;
    this.#replaced = stands.replaced;
    this.#written.push(...stands.written);
    for (const { name } of stands.written) this.#names.take(name);
    this.#cells = new CellWriter(zip, sheets[stands.current]?.columns ?? []);
    this.#cells.rowCount = stands.sheetRows;
  }

  row(cells: readonly WriteCell[]): void | Promise<void> {
    const writer = this.#cells;
    if (writer === undefined) throw new Error('The workbook is finished');
    if (writer.rowCount === workbookLimits.rows) return this.#rollOver(cells);
    this.#rows++;
    writer.row(cells);
    return writer.waiting();
  }

  async sheet(index: number): Promise<void> {
    if (index <= this.#current) throw new RangeError('Sheets are written in order');
    if (index >= this.#sheets.length) throw new RangeError(`There is no sheet ${index}`);
    while (this.#current < index) {
      await this.#endSheet();
      this.#current++;
      this.#part = 1;
      await this.#beginSheet();
    }
  }

  async checkpoint(): Promise<WriterCheckpoint> {
    const cells = this.#cells;
    if (cells === undefined) throw new Error('The workbook is finished');
    if (cells.notes.length > 0 || this.#lists.longest > 0) {
      throw new Error('A workbook with notes or long drop-downs is written in one go');
    }
    await cells.end();
    const stands: XlsxCheckpoint = {
      zip: await this.#zip.checkpoint(),
      current: this.#current,
      part: this.#part,
      rows: this.#rows,
      replaced: this.#replaced + cells.replaced,
      sheetRows: cells.rowCount,
      written: [...this.#written],
    };
    return { ...stands };
  }

  async close(): Promise<WriteResult> {
    const last = this.#sheets.length - 1;
    if (this.#current < last) await this.sheet(last);
    await this.#endSheet();
    await this.#writeLists();
    const zip = this.#zip;
    await zip.part('[Content_Types].xml', parts.contentTypesPart(this.#written));
    await zip.part('_rels/.rels', parts.packageRelations());
    await zip.part('xl/workbook.xml', parts.workbookPart(this.#written));
    await zip.part('xl/_rels/workbook.xml.rels', parts.workbookRelations(this.#written));
    await zip.part('xl/styles.xml', parts.stylesPart());
    const bytes = await zip.close();
    this.#ended = true;
    return { rows: this.#rows, bytes, replaced: this.#replaced };
  }

  async abort(keep = false): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    this.#cells = undefined;
    await this.#zip.abort(keep);
  }

  async #rollOver(cells: readonly WriteCell[]): Promise<void> {
    await this.#endSheet();
    this.#part++;
    await this.#beginSheet();
    await this.row(cells);
  }

  async #beginSheet(): Promise<void> {
    const sheet = this.#sheets[this.#current]!;
    const name = this.#names.take(sheet.name, this.#part);
    const number = this.#written.length + 1;
    await this.#zip.begin(`xl/worksheets/sheet${number}.xml`);
    const selected = this.#written.every(({ hidden }) => hidden) && sheet.hidden !== true;
    this.#cells = new CellWriter(this.#zip, sheet.columns);
    this.#cells.xml(sheetHead(sheet, selected));
    this.#cells.header();
    // A table continued in another sheet has its names in the first.
    const names = (this.#part === 1 ? sheet.columns : []).flatMap(({ definedName }, column) =>
      definedName === undefined ? [] : [{ name: definedName, column }],
    );
    const written = { name, hidden: sheet.hidden === true, hasNotes: false };
    this.#written.push(names.length > 0 ? { ...written, names } : written);
  }

  async #endSheet(): Promise<void> {
    const cells = this.#cells;
    const sheet = this.#sheets[this.#current];
    if (cells === undefined || sheet === undefined) return;
    const number = this.#written.length;
    const { notes } = cells;
    cells.xml(sheetTail(sheet, this.#lists, notes.length > 0));
    await cells.end();
    await this.#zip.end();
    this.#replaced += cells.replaced;
    this.#cells = undefined;
    if (notes.length === 0) return;
    this.#written[number - 1] = { ...this.#written[number - 1]!, hasNotes: true };
    await this.#zip.part(`xl/worksheets/_rels/sheet${number}.xml.rels`, parts.sheetRelations(number));
    await this.#zip.part(`xl/comments${number}.xml`, parts.notesPart(notes));
    await this.#zip.part(`xl/drawings/vmlDrawing${number}.vml`, parts.noteBoxesPart(notes));
  }

  /** The values of long drop-downs, in a hidden sheet. */
  async #writeLists(): Promise<void> {
    if (this.#lists.longest === 0) return;
    const sheet: WriteSheet = { name: OptionLists.sheetName, hidden: true, columns: [] };
    await this.#zip.begin(`xl/worksheets/sheet${this.#written.length + 1}.xml`);
    const cells = new CellWriter(this.#zip, sheet.columns);
    cells.xml(sheetHead(sheet, false));
    for (const row of this.#lists.rows()) {
      cells.row(row);
      await cells.waiting();
    }
    cells.xml(sheetTail(sheet, this.#lists, false));
    await cells.end();
    await this.#zip.end();
    this.#written.push({ name: OptionLists.sheetName, hidden: true, hasNotes: false });
  }
}
