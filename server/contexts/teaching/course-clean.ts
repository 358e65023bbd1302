import { transStatus } from '@yikao/model/contexts/teaching/teaching.codes.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { sql } from 'kysely';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { ScheduledHandler } from '../shared/scheduled-handler.ts';
import { playableFormOf, removePieces, removeSegments } from './video/media.ts';
import { removeStaleFiles } from './video/pending-files.ts';

const transIs = codesOf(transStatus);

const dayMs = 86_400_000;

/** Days for which the content of a deleted video is kept, so that it can be restored with its row. */
const trashDays = 30;

/** Videos looked at between two looks at whether the node stops. */
const batch = 50;

/** A video whose content is to go. */
interface Leaving {
  readonly videoId: number;
  readonly path: string | null;
  readonly media: unknown;
}

/**
 * Removes the content of videos that were deleted a month ago, the pieces of uploads that lapsed or were refused, and
 * files that a crash left without a row. Content goes first and the row forgets it afterwards: what a stopped run leaves, the next one finds again.
 */
export const courseClean: ScheduledHandler = async ({ engine, signal }) => {
  const { db, files, clock } = engine;
  const before = new Date(clock.now().getTime() - trashDays * dayMs);
  let count = 0;
  for (;;) {
    signal.throwIfAborted();
    const found = await sql<Leaving>`
      select u.video_id, u.path, u.media from t_course_upload as u
      where (u.deleted and u.update_time < ${before} and (u.path is not null or u.media is not null
          or exists (select 1 from t_course_upload_piece as p where p.video_id = u.video_id)))
        or (u.trans_status = ${transIs.failed} and u.received < u.size
          and exists (select 1 from t_course_upload_piece as p where p.video_id = u.video_id))
      order by u.video_id limit ${batch}`.execute(db);
    for (const { videoId, path, media } of found.rows) {
      await removeSegments(engine, videoId, playableFormOf(media));
      if (path !== null) await files.remove(path);
      await removePieces(engine, videoId);
      await sql`update t_course_upload set path = null, media = null where video_id = ${videoId}`.execute(db);
      count += 1;
    }
    if (found.rows.length < batch) break;
  }
  const stale = await removeStaleFiles(engine, signal);
  return label(
    `清理课程视频 ${count} 个、残留文件 ${stale} 个`,
    `Removed the content of ${count} videos, and ${stale} files that had been left behind`,
  );
};
