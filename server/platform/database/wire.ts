/**
 * The part of PostgreSQL's frontend/backend protocol (version 3) needed between the driver and PGlite: splitting a byte
 * stream into units of work, and the few answers that PGlite does not give itself.
 */

/** The request in the first messages of a connection. */
type Opening =
  /** A request for encryption: answered with `N`, after which the client continues unencrypted. */
  | { readonly kind: 'encryption' }
  | { readonly kind: 'startup' }
  /** A statement should be cancelled: the embedded database cannot, the connection is just closed. */
  | { readonly kind: 'cancel' };

/** Stage of a connection: it introduces itself, sends its password, and then works. */
type Stage = 'opening' | 'password' | 'work';

const sslRequest = 80_877_103;
const gssRequest = 80_877_104;
const cancelRequest = 80_877_102;

/** Longest accepted message, in bytes: PostgreSQL's own limit of 1 GB. */
const longestMessage = 0x3fff_ffff;

const letter = (text: string): number => text.charCodeAt(0);
const query = letter('Q');
const sync = letter('S');
const flush = letter('H');
const functionCall = letter('F');
const terminate = letter('X');
const parse = letter('P');
const bind = letter('B');
const error = letter('E');
const password = letter('p');
const ready = letter('Z');
const dataRow = letter('D');
/** CopyData, CopyDone, CopyFail: sent by a client that believes a COPY FROM STDIN is running. */
const copyMessages = new Set([letter('d'), letter('c'), letter('f')]);

/** One piece of work cut from the stream. */
export type Unit =
  /** Whole messages up to one that PostgreSQL answers: a simple query, or an extended one up to Sync or Flush. */
  | { readonly kind: 'work'; readonly bytes: Uint8Array }
  /** The client disconnects. */
  | { readonly kind: 'terminate' };

/** Thrown for bytes that are not PostgreSQL's protocol; the connection cannot continue. */
export class ProtocolError extends Error {}

/**
 * Splits a client's messages into units. The messages of a unit are passed on together, so that different clients'
 * unnamed statements and portals, which share the underlying session, never mix.
 */
export class UnitReader {
  #chunks: Buffer[] = [];
  #size = 0;
  #stage: Stage = 'opening';
  /** Bytes at the front that are whole messages of a unit not ended yet. */
  #scanned = 0;

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
  }

  /** The connection's opening request, or undefined until it has arrived whole or once it has been read. */
  opening(): Opening | undefined {
    if (this.#stage !== 'opening' || this.#size < 8) return undefined;
    const bytes = this.#joined();
    const length = bytes.readInt32BE(0);
    if (length < 8 || length > 10_000) throw new ProtocolError(`An opening message of ${length} bytes`);
    if (this.#size < length) return undefined;
    const code = bytes.readInt32BE(4);
    this.#drop(length);
    if (code === sslRequest || code === gssRequest) return { kind: 'encryption' };
    if (code === cancelRequest) return { kind: 'cancel' };
    if (code >> 16 !== 3) throw new ProtocolError(`Protocol version ${code >> 16}`);
    this.#stage = 'password';
    return { kind: 'startup' };
  }

  /** The connection's password in response to the request; undefined until it has arrived, and once it was read. */
  password(): string | undefined {
    if (this.#stage !== 'password' || this.#size < 5) return undefined;
    const bytes = this.#joined();
    const length = bytes.readInt32BE(1);
    if (bytes.readUInt8(0) !== password || length < 5 || length > 1_000) {
      throw new ProtocolError('A password was expected');
    }
    if (this.#size < 1 + length) return undefined;
    const text = bytes.toString('utf8', 5, length);
    this.#drop(1 + length);
    this.#stage = 'work';
    return text;
  }

  /** The next unit, or undefined until one has arrived whole. */
  next(): Unit | undefined {
    if (this.#stage !== 'work') return undefined;
    while (this.#size >= this.#scanned + 5) {
      const head = this.#peek(this.#scanned, 5);
      const type = head.readUInt8(0);
      const length = head.readInt32BE(1);
      if (length < 4 || length > longestMessage) throw new ProtocolError(`A message of ${length} bytes`);
      const end = this.#scanned + 1 + length;
      if (this.#size < end) return undefined;
      if (type === terminate) return { kind: 'terminate' };
      if (copyMessages.has(type)) {
        // Not under way, because PGlite refuses COPY FROM STDIN: PostgreSQL ignores them then, and so do we.
        this.#cutOut(this.#scanned, end);
        continue;
      }
      this.#scanned = end;
      if (type === query || type === sync || type === functionCall || type === flush) {
        const bytes = this.#joined().subarray(0, end);
        this.#drop(end);
        this.#scanned = 0;
        return { kind: 'work', bytes };
      }
    }
    return undefined;
  }

  /** All that has arrived as one buffer; joined only when something is cut, so a long message is copied once. */
  #joined(): Buffer {
    if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks, this.#size)];
    return this.#chunks[0] ?? Buffer.alloc(0);
  }

  /** A few bytes at any offset, without joining the chunks of a long message. */
  #peek(offset: number, length: number): Buffer {
    let skipped = 0;
    for (const chunk of this.#chunks) {
      const from = offset - skipped;
      if (from + length <= chunk.length) return chunk.subarray(from, from + length);
      if (from < chunk.length) return this.#joined().subarray(offset, offset + length);
      skipped += chunk.length;
    }
    return this.#joined().subarray(offset, offset + length);
  }

  #drop(length: number): void {
    const rest = this.#joined().subarray(length);
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#size = rest.length;
  }

  #cutOut(from: number, to: number): void {
    const bytes = this.#joined();
    const rest = Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
    this.#chunks = [rest];
    this.#size = rest.length;
  }
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 0, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const int32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => {
    bytes.writeInt32BE(value, index * 4);
  });
  return bytes;
};

