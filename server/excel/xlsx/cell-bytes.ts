import { workbookLimits } from '../limits.ts';
import { byte } from './xml.ts';

/** Twice the size of the longest cell, 32,767 escaped characters. */
const bufferBytes = 512 * 1024;
/** One character as `_xHHHH_`, the longest it can become. */
const mostBytesOfCharacter = 7;

const encoder = new TextEncoder();
/** A cell's text, encoded: at most three bytes for each UTF-16 unit. */
const utf8 = new Uint8Array(workbookLimits.cellText * 3);

/** The first byte of U+F000 to U+FFFF: Chinese punctuation, and at the end characters invalid in XML. */
const lastPlane = 0xef;

/** Bytes that cannot always be written as they are: controls, `&`, `<`, `>`, and `_` as in `_x0041_`. */
const special = new Uint8Array(256);
special.fill(1, 0, 32);
special[byte.tab] = 0;
special[byte.lineFeed] = 0;
for (const value of [byte.ampersand, byte.less, byte.greater, byte.underscore, lastPlane]) special[value] = 1;

/** Receives full buffers; calls back when one may be reused. */
export type BytesSink = (bytes: Buffer, done: () => void) => void;

/**
 * Builds the bytes of a worksheet in reused buffers: without intermediate strings, in one pass over each text for
 * escaping, checking and UTF-8 encoding.
 */
export class CellBytes {
  readonly #sink: BytesSink;
  readonly #free: Buffer[] = [];
  #buffer: Buffer = Buffer.allocUnsafeSlow(bufferBytes);
  #at = 0;

  constructor(sink: BytesSink) {
    this.#sink = sink;
  }

  /** Ensures room for `length` bytes. */
  reserve(length: number): void {
    if (this.#at + length > bufferBytes) this.flush();
  }

  /** Passes on the buffered bytes. */
  flush(): void {
    if (this.#at === 0) return;
    const full = this.#buffer;
    this.#sink(full.subarray(0, this.#at), () => this.#free.push(full));
    this.#buffer = this.#free.pop() ?? Buffer.allocUnsafeSlow(bufferBytes);
    this.#at = 0;
  }

  /** Passes on the buffer once it is half full, so that deflating runs in parallel. */
  flushHalf(): void {
    if (this.#at > bufferBytes / 2) this.flush();
  }

  /** Adds bytes as they are; the caller has reserved room. */
  raw(bytes: Uint8Array): void {
    const buffer = this.#buffer;
    let at = this.#at;
    for (let index = 0; index < bytes.length; index++) buffer[at++] = bytes[index]!;
    this.#at = at;
  }

  /** Adds ASCII text unchanged; the caller has reserved room. */
  ascii(text: string): void {
    const buffer = this.#buffer;
    let at = this.#at;
    for (let index = 0; index < text.length; index++) buffer[at++] = text.charCodeAt(index);
    this.#at = at;
  }

  /** Adds the digits of a whole number from 0 to below 2^31; the caller has reserved room. */
  integer(value: number): void {
    const buffer = this.#buffer;
    let length = 1;
    for (let bound = 10; value >= bound; bound *= 10) length++;
    let rest = value;
    for (let at = this.#at + length - 1; at >= this.#at; at--) {
      const tenth = (rest / 10) | 0;
      buffer[at] = byte.zero + rest - tenth * 10;
      rest = tenth;
    }
    this.#at += length;
  }

  /** Adds XML of any length. */
  xml(text: string): void {
    const bytes = Buffer.from(text);
    for (let from = 0; from < bytes.length; from += bufferBytes) {
      const piece = bytes.subarray(from, from + bufferBytes);
      this.reserve(piece.length);
      this.raw(piece);
    }
  }

  /**
   * Adds a cell's text, truncated to Excel's limit. Control characters become Excel's `_xHHHH_`, which reading
   * reverses; a lone surrogate becomes U+FFFD. Returns false if the text needed such changes.
   */
  text(text: string): boolean {
    let plain = text.length <= workbookLimits.cellText;
    const kept = plain ? text : cutText(text);
    // The engine's encoder reads any string many times faster than a loop over its characters.
    const length = encoder.encodeInto(kept, utf8).written;
    this.reserve(kept.length * mostBytesOfCharacter);
    const buffer = this.#buffer;
    let at = this.#at;
    for (let index = 0; index < length; index++) {
      const value = utf8[index]!;
      if (special[value] === 0) buffer[at++] = value;
      else if (value === byte.less || value === byte.greater) {
        buffer[at++] = byte.ampersand;
        buffer[at++] = value === byte.less ? 108 : 103;
        buffer[at++] = 116;
        buffer[at++] = byte.semicolon;
      } else if (value === lastPlane) {
        buffer[at++] = value;
        if (utf8[index + 1] !== 0xbf || utf8[index + 2]! < 0xbd) continue;
        if (utf8[index + 2] === 0xbd) plain &&= text.isWellFormed();
        else {
          // U+FFFE and U+FFFF are no characters of XML.
          this.#at = at - 1;
          this.#escape(0xff40 + utf8[index + 2]!);
          at = this.#at;
          index += 2;
          plain = false;
        }
      } else {
        this.#at = at;
        if (value === byte.ampersand) this.ascii('&amp;');
        else if (value !== byte.underscore) {
          this.#escape(value);
          // XML readers convert a bare carriage return to a line feed; escaping preserves it.
          if (value !== byte.carriageReturn) plain = false;
        } else if (looksEscaped(index, length)) this.#escape(value);
        else this.ascii('_');
        at = this.#at;
      }
    }
    this.#at = at;
    return plain;
  }

  #escape(code: number): void {
    this.ascii(`_x${code.toString(16).toUpperCase().padStart(4, '0')}_`);
  }
}

/** As much of a text as a cell holds, without cutting a character in two. */
function cutText(text: string): string {
  const last = text.charCodeAt(workbookLimits.cellText - 1);
  return text.slice(
    0,
    last >= 0xd800 && last <= 0xdbff ? workbookLimits.cellText - 1 : workbookLimits.cellText,
  );
}

/** True if the bytes at `index` look like Excel's `_xHHHH_`. */
function looksEscaped(index: number, length: number): boolean {
  if (utf8[index + 1] !== byte.x || index + 7 > length) return false;
  return /^_x[0-9A-Fa-f]{4}_$/.test(String.fromCharCode(...utf8.subarray(index, index + 7)));
}

/** Text inside an attribute or element of a part that is written whole. */
export function escapeXml(text: string): string {
  const names: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    '\n': '&#10;',
  };
  return text
    .toWellFormed()
    .replace(/[^\t\n\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"\n]/g, character => names[character]!);
}
