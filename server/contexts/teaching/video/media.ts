import { randomBytes } from 'node:crypto';
import type { registry } from '@yikao/model/contexts/datasets.ts';
import { limits } from '@yikao/model/limits.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Engine } from '../../../engine/engine.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db } from '../../../engine/table/sql.ts';

/** A video as the store has it. */
export type StoredVideo = Columns<
  typeof registry.courseUpload,
  | (
      | 'videoId'
      | 'title'
      | 'size'
      | 'received'
      | 'path'
      | 'mime'
      | 'media'
      | 'durationSec'
      | 'height'
      | 'cover'
    )
  | ('transStatus' | 'playForm' | 'note' | 'sha256')
>;

/** The playable form: for each height the lengths of its segments in seconds. */
const playableForm = z.object({
  /** Names the folder of this conversion, so that a new one never meets segments of an earlier one. */
  generation: z.string(),
  heights: z.array(
    z.object({ height: z.int(), width: z.int(), bytes: z.number(), seconds: z.array(z.number()) }),
  ),
});

/** See {@link playableForm}. */
export type PlayableForm = z.infer<typeof playableForm>;

/** The playable form of a video; undefined if it was not converted. */
export function playableFormOf(media: unknown): PlayableForm | undefined {
  return media === null || media === undefined ? undefined : playableForm.parse(media);
}

/** An empty form of a new conversion. */
export function newForm(): PlayableForm {
  return { generation: randomBytes(8).toString('hex'), heights: [] };
}

/**
 * The initialisation vector of the segments of a conversion, in hexadecimal. It is given to the program and to players
 * alike: left out, ffmpeg takes nought for all segments, and players take the number of each.
 */
export const vectorOf = ({ generation }: Pick<PlayableForm, 'generation'>): string =>
  generation.padStart(32, '0');

/** Heights of pictures that players choose from. */
const ladder = [360, 720, 1080] as const;

/** Heights to convert a picture into: those of the ladder that it reaches, or its own if it is smaller; all even. */
export function heightsFor(height: number): number[] {
  const fitting = ladder.filter(step => step <= Math.min(height, limits.videoHeightMax));
  return fitting.length > 0 ? fitting : [Math.max(2, height - (height % 2))];
}

/** Key of the whole file of a video in the store. */
export const sourceKey = (videoId: number, extension: string): string =>
  `course/${videoId}/source-${randomBytes(8).toString('hex')}.${extension}`;

/** Key of a piece that begins at a byte; two senders of one piece write different ones. */
export const pieceKey = (videoId: number, start: number): string =>
  `course/${videoId}/piece-${start}-${randomBytes(8).toString('hex')}`;

/** Key of a segment. */
export const segmentKey = (videoId: number, generation: string, height: number, at: number): string =>
  `course/${videoId}/${generation}/${height}/${at}.ts`;

/** The video of that number, with its stored form; undefined if there is none. */
export async function readVideo(db: Db, videoId: number): Promise<StoredVideo | undefined> {
  const found = await sql<StoredVideo>`
    select video_id, title, size, received, path, mime, media, duration_sec, height, cover, trans_status, play_form,
      note, sha256
    from t_course_upload where video_id = ${videoId} and not deleted`.execute(db);
  return found.rows[0];
}

/** Removes the segments of a conversion from the store. */
export async function removeSegments(
  { files }: Pick<Engine, 'files'>,
  videoId: number,
  form: PlayableForm | undefined,
): Promise<void> {
  for (const { height, seconds } of form?.heights ?? []) {
    for (const at of seconds.keys()) {
      await files.remove(segmentKey(videoId, form?.generation ?? '', height, at));
    }
  }
}

/** A piece of an upload. */
export interface Piece {
  readonly start: number;
  readonly size: number;
  readonly path: string;
}

/** The pieces of an upload, in order. */
export async function readPieces(db: Db, videoId: number): Promise<Piece[]> {
  const found = await sql<Piece>`
    select piece_start as start, size, path from t_course_upload_piece
    where video_id = ${videoId} order by piece_start`.execute(db);
  return found.rows;
}

/** Removes the pieces of an upload from the store and then from the table. */
export async function removePieces(
  { files, db }: Pick<Engine, 'files' | 'db'>,
  videoId: number,
): Promise<void> {
  for (const { path } of await readPieces(db, videoId)) await files.remove(path);
  await sql`delete from t_course_upload_piece where video_id = ${videoId}`.execute(db);
}
