import { buffer } from 'node:stream/consumers';
import { failure } from '@yikao/model/errors.ts';
import { fileName } from '@yikao/model/rules/file-name.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { isPublic, isShown, mayRead, type StoredFile, storedColumns } from '../../../engine/files/readers.ts';
import { noteForAudit } from '../../../engine/http/audit-note.ts';
import type { Job } from '../../../engine/jobs/lifecycle/job.ts';
import { stripMetadata } from '../../../platform/drawing/strip-metadata.ts';
import type { ByteRange } from '../../../platform/files/types.ts';

interface FileRow extends StoredFile {
  readonly originName: string;
  readonly size: number;
  readonly mime: string;
  readonly stripped: boolean;
}

/**
 * The range of a `Range` header, `all` without a supported one (several ranges, other units), `none` if it is past the
 * end.
 */
export function rangeOf(header: string | undefined, size: number): Required<ByteRange> | 'all' | 'none' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return 'all';
  const [, first = '', last = ''] = match;
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start > end || start >= size ? 'none' : { start, end };
}

/**
 * `GET /common/file/{path}`. Anyone with the path, which cannot be guessed, gets public images and videos: they are
 * embedded in texts. Other files depend on current rights, see {@link mayRead}; for people without them they do not
 * exist. No file can execute in the browser.
 */
export async function sendFile(engine: Engine, request: FastifyRequest, reply: FastifyReply, path: string) {
  const file = await findFile(engine, path);
  if (!file || !isPublic(file)) {
    if (!request.actor) throw failure('unauthenticated');
    // The job's record gives the number of rows in its file.
    const onJob = ({ dataset, successNum }: Job) =>
      noteForAudit(request, { what: `told ${JSON.stringify({ dataset, rows: successNum })}` });
    if (!file || !(await mayRead(engine, request.actor, file, onJob))) throw failure('notFound');
  }
  return send(engine, request, reply, file);
}

/**
 * Sends a file that the caller has found the person allowed to see, as a picture to look at. Throws `notFound` when
 * it is no longer there.
 */
export async function sendPicture(
  engine: Engine,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
) {
  const file = await findFile(engine, path);
  if (!file) throw failure('notFound');
  return send(engine, request, reply, file);
}

async function findFile(engine: Engine, path: string): Promise<FileRow | undefined> {
  const found = await sql<FileRow>`
    select ${storedColumns}, origin_name, size, mime, stripped
    from t_upload_file where path = ${path}`.execute(engine.db);
  return found.rows[0];
}

/**
 * The bytes of a public picture that was stored with its metadata, without them; undefined for any other file. The
 * stored file keeps them, and is marked where it has none.
 */
async function strippedBytes(engine: Engine, file: FileRow): Promise<Buffer | undefined> {
  if (file.stripped || !isPublic(file) || !file.mime.startsWith('image/')) return undefined;
  const stored = await buffer(await engine.files.open(file.path.slice(1)));
  const stripped = stripMetadata(stored);
  if (stripped.equals(stored)) {
    await sql`update t_upload_file set stripped = true where path = ${file.path}`.execute(engine.db);
  }
  return stripped;
}

async function send(engine: Engine, request: FastifyRequest, reply: FastifyReply, file: FileRow) {
  const [shown, open] = [isShown(file), isPublic(file)];
  const name = encodeURIComponent(fileName(file.originName)).replace(
    /['()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16)}`,
  );
  reply
    .type(file.mime)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    // Texts with images are also shown in the consumer apps.
    .header('cross-origin-resource-policy', open ? 'cross-origin' : 'same-origin')
    .header('content-disposition', `${shown ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`)
    .header('cache-control', open ? 'public, max-age=31536000, immutable' : 'private, no-store')
    .header('accept-ranges', 'bytes');
  const stripped = await strippedBytes(engine, file);
  const size = stripped?.length ?? file.size;
  const range = rangeOf(request.headers.range, size);
  if (range === 'none') {
    return reply.status(416).header('content-range', `bytes */${size}`).send();
  }
  const part = range === 'all' ? { start: 0, end: size - 1 } : range;
  reply.header('content-length', size === 0 ? 0 : part.end - part.start + 1);
  if (range !== 'all') {
    reply.status(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`);
  }
  if (request.method === 'HEAD') return reply.send();
  if (stripped) return reply.send(stripped.subarray(part.start, part.end + 1));
  return reply.send(await engine.files.open(file.path.slice(1), range === 'all' ? undefined : range));
}
