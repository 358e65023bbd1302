import { WorkbookError } from './errors.ts';
import { workbookLimits } from './limits.ts';

/**
 * The unread bytes of a stream: chunks are appended, complete rows or strings are taken from the front, and partial
 * ones wait for the next chunk.
 */
export class Carry {
  buffer: Buffer = Buffer.allocUnsafeSlow(512 * 1024);
  /** First byte not yet used. */
  start = 0;
  /** After the last byte. */
  end = 0;

  #tried = false;
  #worthTrying = 0;

  /**
   * Adds a chunk, and returns whether to look for complete rows or strings now. After an unsuccessful look the next one
   * waits until the content has doubled: each starts at the first byte, so a huge row would otherwise be scanned
   * hundreds of times. At the end of the stream the caller always looks.
   *
   * @throws WorkbookError `rowTooLarge` when an incomplete row or string exceeds the limit
   */
  add(chunk: Buffer): boolean {
    const waiting = this.end - this.start;
    if (this.#tried) {
      if (waiting > workbookLimits.rowBytes) {
        throw new WorkbookError('rowTooLarge', `${waiting} bytes without an end`);
      }
      this.#worthTrying = Math.min(2 * waiting, workbookLimits.rowBytes);
    }
    if (waiting + chunk.length > this.buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(this.buffer.length * 2, waiting + chunk.length));
      this.buffer.copy(larger, 0, this.start, this.end);
      this.buffer = larger;
    } else this.buffer.copy(this.buffer, 0, this.start, this.end);
    chunk.copy(this.buffer, waiting);
    this.start = 0;
    this.end = waiting + chunk.length;
    this.#tried = this.end > this.#worthTrying;
    return this.#tried;
  }
}
