import { Carry } from '../carry.ts';
import { WorkbookError } from '../errors.ts';
import type { Ole2Stream } from './ole2.ts';

/**
 * The relevant records of a BIFF8 stream, by their names in [MS-XLS]. Programs write some of them under their numbers
 * from earlier versions (BIFF2 to BIFF4), with the same content or the earlier version's.
 */
export const record = {
  integer2: 0x0002,
  number2: 0x0003,
  label2: 0x0004,
  boolErr2: 0x0005,
  formula: 0x0006,
  string2: 0x0007,
  row2: 0x0008,
  eof: 0x000a,
  dateMode: 0x0022,
  filePass: 0x002f,
  continue: 0x003c,
  codePage: 0x0042,
  rk3: 0x007e,
  boundSheet: 0x0085,
  mulRk: 0x00bd,
  rString: 0x00d6,
  xf: 0x00e0,
  mergedCells: 0x00e5,
  drawing: 0x00ec,
  sst: 0x00fc,
  labelSst: 0x00fd,
  number: 0x0203,
  label: 0x0204,
  boolErr: 0x0205,
  formula3: 0x0206,
  string: 0x0207,
  row: 0x0208,
  rk: 0x027e,
  formula4: 0x0406,
  format: 0x041e,
  bof: 0x0809,
} as const;

/** The version that Excel 97 to 2003 write in a BOF record. */
export const biff8 = 0x0600;

/** The bytes that a record's handler looks at: `length` bytes of `buffer` from `start`. */
export type RecordHandler = (type: number, buffer: Buffer, start: number, length: number) => void;

/**
 * Walks the records from `from` to the EOF of the substream that begins there, skipping nested charts. Yields after
 * each chunk, so that the consumer sets the pace.
 *
 * @throws WorkbookError `corrupt` if no substream begins there, `truncated` without an end
 */
export async function* scanRecords(
  stream: Ole2Stream,
  from: number,
  handle: RecordHandler,
): AsyncGenerator<void, void, void> {
  const carry = new Carry();
  let depth = 0;
  for await (const chunk of stream.chunks(from)) {
    carry.add(chunk);
    const { buffer, end } = carry;
    while (carry.start + 4 <= end) {
      const type = buffer.readUInt16LE(carry.start);
      const length = buffer.readUInt16LE(carry.start + 2);
      const start = carry.start + 4;
      if (start + length > end) break;
      carry.start = start + length;
      if (type === record.bof) depth++;
      else if (depth === 0) throw new WorkbookError('corrupt', `a part begins with record ${type}`);
      if (depth === 1) handle(type, buffer, start, length);
      if (type === record.eof) {
        depth--;
        if (depth === 0) return;
      }
    }
    yield;
  }
  throw new WorkbookError('truncated', 'a part of the workbook has no end');
}

/** Refuses a record that is shorter than required. */
export function needBytes(length: number, needed: number, what: string): void {
  if (length < needed) throw new WorkbookError('corrupt', `${what} of ${length} bytes`);
}
