import { Readable } from 'node:stream';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { courseUploadSteps } from '@yikao/model/contexts/teaching/course-upload.machine.ts';
import { transStatus } from '@yikao/model/contexts/teaching/teaching.codes.ts';
import { AppError, failure } from '@yikao/model/errors.ts';
import { limits } from '@yikao/model/limits.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { fileName } from '@yikao/model/rules/file-name.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { headBytes, kindOf, kinds } from '../../../engine/files/kinds.ts';
import { findRow } from '../../../engine/read/info.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { takeStep, tryStep } from '../../../engine/steps/take-step.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import { insertRows } from '../../../engine/write/internal-write.ts';
import { transact } from '../../../engine/write/transaction.ts';
import { pieceKey, removePieces } from './media.ts';
import { forgetFiles, noteFiles } from './pending-files.ts';
import { queueConversion } from './queue-conversion.ts';

const transIs = codesOf(transStatus);

const { courseUpload } = registry;

const dayMs = 86_400_000;

/** Kinds of files that a course takes, recognised by their bytes. */
const accepted = ['mp4', 'rmvb'] as const;

/** A video that is about to arrive. */
export interface Arriving {
  /** Name of the file on the person's machine; its title. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Bytes that the disk must have room for. Defaults to the size. */
  readonly room?: number;
}

const megabytes = limits.courseVideoBytes / 1024 / 1024;

/** Throws `tooLarge` for more bytes than a video may have. */
function assertSize(size: number): void {
  if (size > limits.courseVideoBytes) throw failure('tooLarge', { params: { max: megabytes } });
}

/** When an upload lapses that gets no further part from now on. */
const lapseTime = (now: Date): Date => new Date(now.getTime() + limits.courseUploadDays * dayMs);

/** Begins an upload; returns the number of the video. Throws `tooLarge`, `badRequest` for no bytes, and `diskFull`. */
export async function beginUpload(
  engine: Engine,
  actor: Actor,
  { name, size, room = size }: Arriving,
): Promise<number> {
  if (size <= 0) throw failure('badRequest');
  assertSize(size);
  await engine.room.assertRoom(room);
  const title = fileName(name)
    .replace(/\.\w{1,5}$/, '')
    .trim()
    .slice(0, limits.name);
  const expireTime = shanghaiTime(lapseTime(engine.clock.now()));
  return transact(engine.db, async db => {
    const [videoId = 0] = await insertRows(
      engine,
      db,
      courseUpload,
      [{ title: title || '未命名视频', size, expireTime, partnersId: actor.partnersIds?.[0] ?? null }],
      { by: actor },
    );
    return videoId;
  });
}

/**
 * An upload within the actor's reach that is under way or has arrived: a sender who missed the last answer asks how far
 * it is. Throws `notFound`, also for one that lapsed or was refused, and `forbidden` for the upload of a colleague, into
 * which nobody else writes.
 */
async function uploadOf(engine: Engine, actor: Actor, videoId: number) {
  const row = await findRow(engine, engine.db, courseUpload, actor, videoId);
  const [size, received] = [row?.size ?? 0, row?.received ?? 0];
  const underWay = row?.transStatus === transStatus.is.uploading;
  if (!row || !(underWay || received === size)) throw failure('notFound');
  const sent = await sql<{ createBy: number | null }>`
    select create_by from t_course_upload where video_id = ${videoId}`.execute(engine.db);
  if (sent.rows[0]?.createBy !== actor.userId) throw failure('forbidden');
  return { videoId, size, received, underWay };
}

/** An upload of the actor that is under way. Throws `notFound` and `forbidden`. */
export async function uploadUnderWay(engine: Engine, actor: Actor, videoId: number) {
  const upload = await uploadOf(engine, actor, videoId);
  if (!upload.underWay) throw failure('notFound');
  return upload;
}

/** The upload whose bytes are being received. */
interface Receiving {
  readonly videoId: number;
  readonly size: number;
}

/**
 * Stores a piece that begins at a byte. Of two senders at the same byte one stores its piece, and the other's is thrown
 * away: throws `uploadOffset`.
 */
async function storePiece(
  engine: Engine,
  { videoId }: Receiving,
  start: number,
  piece: Buffer,
): Promise<void> {
  const { files, clock } = engine;
  await engine.room.assertRoom(piece.length);
  const key = pieceKey(videoId, start);
  await noteFiles(engine, [key]);
  await files.put(key, Readable.from([piece]), { maxBytes: piece.length });
  const stored = await transact(engine.db, async db => {
    const moved = await sql`
      update t_course_upload set received = received + ${piece.length}, expire_time = ${lapseTime(clock.now())}
      where video_id = ${videoId} and received = ${start} and trans_status = ${transIs.uploading}
        and not deleted`.execute(db);
    if (moved.numAffectedRows !== 1n) return false;
    await sql`insert into t_course_upload_piece (video_id, piece_start, size, path)
      values (${videoId}, ${start}, ${piece.length}, ${key})`.execute(db);
    await forgetFiles(db, [key]);
    return true;
  });
  if (stored) return;
  await files.remove(key);
  await forgetFiles(engine.db, [key]);
  throw failure('uploadOffset');
}

