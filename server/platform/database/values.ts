import pg from 'pg';

/** Type numbers of PostgreSQL's catalogue whose text we read in our own way; each array type is its base's list. */
const oid = {
  int8: 20,
  date: 1082,
  int8Array: 1016,
  dateArray: 1182,
  numericArray: 1231,
} as const;

/**
 * Reads an `int8` as a number. A bigint nobody can hold in a JavaScript number must not be rounded in silence.
 * @throws {RangeError} when the value is beyond 2^53 - 1.
 */
function readSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The integer ${text} is beyond 2^53 - 1`);
  return value;
}

const asText = (text: string): string => text;

/** pg's own reader of `text[]`, type 1009; its declared list of type numbers leaves the arrays out. */
const readTextArray: (text: string) => (string | null)[] = pg.types.getTypeParser(
  1009 as Parameters<typeof pg.types.getTypeParser>[0],
);

function listOf<Value>(read: (text: string) => Value) {
  return (text: string): (Value | null)[] =>
    readTextArray(text).map(element => (element === null ? null : read(element)));
}

const readers: Readonly<Record<number, (text: string) => unknown>> = {
  [oid.int8]: readSafeInteger,
  [oid.date]: asText,
  [oid.int8Array]: listOf(readSafeInteger),
  [oid.dateArray]: listOf(asText),
  [oid.numericArray]: listOf(asText),
};

/**
 * How column values become JavaScript values; given to each connection, so that no other user of the driver in
 * the process is affected. Types not named here keep the driver's reading.
 */
export const valueTypes: pg.CustomTypesConfig = {
  // The driver's declaration is a list of overloads by type number; one function serves them all.
  getTypeParser: ((type: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && readers[type]) ||
    pg.types.getTypeParser(type, format)) as typeof pg.types.getTypeParser,
};
