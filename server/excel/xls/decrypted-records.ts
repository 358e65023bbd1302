import { createHash } from 'node:crypto';
import { WorkbookError } from '../errors.ts';
import { workbookLimits } from '../limits.ts';
import type { Ole2Stream } from './ole2.ts';
import { record } from './xls-records.ts';

/** Excel's built-in password for files without one, see `default-password.ts`. */
const password = 'VelvetSweatshop';

/** Bytes of the stream for which one key is used. */
const blockBytes = 1024;

/** Records that are never encrypted: those that describe the file and its encryption. */
const plainRecords: ReadonlySet<number> = new Set([
  record.bof,
  record.filePass,
  0x00e1,
  0x0138,
  0x0194,
  0x0195,
  0x0196,
]);

/** Decrypts a record in place except for its first `skipped` bytes; `from` is its position in the stream. */
type DecryptRecord = (bytes: Buffer, from: number, skipped: number) => void;

/**
 * Decrypts the records of an xls encrypted with Excel's built-in password; returns the stream unchanged if they are not
 * encrypted.
 *
 * @throws WorkbookError `encrypted` for another password, an unsupported method, and a stream too large for memory
 */
export async function decryptedRecords(stream: Ole2Stream): Promise<Ole2Stream> {
  const head = await firstBytes(stream, 64 * 1024);
  const found = filePassOf(head);
  if (found === undefined) return stream;
  const decrypt = decrypterOf(found);
  if (decrypt === undefined || stream.size > workbookLimits.encryptedBytes) {
    throw new WorkbookError('encrypted', 'a workbook with a password');
  }
  const bytes = await firstBytes(stream, stream.size);
  for (let at = 0; at + 4 <= bytes.length; ) {
    const type = bytes.readUInt16LE(at);
    const length = Math.min(bytes.readUInt16LE(at + 2), bytes.length - at - 4);
    // Of a sheet's entry the place of its records stays readable.
    const skipped = type === record.boundSheet ? 4 : 0;
    if (!plainRecords.has(type)) decrypt(bytes.subarray(at + 4, at + 4 + length), at + 4, skipped);
    // The file is not encrypted from here on.
    if (type === record.filePass) bytes.writeUInt16LE(ignoredRecord, at);
    at += 4 + length;
  }
  return {
    size: bytes.length,
    async *chunks(from) {
      if (from < bytes.length) yield bytes.subarray(from);
    },
  };
}

/** A record that no reader looks at. */
const ignoredRecord = 0x00e2;

async function firstBytes(stream: Ole2Stream, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream.chunks(0)) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= most) break;
  }
  return Buffer.concat(chunks).subarray(0, most);
}

/** The content of the FILEPASS record among the first ones. */
function filePassOf(head: Buffer): Buffer | undefined {
  for (let at = 0; at + 4 <= head.length; ) {
    const type = head.readUInt16LE(at);
    const end = at + 4 + head.readUInt16LE(at + 2);
    if (type === record.filePass) return head.subarray(at + 4, end);
    if (type === record.eof || type === record.boundSheet) return undefined;
    at = end;
  }
  return undefined;
}

function decrypterOf(info: Buffer): DecryptRecord | undefined {
  if (info.length >= 6 && info.readUInt16LE(0) === 0)
    return xorDecrypter(info.readUInt16LE(2), info.readUInt16LE(4));
  if (info.length < 54 || info.readUInt16LE(0) !== 1) return undefined;
  const keyOf =
    info.readUInt16LE(2) === 1 && info.readUInt16LE(4) === 1 ? binaryKeys(info) : cryptoApiKeys(info);
  if (keyOf === undefined) return undefined;
  let block = -1;
  let signs: Uint8Array = new Uint8Array(0);
  return (bytes, from, skipped) => {
    for (let index = skipped; index < bytes.length; index++) {
      const place = from + index;
      const wanted = Math.floor(place / blockBytes);
      if (wanted !== block) {
        block = wanted;
        const cipher = new Rc4(keyOf(block));
        signs = Uint8Array.from({ length: blockBytes }, () => cipher.next());
      }
      bytes[index] = bytes[index]! ^ signs[place % blockBytes]!;
    }
  };
}

