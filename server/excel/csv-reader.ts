import type { FileHandle } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { CsvError, parse } from 'csv-parse';
import { type FoundEncoding, fileChunks, findEncoding } from './csv-encoding.ts';
import { restoreNeutralised } from './csv-safety.ts';
import { WorkbookError } from './errors.ts';
import { workbookLimits } from './limits.ts';
import { type Cell, noNotes, type RowsOptions, type SheetRow, type Workbook } from './types.ts';

const batchRows = 500;
/** Cells after which a batch is handed on with fewer rows, so that wide sheets take no more memory than long ones. */
const batchCells = 100_000;
/** Bytes that the parser is given between two looks at how many fields its record has. */
const pieceBytes = 16 * 1024;
const sampleCharacters = 64 * 1024;
const delimiters = [',', '\t', ';'] as const;

/** Text formats that programs save under the names of workbooks: pages, XML sheets, mail archives, documents. */
const otherText = /^\s*(?:<(?:!doctype|html|table|\?xml|[a-z]+:?workbook)|mime-version:|\{\\rtf)/i;

/**
 * Opens a csv file: one visible sheet whose values are all text. Encoding and delimiter (comma, semicolon or
 * tab) are found from the content; quotes that a program forgot to double inside a value are taken as they are.
 * Numbers of rows count records, as a spreadsheet would show them. `release` is called once, by `close()`.
 *
 * @throws WorkbookError what {@link findEncoding} throws; `unsupportedFormat` for a page or XML saved under a
 *   workbook's name; while reading `unclosedQuote`, `rowTooLarge`, `tooManyCells`
 */
export async function openCsv(
  handle: FileHandle,
  size: number,
  release: () => Promise<void>,
): Promise<Workbook> {
  const found = await findEncoding(handle, size);
  const sample = await readSample(handle, found);
  if (otherText.test(sample)) throw new WorkbookError('unsupportedFormat', 'a page or XML, no table of text');
  const delimiter = guessDelimiter(sample);
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
    // The parser is destroyed with whatever error comes, and the loop below meets it there.
    pipeline(Readable.from(withinBounds(chunks, parser)), parser, () => {});
    let number = 0;
    let batch: SheetRow[] = [];
    let cellsInBatch = 0;
    try {
      for await (const record of parser) {
        number++;
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
    notes: noNotes(),
    bytesRead: () => position,
    totalBytes: size,
    close: release,
  };
}

/** The cells of a record; `undefined` where all are empty. */
function toCells(record: readonly string[], columns: ReadonlySet<number> | undefined): Cell[] | undefined {
  if (record.length > workbookLimits.columns) {
    throw new WorkbookError('tooManyCells', `${record.length} values in a row`);
  }
  const cells: Cell[] = [];
  for (let column = 0; column < record.length; column++) {
    const text = record[column] as string;
    if (text === '' || (columns !== undefined && !columns.has(column))) continue;
    cells[column] = restoreNeutralised(text);
  }
  if (cells.length === 0) return undefined;
  cells.length = record.length;
  return cells;
}

/**
 * Hands a file on to the parser in pieces, and stops before a record has grown far past the columns of a sheet: the
 * parser's own bound counts the characters of fields, not the fields. Throws `tooManyCells`.
 */
async function* withinBounds(chunks: AsyncIterable<Buffer>, parser: object) {
  // The parser has its record there while it is being read, though its types do not tell.
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

/** The delimiter that the first row uses most, outside quotes; a comma where it has none. */
function guessDelimiter(sample: string): string {
  const counts = new Map<string, number>(delimiters.map(delimiter => [delimiter, 0]));
  let quoted = false;
  let seen = false;
  for (const character of sample) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && (character === '\n' || character === '\r')) {
      if (seen) break;
    } else {
      seen = true;
      const count = counts.get(character);
      if (!quoted && count !== undefined) counts.set(character, count + 1);
    }
  }
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}
