import { failure } from '@yikao/model/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import type { ByteRange } from '../../platform/files/types.ts';

interface FileRow {
  readonly path: string;
  readonly originName: string;
  readonly size: number;
  readonly mime: string;
  readonly usage: number;
  readonly userId: number | null;
}

/** Images and videos, which `<img>` and `<video>` fetch without a token. */
const shownUsages = [2, 3];

/**
 * The one range of a `Range` header, `all` without one that we serve (several ranges, other units), `none` when it
 * lies past the end.
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
 * `GET /common/file/{path}`. Images and videos go to whoever knows the path, which cannot be guessed: they
 * stand in texts that the browser shows. Everything else is its owner's and the administrators'; to others it
 * does not exist. Nothing that is sent can run in the browser.
 */
export async function sendFile(engine: Engine, request: FastifyRequest, reply: FastifyReply, path: string) {
  const file = await findFile(engine, path);
  const shown = file !== undefined && shownUsages.includes(file.usage);
  if (!shown && !request.actor) throw failure('unauthenticated');
  if (!file || (!shown && file.userId !== request.actor?.userId && request.actor?.admin !== true)) {
    throw failure('notFound');
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
    select path, origin_name as "originName", size, mime, usage, user_id as "userId"
    from t_upload_file where path = ${path}`.execute(engine.db);
  return found.rows[0];
}

async function send(engine: Engine, request: FastifyRequest, reply: FastifyReply, file: FileRow) {
  const shown = shownUsages.includes(file.usage);
  const name = encodeURIComponent(file.originName).replace(
    /['()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16)}`,
  );
  reply
    .type(file.mime)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    // The texts that images stand in are read in the consumer apps, too.
    .header('cross-origin-resource-policy', shown ? 'cross-origin' : 'same-origin')
    .header('content-disposition', `${shown ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`)
    .header('cache-control', shown ? 'public, max-age=31536000, immutable' : 'private, no-store')
    .header('accept-ranges', 'bytes');
  const range = rangeOf(request.headers.range, file.size);
  if (range === 'none') {
    return reply.status(416).header('content-range', `bytes */${file.size}`).send();
  }
  const part = range === 'all' ? { start: 0, end: file.size - 1 } : range;
  reply.header('content-length', file.size === 0 ? 0 : part.end - part.start + 1);
  if (range !== 'all') {
    reply.status(206).header('content-range', `bytes ${part.start}-${part.end}/${file.size}`);
  }
  if (request.method === 'HEAD') return reply.send();
  return reply.send(await engine.files.open(file.path.slice(1), range === 'all' ? undefined : range));
}
