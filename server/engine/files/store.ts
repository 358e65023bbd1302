import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { failure } from '@yikao/model/errors.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { fileName } from '@yikao/model/rules/file-name.ts';
import { sql } from 'kysely';
import { type PictureSize, pictureSize } from '../../platform/drawing/picture-size.ts';
import { stripMetadata } from '../../platform/drawing/strip-metadata.ts';
import { faultOf } from '../../platform/faults.ts';
import type { Engine } from '../engine.ts';
import { reachOf } from '../jobs/lifecycle/rights.ts';
import type { Actor } from '../scope/actor.ts';
import { type FileUsage, headBytes, type KindName, kindOf, kinds } from './kinds.ts';
import { audience } from './readers.ts';

/** The kinds and sizes of files that an upload call takes. */
export interface Accepted {
  readonly kinds: readonly KindName[];
  /** Most bytes, if the call is stricter than the limit of the kind. */
  readonly maxBytes?: (kind: KindName) => number;
  /** Usage to store, if it differs from that of the kind. */
  readonly usage?: FileUsage;
  /** Readers of the file. Defaults to its sender, until a row uses it. */
  readonly audience?: (typeof audience)[keyof typeof audience];
}

/** A file on its way in. */
export interface Incoming {
  readonly content: Readable;
  /** Name on the person's machine; shown, never used as a path. */
  readonly name: string;
  /** Bytes as announced by the sender. */
  readonly bytes?: number;
  /** Undefined for a sender without a session. */
  readonly by: Actor | undefined;
}

/** Reads at least `headBytes` of a stream, or all of it; returns them and the stream from its beginning. */
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
 * Reads a picture and removes what it tells about its maker, see {@link stripMetadata}. One of more bytes than may be
 * stored is read no further, and is left to the store to refuse.
 */
async function withoutMetadata(
  content: Readable,
  maxBytes: number,
): Promise<{ readonly whole: Readable; readonly size: PictureSize | undefined }> {
  const chunks = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const read: Buffer[] = [];
  let bytes = 0;
  let next = await chunks.next();
  for (; !next.done && bytes <= maxBytes; next = await chunks.next()) {
    read.push(next.value);
    bytes += next.value.length;
  }
  const picture = Buffer.concat(read);
  if (bytes <= maxBytes) {
    const stripped = stripMetadata(picture);
    return { whole: Readable.from([stripped], { objectMode: false }), size: pictureSize(stripped) };
  }
  async function* all() {
    yield picture;
    for (; !next.done; next = await chunks.next()) yield next.value;
  }
  return { whole: Readable.from(all(), { objectMode: false }), size: undefined };
}

/**
 * Stores an uploaded file under a random path and returns the path, such as `/2026/11/4f0c….xlsx`; a picture without
 * what it tells about its maker. Throws
 * `wrongFileKind` for a kind the call does not accept, `tooLarge`, and `diskFull` before the disk is full; nothing is
 * kept in these cases.
 */
export async function storeUpload(engine: Engine, accepted: Accepted, incoming: Incoming): Promise<string> {
  await engine.room.assertRoom(incoming.bytes);
  const { head, whole } = await withHead(incoming.content);
  const name = acceptedKind(head, accepted, incoming.name);
  const kind = kinds[name];
  const month = shanghaiTime(engine.clock.now()).slice(0, 7).replace('-', '/');
  const key = `${month}/${randomBytes(20).toString('hex')}.${kind.extension}`;
  const maxBytes = Math.min(kind.maxBytes, accepted.maxBytes?.(name) ?? kind.maxBytes);
  const isPicture = kind.usage === 2;
  const picture = isPicture ? await withoutMetadata(whole, maxBytes) : undefined;
  const stored = await engine.files.put(key, picture?.whole ?? whole, { maxBytes, contentType: kind.mime });
  const size = picture?.size;
  const path = `/${key}`;
  try {
    await sql`
      insert into t_upload_file (path, origin_name, size, mime, sha256, usage, audience, user_id, reach, width, height,
        stripped, create_time)
      values (${path}, ${fileName(incoming.name)}, ${stored.size}, ${kind.mime}, ${stored.sha256}, ${accepted.usage ?? kind.usage},
        ${accepted.audience ?? audience.sender}, ${incoming.by?.userId ?? null},
        ${incoming.by ? JSON.stringify(reachOf(incoming.by)) : null}::jsonb, ${size?.width ?? null}, ${size?.height ?? null},
        ${isPicture}, ${engine.clock.now()})`.execute(engine.db);
  } catch (error) {
    // Without a row the file would be unreachable. If the row may exist after all, keep the file.
    if (faultOf(error) !== 'databaseLost') await engine.files.remove(key).catch(() => {});
    throw error;
  }
  return path;
}

/** Names of tables in text form; by its bytes, any text would pass. */
const tableName = /\.(csv|txt|tsv|xls|xlsx|et)$/i;

/** Names of workbooks, which programs also give to saved web pages. */
const workbookName = /\.(csv|xls|xlsx|xlsm|et)$/i;

/**
 * Detects the kind of a file from its first bytes, and of text also from its name. Throws `wrongFileKind` for a kind
 * the call does not accept, and `notAWorkbook`, with the message of the import, for a file named like a workbook that
 * is none.
 */
function acceptedKind(head: Buffer, accepted: Accepted, given = ''): KindName {
  const name = kindOf(head);
  const named = (name !== 'csv' || tableName.test(given)) && (name !== 'page' || workbookName.test(given));
  if (name !== undefined && named && accepted.kinds.includes(name)) return name;
  if (head.length > 0 && accepted.kinds.includes('xlsx') && workbookName.test(given)) {
    throw failure('notAWorkbook');
  }
  const list = [...new Set(accepted.kinds.map(kind => kinds[kind].extension))].join(', ');
  throw failure('wrongFileKind', { params: { kinds: list } });
}

/** A stranger's picture: of the kinds an image field takes, and of a usage that is no picture's. */
const license: Accepted = { kinds: ['jpeg', 'png', 'gif', 'webp'], usage: 5 };

/** Throws `wrongFileKind` if the content is not a picture, before it is used. */
export function assertLicense(content: Buffer): void {
  acceptedKind(content.subarray(0, headBytes), license);
}

/**
 * Stores a picture from a sender without a session, visible only to people with access to the application. Throws as
 * {@link storeUpload} does.
 */
export function storeLicense(engine: Engine, content: Readable, name: string): Promise<string> {
  return storeUpload(engine, license, { content, name, by: undefined });
}