const zeroEnded = (...texts: string[]): Buffer => Buffer.from(texts.map(text => `${text}\0`).join(''));

/** Answer to a request for encryption: no. */
export const encryptionRefused = Buffer.from('N');

/** Answer to a startup message: requests a password in plain text. */
export const passwordWanted = message('R', int32(3));

/** Answer to the right password: let in, the session's parameters, ready. */
export function welcome(serverVersion: string): Buffer {
  const parameters: Readonly<Record<string, string>> = {
    server_version: serverVersion,
    server_encoding: 'UTF8',
    client_encoding: 'UTF8',
    DateStyle: 'ISO, MDY',
    TimeZone: 'UTC',
    integer_datetimes: 'on',
    standard_conforming_strings: 'on',
  };
  return Buffer.concat([
    message('R', int32(0)),
    ...Object.entries(parameters).map(([name, value]) => message('S', zeroEnded(name, value))),
    message('K', int32(process.pid, 0)),
    message('Z', Buffer.from('I')),
  ]);
}

/**
 * An error with its five-character SQLSTATE code: one that ends the connection, or one after which it continues in the
 * given transaction state.
 */
export function errorAnswer(code: string, text: string, state: 'I' | 'E' | undefined): Buffer {
  const severity = state === undefined ? 'FATAL' : 'ERROR';
  const error = message(
    'E',
    Buffer.concat([zeroEnded(`S${severity}`, `V${severity}`, `C${code}`, `M${text}`), Buffer.from([0])]),
  );
  return state === undefined ? error : Buffer.concat([error, message('Z', Buffer.from(state))]);
}

/** A simple query as bytes. */
export function simpleQuery(text: string): Buffer {
  return message('Q', zeroEnded(text));
}

/** Reports whether a unit is a simple `COPY … FROM STDIN`. */
export function isCopyIn(unit: Uint8Array): boolean {
  if (unit[0] !== query) return false;
  const text = Buffer.from(unit.buffer, unit.byteOffset + 5, Math.min(unit.byteLength - 5, 2_000)).toString();
  return /^\s*copy\b[\s\S]*\bfrom\s+stdin\b/i.test(text);
}

/**
 * The transaction state that an answer ends with: `I` idle, `T` in a transaction, `E` in a failed one, or undefined
 * when the answer does not end with ReadyForQuery (after a Flush).
 */
