import { createDecipheriv, createHash } from 'node:crypto';
import { WorkbookError } from '../errors.ts';
import type { Ole2Reader } from './ole2.ts';

/**
 * Files that Excel encrypts to protect their structure, without a user's password: it uses a built-in one, as does
 * every program that opens them ([MS-OFFCRYPTO], section 2).
 */
const password = Buffer.from('VelvetSweatshop', 'utf16le');

/** Most rounds of hashing that a file may require; Excel uses 100,000. */
const mostRounds = 1_000_000;

/** Bytes of the description of how a file is encrypted. */
const longestInfo = 64 * 1024;

/** Bytes that are encrypted together in a package of the newer kind. */
const segmentBytes = 4096;

const lengthBytes = 8;

/** Decrypts pieces of a package, given in their order: of {@link segmentBytes}, the last one shorter. */
type DecryptSegment = (segment: Buffer, index: number) => Buffer;

/**
 * The package inside an encrypted xlsx, in pieces, if it is encrypted with Excel's built-in password.
 *
 * @throws WorkbookError `encrypted` for another password, or an unsupported method of encryption
 */
export async function* decryptedPackage(file: Ole2Reader): AsyncGenerator<Buffer, void, void> {
  const info = await whole(file, 'EncryptionInfo');
  const decrypt = segmentDecrypter(info);
  const stream = file.stream('EncryptedPackage');
  if (decrypt === undefined || stream === undefined) throw foreign();
  let waiting: Buffer = Buffer.alloc(0);
  let left: number | undefined;
  let index = 0;
  const take = (segment: Buffer): Buffer => {
    const plain = decrypt(segment, index++);
    const wanted = plain.subarray(0, Math.min(plain.length, left ?? 0));
    left = (left ?? 0) - wanted.length;
    return wanted;
  };
  for await (const chunk of stream.chunks(0)) {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
    if (left === undefined) {
      if (waiting.length < lengthBytes) continue;
      left = Number(waiting.readBigUInt64LE(0));
      waiting = waiting.subarray(lengthBytes);
    }
    let from = 0;
    for (; from + segmentBytes <= waiting.length; from += segmentBytes) {
      yield take(waiting.subarray(from, from + segmentBytes));
    }
    waiting = Buffer.from(waiting.subarray(from));
  }
  const rest = waiting.subarray(0, waiting.length & ~15);
  if (rest.length > 0) yield take(rest);
}

function foreign(): WorkbookError {
  return new WorkbookError('encrypted', 'an encrypted xlsx with a password of its own');
}

