import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { failure } from '@yikao/model/errors.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { faultOf } from '../../platform/faults.ts';
import type { Engine } from '../engine.ts';
import { type FileUsage, headBytes, type KindName, kindOf, kinds } from './kinds.ts';

/** The kinds and sizes of files that an upload call takes. */
export interface Accepted {
  readonly kinds: readonly KindName[];
  /** Bytes, where the call is stricter than the kind's own bound. */
  readonly maxBytes?: (kind: KindName) => number;
  /** Usage it is kept under, where that is not its kind's own. */
  readonly usage?: FileUsage;
}

/** A file on its way in. */
export interface Incoming {
  readonly content: Readable;
  /** Name on the person's machine; shown, never used as a path. */
  readonly name: string;
  /** Bytes, as far as the sender says. */
  readonly bytes?: number;
  /** Null for what a stranger sends. */
  readonly userId: number | null;
}

/** Reads at least `headBytes` of a stream, or all of it; gives them and the stream from its beginning. */
async function withHead(content: Readable): Promise<{ head: Buffer; whole: Readable }> {
  const chunks = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const first: Buffer[] = [];
  let size = 0;
  while (size < headBytes) {
    const { done, value } = await chunks.next();
    if (done) break;
    first.push(value);
    size += value.length;
  }
  const head = Buffer.concat(first);
  async function* all() {
    if (head.length > 0) yield head;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  }
  return { head: head.subarray(0, headBytes), whole: Readable.from(all(), { objectMode: false }) };
}

/**
 * Stores an uploaded file under a path that cannot be guessed and answers the path, such as
 * `/2026/11/4f0c….xlsx`. Throws `wrongFileKind` when its bytes are of no kind that the call takes,
 * `tooLarge`, and `diskFull` before the disk is; nothing is kept then.
 */
export async function storeUpload(engine: Engine, accepted: Accepted, incoming: Incoming): Promise<string> {
  await engine.room.assertRoom(incoming.bytes);
  const { head, whole } = await withHead(incoming.content);
  const name = acceptedKind(head, accepted, incoming.name);
  const kind = kinds[name];
  const month = shanghaiTime(engine.clock.now()).slice(0, 7).replace('-', '/');
  const key = `${month}/${randomBytes(20).toString('hex')}.${kind.extension}`;
  const maxBytes = Math.min(kind.maxBytes, accepted.maxBytes?.(name) ?? kind.maxBytes);
  const stored = await engine.files.put(key, whole, { maxBytes, contentType: kind.mime });
  const path = `/${key}`;
  try {
    await sql`
      insert into t_upload_file (path, origin_name, size, mime, sha256, usage, user_id, create_time)
      values (${path}, ${fileName(incoming.name)}, ${stored.size}, ${kind.mime}, ${stored.sha256}, ${accepted.usage ?? kind.usage},
        ${incoming.userId}, ${engine.clock.now()})`.execute(engine.db);
  } catch (error) {
    // A file that no row names is found by nobody. Where the row may be there after all, the file stays.
    if (faultOf(error) !== 'databaseLost') await engine.files.remove(key).catch(() => {});
    throw error;
  }
  return path;
}

/** Names under which plain text comes as a table; any text would pass by its bytes. */
const tableName = /\.(csv|txt)$/i;

/** The kind of a file by its first bytes, of text by its name too. Throws `wrongFileKind` for one that the call does not take. */
function acceptedKind(head: Buffer, accepted: Accepted, given = ''): KindName {
  const name = kindOf(head);
  const named = name !== 'csv' || tableName.test(given);
  if (name !== undefined && named && accepted.kinds.includes(name)) return name;
  const list = [...new Set(accepted.kinds.map(kind => kinds[kind].extension))].join(', ');
  throw failure('wrongFileKind', { params: { kinds: list } });
}

/** A stranger's picture: of the kinds an image field takes, and of a usage that is no picture's. */
const license: Accepted = { kinds: ['jpeg', 'png', 'gif', 'webp'], usage: 5 };

/** Throws `wrongFileKind` for what is no picture, before anything is done with it. */
export function assertLicense(content: Buffer): void {
  acceptedKind(content.subarray(0, headBytes), license);
}

/**
 * Keeps a stranger's picture where only those see it whom somebody else finds allowed to. Throws as
 * {@link storeUpload} does.
 */
export function storeLicense(engine: Engine, content: Readable, name: string): Promise<string> {
  return storeUpload(engine, license, { content, name, userId: null });
}

/** The last part of a name, without signs that no file name has; at most 255 characters. */
function fileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  return last.replace(/[\u0000-\u001f\u007f]/g, '').slice(-255);
}
