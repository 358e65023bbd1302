/** Encoding of one SQL type in PostgreSQL's binary format, which the server reads without parsing text. */
export interface Packing<Value> {
  /** SQL type of an element. */
  readonly type: string;
  /** Number of that type in PostgreSQL's catalogue, which a packed array names. */
  readonly oid: number;
  /** The most bytes that a value can take. */
  room(value: Value): number;
  /** Writes a value and returns its number of bytes. */
  put(bytes: Buffer, at: number, value: Value): number;
}

/** A whole number of 16 bits. */
export const smallint: Packing<number> = {
  type: 'smallint',
  oid: 21,
  room: () => 2,
  put: (bytes, at, value) => bytes.writeInt16BE(value, at) - at,
};

/** A whole number of 32 bits. */
export const integer: Packing<number> = {
  type: 'integer',
  oid: 23,
  room: () => 4,
  put: (bytes, at, value) => bytes.writeInt32BE(value, at) - at,
};

/** A whole number of 64 bits; as a number, one that numbers carry without loss. */
export const bigint: Packing<number | bigint> = {
  type: 'bigint',
  oid: 20,
  room: () => 8,
  put: (bytes, at, value) => {
    if (typeof value === 'bigint') return bytes.writeBigInt64BE(value, at) - at;
    bytes.writeInt32BE(Math.floor(value / 2 ** 32), at);
    return bytes.writeInt32BE(value | 0, at + 4) - at;
  },
};

const putText = (bytes: Buffer, at: number, value: string) => bytes.write(value, at, 'utf8');
/** A unit of UTF-16 takes at most three bytes of UTF-8. */
const textRoom = (value: string) => value.length * 3;

/** Text of any length. */
export const longText: Packing<string> = { type: 'text', oid: 25, room: textRoom, put: putText };

/** Text of a bounded column. */
export const shortText: Packing<string> = { type: 'varchar', oid: 1043, room: textRoom, put: putText };

/** Days from 2000-01-01, PostgreSQL's epoch, to a day of the Gregorian calendar. */
function daysSince2000(year: number, month: number, day: number): number {
  // Years that begin in March have their leap day at the end (the usual reckoning from the civil calendar).
  const shifted = month > 2 ? year : year - 1;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 730_425;
}

const two = (text: string, at: number) => text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 528;
const dayOf = (text: string) => daysSince2000(two(text, 0) * 100 + two(text, 2), two(text, 5), two(text, 8));

/** A calendar date, `YYYY-MM-DD`. */
export const calendarDate: Packing<string> = {
  type: 'date',
  oid: 1082,
  room: () => 4,
  put: (bytes, at, value) => bytes.writeInt32BE(dayOf(value), at) - at,
};

const shanghaiSeconds = 8 * 3_600;

/** An instant, as `YYYY-MM-DD HH:mm:ss` of Asia/Shanghai at UTC+8. */
export const instant: Packing<string> = {
  type: 'timestamptz',
  oid: 1184,
  room: () => 8,
  put: (bytes, at, value) => {
    const ofDay = two(value, 11) * 3_600 + two(value, 14) * 60 + two(value, 17);
    return bigint.put(bytes, at, (dayOf(value) * 86_400 + ofDay - shanghaiSeconds) * 1e6);
  },
};

/** An exact decimal in digits, `-12.50`; as many places stay as it has. */
export const numeric: Packing<string> = {
  type: 'numeric',
  oid: 1700,
  room: value => 12 + value.length * 2,
  put: (bytes, at, value) => {
    const negative = value.startsWith('-');
    const [whole = '', places = ''] = (negative ? value.slice(1) : value).split('.');
    // Digits are grouped by four, outwards from the point.
    const before = whole.padStart(Math.ceil(whole.length / 4) * 4, '0');
    const digits = before + places.padEnd(Math.ceil(places.length / 4) * 4, '0');
    bytes.writeInt16BE(digits.length / 4, at);
    bytes.writeInt16BE(before.length / 4 - 1, at + 2);
    bytes.writeUInt16BE(negative ? 0x4000 : 0, at + 4);
    bytes.writeInt16BE(places.length, at + 6);
    let end = at + 8;
    for (let from = 0; from < digits.length; from += 4) {
      end = bytes.writeInt16BE(Number(digits.slice(from, from + 4)), end);
    }
    return end - at;
  },
};

const headerBytes = 20;
/** Grows to the largest array so far; only one is packed at a time. */
let workspace = Buffer.allocUnsafe(64 * 1024);

/**
 * Encodes an array of `count` values in PostgreSQL's binary format; `valueAt` returns null or undefined for a missing
 * one.
 */
export function packArray<Value>(
  packing: Packing<Value>,
  count: number,
  valueAt: (index: number) => Value | null | undefined,
): Buffer {
  let at = headerBytes;
  let empty = 0;
  const reserve = (bytes: number) => {
    if (at + bytes <= workspace.length) return;
    const larger = Buffer.allocUnsafe(Math.max(workspace.length * 2, at + bytes));
    workspace.copy(larger, 0, 0, at);
    workspace = larger;
  };
  for (let index = 0; index < count; index++) {
    const value = valueAt(index);
    if (value === null || value === undefined) {
      reserve(4);
      at = workspace.writeInt32BE(-1, at);
      empty = 1;
    } else {
      reserve(4 + packing.room(value));
      const taken = packing.put(workspace, at + 4, value);
      workspace.writeInt32BE(taken, at);
      at += 4 + taken;
    }
  }
  // One dimension, whether there are nulls, the type; then the count, and the index 1 of the first.
  workspace.writeInt32BE(1, 0);
  workspace.writeInt32BE(empty, 4);
  workspace.writeInt32BE(packing.oid, 8);
  workspace.writeInt32BE(count, 12);
  workspace.writeInt32BE(1, 16);
  return Buffer.from(workspace.subarray(0, at));
}