async function whole(file: Ole2Reader, name: string): Promise<Buffer> {
  const stream = file.stream(name);
  if (stream === undefined || stream.size > longestInfo) throw foreign();
  const chunks: Buffer[] = [];
  for await (const chunk of stream.chunks(0)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function segmentDecrypter(info: Buffer): DecryptSegment | undefined {
  if (info.length < 8) return undefined;
  const [major, minor] = [info.readUInt16LE(0), info.readUInt16LE(2)];
  if (major === 4 && minor === 4) return agileDecrypter(info.toString('utf8', 8));
  return minor === 2 && major >= 2 && major <= 4 ? standardDecrypter(info) : undefined;
}

/** Encryption of Office 2007: AES in blocks that do not depend on each other. */
function standardDecrypter(info: Buffer): DecryptSegment | undefined {
  const headerSize = info.readUInt32LE(8);
  const header = 12;
  const verifier = header + headerSize;
  if (headerSize < 32 || verifier + 72 > info.length) return undefined;
  const keyBits = info.readUInt32LE(header + 16);
  const cipher = ecbCiphers[keyBits];
  if (cipher === undefined) return undefined;
  const salt = info.subarray(verifier + 4, verifier + 20);
  let hash = digest('sha1', salt, password);
  for (let round = 0; round < 50_000; round++) hash = digest('sha1', littleEndian(round), hash);
  const last = digest('sha1', hash, littleEndian(0));
  const key = Buffer.concat([0x36, 0x5c].map(pad => digest('sha1', padded(last, pad)))).subarray(
    0,
    keyBits / 8,
  );
  const decrypt = (bytes: Buffer): Buffer => decipher(cipher, key, null, bytes);
  const word = decrypt(info.subarray(verifier + 20, verifier + 36));
  const expected = decrypt(info.subarray(verifier + 40, verifier + 72));
  return digest('sha1', word).equals(expected.subarray(0, 20)) ? decrypt : undefined;
}

const ecbCiphers: Readonly<Record<number, string>> = {
  128: 'aes-128-ecb',
  192: 'aes-192-ecb',
  256: 'aes-256-ecb',
};

function padded(hash: Buffer, pad: number): Buffer {
  const block = Buffer.alloc(64, pad);
  for (const [at, byte] of hash.entries()) block[at] = byte ^ pad;
  return block;
}

/** Block keys that identify the purpose of a derived key. */
const forWord = Buffer.from('fea7d2763b4b9e79', 'hex');
const forWordHash = Buffer.from('d7aa0f6d3061344e', 'hex');
const forKey = Buffer.from('146e0be7abacd0d6', 'hex');

const hashes = new Set(['sha1', 'sha256', 'sha384', 'sha512']);

/** Encryption of Office 2010 and later, described in XML. */
function agileDecrypter(xml: string): DecryptSegment | undefined {
  const data = attributesIn(xml, 'keyData');
  const key = attributesIn(xml, 'encryptedKey');
  const hash = (of: ReadonlyMap<string, string>) =>
    (of.get('hashAlgorithm') ?? '').replace('-', '').toLowerCase();
  const [dataHash, keyHash] = [hash(data), hash(key)];
  const rounds = Number(key.get('spinCount'));
  const known =
    hashes.has(dataHash) &&
    hashes.has(keyHash) &&
    rounds <= mostRounds &&
    [data, key].every(
      of => of.get('cipherAlgorithm') === 'AES' && of.get('cipherChaining') === 'ChainingModeCBC',
    );
  if (!known) return undefined;
  const bytesOf = (of: ReadonlyMap<string, string>, name: string) =>
    Buffer.from(of.get(name) ?? '', 'base64');
  const salt = bytesOf(key, 'saltValue');
  let hashed = digest(keyHash, salt, password);
  for (let round = 0; round < rounds; round++) hashed = digest(keyHash, littleEndian(round), hashed);
  const keyBytes = Number(key.get('keyBits')) / 8;
  const open = (name: string, purpose: Buffer) =>
    decipher(
      `aes-${keyBytes * 8}-cbc`,
      fitted(digest(keyHash, hashed, purpose), keyBytes),
      fitted(salt, 16),
      bytesOf(key, name),
    );
  const word = open('encryptedVerifierHashInput', forWord);
  const expected = open('encryptedVerifierHashValue', forWordHash);
  const found = digest(keyHash, word.subarray(0, Number(key.get('saltSize'))));
  if (found.length === 0 || !found.equals(expected.subarray(0, found.length))) return undefined;
  const secretBytes = Number(data.get('keyBits')) / 8;
  const secret = open('encryptedKeyValue', forKey).subarray(0, secretBytes);
  const dataSalt = bytesOf(data, 'saltValue');
  return (segment, index) =>
    decipher(
      `aes-${secretBytes * 8}-cbc`,
      secret,
      fitted(digest(dataHash, dataSalt, littleEndian(index)), 16),
      segment,
    );
}

/** The attributes of the first element with this name, ignoring its prefix. */
function attributesIn(xml: string, name: string): ReadonlyMap<string, string> {
  const tag = new RegExp(`<(?:\\w+:)?${name}\\s([^>]*)>`).exec(xml)?.[1] ?? '';
  return new Map([...tag.matchAll(/(\w+)\s*=\s*"([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]));
}

function digest(algorithm: string, ...parts: readonly Buffer[]): Buffer {
  const hash = createHash(algorithm);
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function littleEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** The requested number of bytes, padded as specified. */
function fitted(bytes: Buffer, length: number): Buffer {
  return bytes.length >= length
    ? bytes.subarray(0, length)
    : Buffer.concat([bytes, Buffer.alloc(length - bytes.length, 0x36)]);
}

function decipher(cipher: string, key: Buffer, iv: Buffer | null, bytes: Buffer): Buffer {
  try {
    const made = createDecipheriv(cipher, key, iv);
    made.setAutoPadding(false);
    return Buffer.concat([made.update(bytes), made.final()]);
  } catch (cause) {
    throw new WorkbookError('encrypted', `not decrypted by ${cipher}`, { cause });
  }
}
