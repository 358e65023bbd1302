import pg from 'pg';

/** Type ids in PostgreSQL's catalogue that we parse ourselves; each array type is a list of its base type. */
const oid = {
  int8: 20,
  date: 1082,
  int8Array: 1016,
  dateArray: 1182,
  numericArray: 1231,
} as const;

/**
 * Parses an `int8` as a number. A value that JavaScript cannot represent must not be rounded silently.
 * @throws {RangeError} if the value is beyond 2^53 - 1.
 */
function readSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The integer ${text} is beyond 2^53 - 1`);
  return value;
}

const asText = (text: string): string => text;

/** pg's own parser of `text[]`, type 1009; its declared list of type ids omits arrays. */
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
 * Conversion of column values to JavaScript values; set on each connection, so that other users of the driver in the
 * process are unaffected. Other types use the driver's conversion.
 */
export const valueTypes: pg.CustomTypesConfig = {
  // The driver's declaration is a list of overloads by type number; one function serves them all.
  getTypeParser: ((type: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && readers[type]) ||
    pg.types.getTypeParser(type, format)) as typeof pg.types.getTypeParser,
};