/** Ends an upload whose bytes are of no video; throws `wrongFileKind`. */
async function refuse(engine: Engine, actor: Actor, videoId: number): Promise<never> {
  await takeStep(engine, courseUploadSteps, 'refuse', {
    keys: videoId,
    by: { kind: 'step', actor, cause: 'courseUpload.receive' },
    given: { note: '文件内容不是 mp4 或 rmvb 视频' },
  });
  await removePieces(engine, videoId);
  const list = accepted.map(name => kinds[name].extension).join(', ');
  throw failure('wrongFileKind', { params: { kinds: list } });
}

/** The part of a stream that was received. */
interface Received {
  /** The byte after the last one that is stored. */
  readonly at: number;
  /** Why the stream ended early; undefined if it came to its end. */
  readonly broken: unknown;
}

/**
 * Stores a stream from a byte on, in pieces, each of which counts once it is stored: of a line that breaks, what came
 * is kept. Memory holds one piece. Throws `tooLarge` for more bytes than were announced, `wrongFileKind`,
 * `uploadOffset` and `diskFull`.
 */
async function receivePieces(
  engine: Engine,
  actor: Actor,
  upload: Receiving,
  start: number,
  content: AsyncIterable<Buffer>,
): Promise<Received> {
  let at = start;
  let chunks: Buffer[] = [];
  let waiting = 0;
  const flush = async () => {
    if (waiting === 0) return;
    const piece = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, waiting);
    if (at === 0) {
      const name = kindOf(piece.subarray(0, headBytes));
      if (name !== 'mp4' && name !== 'rmvb') await refuse(engine, actor, upload.videoId);
    }
    await storePiece(engine, upload, at, piece);
    at += piece.length;
    chunks = [];
    waiting = 0;
  };
  const arriving = content[Symbol.asyncIterator]();
  for (;;) {
    let next: IteratorResult<Buffer>;
    try {
      next = await arriving.next();
    } catch (error) {
      if (error instanceof AppError) throw error;
      // A head that is too short to tell its kind comes again with the next part.
      if (at > 0 || waiting >= headBytes) await flush();
      return { at, broken: error };
    }
    if (next.done) break;
    const chunk = next.value;
    if (at + waiting + chunk.length > upload.size) {
      throw failure('tooLarge', { params: { max: Math.ceil(upload.size / 1024 / 1024) } });
    }
    chunks.push(chunk);
    waiting += chunk.length;
    if (waiting >= limits.courseVideoPieceBytes) await flush();
  }
  await flush();
  return { at, broken: undefined };
}

/** The content has arrived: it waits for its conversion, in the transaction of the step. */
async function complete(engine: Engine, actor: Actor, videoId: number): Promise<void> {
  await transact(engine.db, async db => {
    // Somebody who asks how far the upload is may have found it whole first.
    const { taken } = await tryStep(engine, courseUploadSteps, 'receive', {
      keys: videoId,
      by: { kind: 'step', actor, cause: 'courseUpload.receive' },
      within: db,
    });
    if (taken.length > 0) await queueConversion(engine, db);
  });
  engine.jobs.wake();
}

/**
 * An upload as {@link uploadOf} finds it, for a sender who asks where to go on. One whose node died after the last piece
 * is completed now.
 */
export async function resumeUpload(engine: Engine, actor: Actor, videoId: number) {
  const upload = await uploadOf(engine, actor, videoId);
  if (upload.underWay && upload.received === upload.size) await complete(engine, actor, videoId);
  return upload;
}

/**
 * Receives the next part of an upload; returns the byte after it. Throws `uploadOffset` if the upload is at another
 * byte, and as {@link receivePieces} does; `badRequest` for a line that broke.
 */
export async function receivePart(
  engine: Engine,
  actor: Actor,
  { videoId, start, content }: { videoId: number; start: number; content: AsyncIterable<Buffer> },
): Promise<number> {
  const upload = await uploadUnderWay(engine, actor, videoId);
  if (upload.received !== start) throw failure('uploadOffset');
  const { at, broken } = await receivePieces(engine, actor, upload, start, content);
  if (at === upload.size) await complete(engine, actor, videoId);
  if (broken !== undefined) throw failure('badRequest', { cause: broken });
  return at;
}

/**
 * Receives a whole video at once, whose length is known once it ends; returns its number. What a broken line leaves is
 * thrown away. Throws as {@link receivePart} does.
 */
export async function receiveWhole(
  engine: Engine,
  actor: Actor,
  { name, room }: { readonly name: string; readonly room: number },
  content: AsyncIterable<Buffer>,
): Promise<number> {
  const size = limits.courseVideoBytes;
  const videoId = await beginUpload(engine, actor, { name, size, room });
  try {
    const { at, broken } = await receivePieces(engine, actor, { videoId, size }, 0, content);
    if (broken !== undefined || at === 0) throw failure('badRequest', { cause: broken });
    await sql`update t_course_upload set size = ${at} where video_id = ${videoId}`.execute(engine.db);
    await complete(engine, actor, videoId);
    return videoId;
  } catch (error) {
    await tryStep(engine, courseUploadSteps, 'refuse', {
      keys: videoId,
      by: { kind: 'step', actor, cause: 'courseUpload.receive' },
      given: { note: '上传中断，请重新上传' },
    });
    await removePieces(engine, videoId);
    throw error;
  }
}
