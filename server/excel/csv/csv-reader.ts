import type { FileHandle } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { CsvError, parse } from 'csv-parse';
import { WorkbookError } from '../errors.ts';
import { textFormOf } from '../format/text-forms.ts';
import { workbookLimits } from '../limits.ts';
import { type Cell, noNotes, type RowsOptions, type SheetRow, type Workbook } from '../types.ts';
import { type FoundEncoding, fileChunks, findEncoding } from './csv-encoding.ts';
import { restoreNeutralised } from './csv-safety.ts';

const batchRows = 500;
/** Cells after which a batch is handed on with fewer rows, so that wide sheets take no more memory than long ones. */
const batchCells = 100_000;
/** Bytes passed to the parser between two checks of its record's number of fields. */
const pieceBytes = 16 * 1024;
const sampleCharacters = 64 * 1024;
const delimiters = [',', '\t', ';'] as const;

/**
 * Opens a text: a web page or an XML sheet if it is one, else a csv file.
 *
 * @throws WorkbookError `unsupportedFormat` for other markup, and the errors of {@link openCsv} and the readers of
 * those forms
 */
export async function openText(
  handle: FileHandle,
  size: number,
  release: () => Promise<void>,
): Promise<Workbook> {
  const form = textFormOf(await firstText(handle, size));
  if (form === undefined) return openCsv(handle, size, release);
  // Pages are rare, and loading the markup parser would slow down every start of a reader.
  if (form === 'xml') return (await import('../page/xml-sheets.ts')).openXmlSheets(handle, size, release);
  return (await import('../page/page-reader.ts')).openPage(handle, size, form === 'mht', release);
}

/** The beginning of a text, sufficient to detect its form: markup is ASCII in nearly every encoding. */
async function firstText(handle: FileHandle, size: number): Promise<string> {
  const head = Buffer.alloc(Math.min(size, pieceBytes) & ~1);
  await handle.read(head, 0, head.length, 0);
  const isWide = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0x3c && head[1] === 0);
  return head.toString(isWide ? 'utf16le' : 'latin1').replace(/^\xef\xbb\xbf|^\ufeff/, '');
}

/**
 * Opens a csv file: one visible sheet with only text values. Encoding and delimiter (comma, semicolon or tab) are
 * detected; quotes that a program did not double inside a value are accepted. Row numbers count records, as a
 * spreadsheet would show them. `release` is called once, by `close()`.
 *
 * @throws WorkbookError the errors of {@link findEncoding}; while reading `unclosedQuote`, `rowTooLarge`,
 * `tooManyCells`
 */
async function openCsv(handle: FileHandle, size: number, release: () => Promise<void>): Promise<Workbook> {
  const found = await findEncoding(handle, size);
  const sample = await readSample(handle, found);
  const told = delimiterLine.exec(sample);
  const delimiter = told?.[1] ?? told?.[2] ?? guessDelimiter(sample);
  let position = 0;

  async function* rows(sheet: number, options: RowsOptions = {}): AsyncGenerator<SheetRow[], void, void> {
    if (sheet !== 0) throw new WorkbookError('noSheet', `sheet ${sheet} of a csv file`);
    const parser = parse({
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: workbookLimits.rowBytes,
    });
    const chunks = decoded(handle, found, at => {
      position = at;
    });
    // Any error destroys the parser, and the loop below receives it there.
    pipeline(Readable.from(withinBounds(chunks, parser)), parser, () => {});
    // Row numbers match those of a spreadsheet.
    let number = told ? -1 : 0;
    let batch: SheetRow[] = [];
    let cellsInBatch = 0;
    try {
      for await (const record of parser) {
        number++;
        if (number === 0) continue;
        const cells = toCells(record as string[], options.columns); // without `columns` a record is its texts
        if (cells === undefined) continue;
        batch.push({ number, cells });
        cellsInBatch += cells.length;
        if (batch.length === batchRows || cellsInBatch > batchCells) {
          yield batch;
          batch = [];
          cellsInBatch = 0;
        }
      }
    } catch (error) {
      throw error instanceof CsvError ? workbookErrorOf(error, number + 1) : error;
    }
    if (batch.length > 0) yield batch;
  }

  return {
    format: 'csv',
    sheets: [{ name: 'csv', index: 0, hidden: false }],
    names: [],
    rows,
    merged: async () => [],
    pictures: async () => [],
    notes: noNotes(),
    bytesRead: () => position,
    totalBytes: size,
    close: release,
  };
}