/** The key of each block in the first kind of RC4, that of Excel 97; undefined for another password. */
function binaryKeys(info: Buffer): ((block: number) => Buffer) | undefined {
  const salt = info.subarray(6, 22);
  const hashed = md5(Buffer.from(password, 'utf16le')).subarray(0, 5);
  const short = md5(...Array.from({ length: 16 }, () => [hashed, salt]).flat()).subarray(0, 5);
  const keyOf = (block: number): Buffer => md5(short, littleEndian(block));
  const cipher = new Rc4(keyOf(0));
  const word = cipher.apply(info.subarray(22, 38));
  return md5(word).equals(cipher.apply(info.subarray(38, 54))) ? keyOf : undefined;
}

/** Likewise in the second kind, of Excel 2002 on. */
function cryptoApiKeys(info: Buffer): ((block: number) => Buffer) | undefined {
  if (info.length < 14) return undefined;
  const headerSize = info.readUInt32LE(10);
  const verifier = 14 + headerSize;
  if (headerSize < 32 || verifier + 60 > info.length) return undefined;
  const keyBytes = (info.readUInt32LE(14 + 16) || 40) / 8;
  const salt = info.subarray(verifier + 4, verifier + 20);
  const hashed = sha1(salt, Buffer.from(password, 'utf16le'));
  const keyOf = (block: number): Buffer => {
    const key = sha1(hashed, littleEndian(block)).subarray(0, keyBytes);
    return keyBytes === 5 ? Buffer.concat([key, Buffer.alloc(11)]) : key;
  };
  const cipher = new Rc4(keyOf(0));
  const word = cipher.apply(info.subarray(verifier + 20, verifier + 36));
  return sha1(word).equals(cipher.apply(info.subarray(verifier + 40, verifier + 60))) ? keyOf : undefined;
}

/** The obfuscation of the time before: each byte is turned and mixed with one of sixteen; undefined for another password. */
function xorDecrypter(key: number, verifier: number): DecryptRecord | undefined {
  const bytes = [...Buffer.from(password, 'latin1')];
  let expected = 0;
  for (const byte of [bytes.length, ...bytes].toReversed()) {
    expected = (((expected >> 14) & 1) | ((expected << 1) & 0x7fff)) ^ byte;
  }
  if ((expected ^ 0xce4b) !== verifier) return undefined;
  // The password has fifteen characters; the last byte is the first of those that pad shorter ones.
  const signs = [...bytes, 0xbb].map((byte, at) => {
    const mixed = byte ^ (at % 2 === 0 ? key & 0xff : key >> 8);
    return ((mixed >> 1) | (mixed << 7)) & 0xff;
  });
  return (record, from, skipped) => {
    for (let at = skipped; at < record.length; at++) {
      const mixed = record[at]! ^ signs[(from + record.length + at) % 16]!;
      record[at] = ((mixed << 3) | (mixed >> 5)) & 0xff;
    }
  };
}

/** The stream cipher of these files, which the platform's library no longer supports. */
class Rc4 {
  readonly #state = Uint8Array.from({ length: 256 }, (_, index) => index);
  #one = 0;
  #other = 0;

  constructor(key: Buffer) {
    let other = 0;
    for (let one = 0; one < 256; one++) {
      other = (other + this.#state[one]! + key[one % key.length]!) & 0xff;
      this.#swap(one, other);
    }
  }

  /** The next byte of its stream. */
  next(): number {
    this.#one = (this.#one + 1) & 0xff;
    this.#other = (this.#other + this.#state[this.#one]!) & 0xff;
    this.#swap(this.#one, this.#other);
    return this.#state[(this.#state[this.#one]! + this.#state[this.#other]!) & 0xff]!;
  }

  /** The bytes decrypted, or encrypted. */
  apply(bytes: Buffer): Buffer {
    return Buffer.from(bytes.map(byte => byte ^ this.next()));
  }

  #swap(one: number, other: number): void {
    const kept = this.#state[one]!;
    this.#state[one] = this.#state[other]!;
    this.#state[other] = kept;
  }
}

function md5(...parts: readonly Buffer[]): Buffer {
  return parts.reduce((hash, part) => hash.update(part), createHash('md5')).digest();
}

function sha1(...parts: readonly Buffer[]): Buffer {
  return parts.reduce((hash, part) => hash.update(part), createHash('sha1')).digest();
}

function littleEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
