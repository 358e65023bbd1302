import { WorkbookError } from './errors.ts';
import { workbookLimits } from './limits.ts';

/**
 * The bytes of a stream that are not yet used up: chunks are added at the end, whole rows or strings are taken
 * from the front, and what was cut in two waits for the next chunk.
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
   * Adds a chunk, and answers whether to look for whole rows or strings now. What had no end last time is
   * looked at again only once it has doubled: each look begins at its first byte, and a huge one would
   * otherwise be read hundreds of times over. At the end of the stream the caller always looks.
   *
   * @throws WorkbookError `rowTooLarge` when something without an end has passed the limit
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