/** A text of control characters alone, such as the mark of old programs at the end of a file: no value. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const onlyControls = /^[\u0001-\u0008\u000e-\u001f]+$/;

/** The cells of a record; `undefined` if all are empty. */
function toCells(record: readonly string[], columns: ReadonlySet<number> | undefined): Cell[] | undefined {
  if (record.length > workbookLimits.columns) {
    throw new WorkbookError('tooManyCells', `${record.length} values in a row`);
  }
  const cells: Cell[] = [];
  for (let column = 0; column < record.length; column++) {
    const text = record[column] as string;
    if (text === '' || onlyControls.test(text) || (columns !== undefined && !columns.has(column))) continue;
    cells[column] = restoreNeutralised(text);
  }
  if (cells.length === 0) return undefined;
  cells.length = record.length;
  return cells;
}

/**
 * Passes a file to the parser in pieces, and stops before a record grows far past the columns of a sheet: the parser's
 * own limit counts characters of fields, not fields. Throws `tooManyCells`.
 */
async function* withinBounds(chunks: AsyncIterable<Buffer>, parser: object) {
  // The parser stores the current record there, although its types omit it.
  const { state } = parser as { readonly state: { readonly record: readonly unknown[] } };
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; from += pieceBytes) {
      if (state.record.length > workbookLimits.columns) {
        throw new WorkbookError('tooManyCells', `more than ${state.record.length} values in a row`);
      }
      yield chunk.subarray(from, from + pieceBytes);
    }
  }
}

function workbookErrorOf(error: CsvError, row: number): WorkbookError {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
    return new WorkbookError('unclosedQuote', error.message, { row, cause: error });
  }
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    return new WorkbookError('rowTooLarge', error.message, { row, cause: error });
  }
  return new WorkbookError('corrupt', error.message, { row, cause: error });
}

/** The text in UTF-8, byte order mark left out. */
async function* decoded(
  handle: FileHandle,
  { encoding, skip }: FoundEncoding,
  onRead: (position: number) => void,
): AsyncGenerator<Buffer, void, void> {
  const chunks = fileChunks(handle, skip, onRead);
  if (encoding === 'utf-8') yield* chunks;
  else {
    const decoder = new TextDecoder(encoding);
    for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }));
    const rest = decoder.decode();
    if (rest !== '') yield Buffer.from(rest);
  }
}

async function readSample(handle: FileHandle, found: FoundEncoding): Promise<string> {
  for await (const chunk of decoded(handle, found, () => {}))
    return chunk.toString('utf8', 0, sampleCharacters);
  return '';
}

/** Records of the sample that are looked at for the delimiter. */
const lookedAt = 200;

/**
 * Detects the delimiter of a text: the one that gives most of the first records the same number of fields, since titles
 * and remarks surround a table. Defaults to a comma.
 */
function guessDelimiter(sample: string): string {
  const records = recordsOf(sample);
  let best = { delimiter: ',', alike: 0, fields: 0 };
  for (const delimiter of delimiters) {
    const frequency = new Map<number, number>();
    for (const counts of records) {
      const count = counts.get(delimiter) ?? 0;
      if (count > 0) frequency.set(count, (frequency.get(count) ?? 0) + 1);
    }
    for (const [fields, alike] of frequency) {
      if (alike > best.alike || (alike === best.alike && fields > best.fields)) {
        best = { delimiter, alike, fields };
      }
    }
  }
  return best.delimiter;
}

/** Counts each delimiter outside quotes, for each of the first records. */
function recordsOf(sample: string): ReadonlyMap<string, number>[] {
  const records: Map<string, number>[] = [];
  let record = new Map<string, number>();
  let quoted = false;
  let seen = false;
  let before = '';
  for (const character of sample) {
    const opens = !seen || delimiters.some(delimiter => delimiter === before);
    // A quote within a value that began without one is a sign like any other.
    if (character === '"' && (quoted || opens || before === '"')) quoted = !quoted;
    else if (!quoted && (character === '\n' || character === '\r')) {
      if (seen) records.push(record);
      if (records.length === lookedAt) return records;
      record = new Map();
      seen = false;
    } else {
      seen = true;
      if (!quoted && delimiters.some(delimiter => delimiter === character))
        record.set(character, (record.get(character) ?? 0) + 1);
    }
    before = character;
  }
  if (seen) records.push(record);
  return records;
}

/** The line that declares the delimiter to Excel, `sep=;`, which Excel does not display. */
const delimiterLine = /^(?:"sep=(.)"|sep=(.))\r?(?:\n|$)/i;
