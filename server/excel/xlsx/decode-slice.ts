/**
 * The function that `Buffer.prototype.toString` calls once it has found out which encoding is meant. For a short text
 * that costs more than the decoding. They are not documented, so their types are not either.
 */
interface DirectDecoders {
  latin1Slice(start: number, end: number): string;
  utf8Slice(start: number, end: number): string;
}

/** The text of the bytes from `start` to before `end`: UTF-8, or a faster path if all are ASCII. */
export function decodeSlice(buffer: Buffer, start: number, end: number, ascii: boolean): string {
  const direct = buffer as Buffer & DirectDecoders; // every Buffer of Node has them
  return ascii ? direct.latin1Slice(start, end) : direct.utf8Slice(start, end);
}