export function endState(chunks: readonly Buffer[]): 'I' | 'T' | 'E' | undefined {
  // The last chunk may be shorter than the six bytes of ReadyForQuery.
  const end = Buffer.concat(chunks.slice(-6)).subarray(-6);
  if (end.length < 6 || end.readUInt8(0) !== ready || end.readInt32BE(1) !== 5) return undefined;
  const state = String.fromCharCode(end.readUInt8(5));
  return state === 'I' || state === 'T' || state === 'E' ? state : undefined;
}

/** The statements of a unit whose text it contains, and the names they are prepared under. */
export function statementsOf(unit: Uint8Array): { readonly name: string; readonly text: string }[] {
  const bytes = Buffer.from(unit.buffer, unit.byteOffset, unit.byteLength);
  const found: { name: string; text: string }[] = [];
  for (let at = 0; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    const type = bytes.readUInt8(at);
    if (type !== query && type !== parse) continue;
    const nameEnd = type === query ? at + 5 : bytes.indexOf(0, at + 5);
    const from = type === query ? nameEnd : nameEnd + 1;
    found.push({
      name: bytes.toString('utf8', at + 5, nameEnd),
      text: bytes.toString('utf8', from, bytes.indexOf(0, from)),
    });
  }
  return found;
}

/**
 * The name of the prepared statement at the beginning of a unit, and the message that prepares it, if any; undefined
 * for other units.
 */
export function nameOf(unit: Uint8Array): { readonly name: string; readonly parse?: Buffer } | undefined {
  const bytes = Buffer.from(unit.buffer, unit.byteOffset, unit.byteLength);
  const type = bytes[0];
  if (type !== parse && type !== bind) return undefined;
  // Before the statement's name a Bind has that of its portal.
  const from = type === parse ? 5 : bytes.indexOf(0, 5) + 1;
  const name = bytes.toString('utf8', from, bytes.indexOf(0, from));
  return type === parse ? { name, parse: bytes.subarray(0, 1 + bytes.readInt32BE(1)) } : { name };
}

/** A unit that begins with a Parse, without it. */
export function withoutParse(unit: Uint8Array): Uint8Array {
  return unit.subarray(1 + Buffer.from(unit.buffer, unit.byteOffset, 5).readInt32BE(1));
}

/** The answer to a Parse that was carried out. */
export const parseComplete = message('1', Buffer.alloc(0));

/** The end of a unit. */
export const syncMessage = message('S', Buffer.alloc(0));

/** A message that drops a prepared statement; has no effect if there is none. */
export function closeStatement(name: string): Buffer {
  return message('C', zeroEnded(`S${name}`));
}

/** Reports whether an answer refuses a unit, or a part of it. */
export function isRefused(chunks: readonly Buffer[]): boolean {
  const bytes = Buffer.concat(chunks);
  for (let at = 0; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    if (bytes.readUInt8(at) === error) return true;
  }
  return false;
}

/** Reports whether PostgreSQL ends its answer to a unit with ReadyForQuery: to all but one that ends with a Flush. */
export function wantsReady(unit: Uint8Array): boolean {
  let last = 0;
  const bytes = Buffer.from(unit.buffer, unit.byteOffset, unit.byteLength);
  for (let at = 0; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1)) last = bytes.readUInt8(at);
  return last !== flush;
}

/** The rows in the answer to a simple query, as text; used for the database's housekeeping. */
export function answerRows(chunks: readonly Buffer[]): (string | null)[][] {
  const bytes = Buffer.concat(chunks);
  const rows: (string | null)[][] = [];
  for (let at = 0; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    if (bytes.readUInt8(at) !== dataRow) continue;
    const row: (string | null)[] = [];
    let from = at + 7;
    for (let left = bytes.readInt16BE(at + 5); left > 0; left--) {
      const length = bytes.readInt32BE(from);
      from += 4;
      row.push(length < 0 ? null : bytes.toString('utf8', from, from + length));
      from += Math.max(length, 0);
    }
    rows.push(row);
  }
  return rows;
}
