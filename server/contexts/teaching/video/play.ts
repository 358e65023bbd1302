import { pathOf } from '@yikao/model/calls/call.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { reviewStatus } from '@yikao/model/contexts/partner/partner.codes.ts';
import { orderStatus, upStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import { courseCalls, type PlayableLesson } from '@yikao/model/contexts/teaching/course.calls.ts';
import { transStatus as transStatuses } from '@yikao/model/contexts/teaching/teaching.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import { limits } from '@yikao/model/limits.ts';
import { dataYear } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { findRow } from '../../../engine/read/info.ts';
import { authoriseCall } from '../../../engine/scope/access.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import { isBlacklisted } from '../../sales/usage.ts';
import { enabled } from '../../shared/enabled.ts';
import { playableFormOf } from './media.ts';
import { type Playback, playbackTokens } from './playback-token.ts';

const reviewIs = codesOf(reviewStatus);
const upIs = codesOf(upStatus);
const orderIs = codesOf(orderStatus);

/** A lesson with its course and its video. */
interface Found {
  readonly lessonId: number;
  readonly lessonName: string;
  readonly content: string | null;
  readonly courseId: number;
  readonly courseName: string;
  /** Open to everybody: a trial lesson, or one of a free course, on the shelf. */
  readonly open: boolean;
  readonly enabled: boolean;
  readonly videoId: number | null;
  readonly durationSec: number | null;
  readonly cover: string | null;
  readonly mime: string | null;
  readonly media: unknown;
  readonly path: string | null;
  readonly note: string | null;
  readonly transStatus: number | null;
}

async function lessonOf({ db }: Engine, lessonId: number): Promise<Found> {
  const found = await sql<Found>`
    select l.lesson_id, l.lesson_name, l.content, c.course_id, c.course_name, l.status = ${enabled} as enabled,
      (l.free_flag = 1 or c.free_flag = 1) and c.audit_status = ${reviewIs.approved}
        and c.up_status = ${upIs.on} as open,
      u.video_id, coalesce(l.duration_sec, u.duration_sec) as duration_sec, u.cover, u.mime, u.media, u.path, u.note,
      u.trans_status
    from t_lesson as l join t_course as c on c.course_id = l.course_id and not c.deleted
      left join t_course_upload as u on u.video_id = l.video_id and not u.deleted
    where l.lesson_id = ${lessonId} and not l.deleted`.execute(db);
  const [row] = found.rows;
  if (!row) throw failure('notFound');
  return row;
}

/** The words for a video that cannot be played yet, or no more. */
function noteOf({ videoId, transStatus, note }: Found): string | null {
  if (videoId === null) return null;
  if (transStatus === transStatuses.is.uploading) return '视频还没有传完';
  if (transStatus === transStatuses.is.whole || transStatus === transStatuses.is.processing)
    return '视频正在处理';
  return note;
}

function playable(
  engine: Engine,
  lesson: Found,
  viewer: Omit<Playback, 'videoId' | 'lessonId'>,
  watermark: string,
): PlayableLesson {
  const { lessonId, lessonName, courseName, durationSec, cover, content, videoId, path, transStatus } =
    lesson;
  const form = transStatus === transStatuses.is.done ? playableFormOf(lesson.media) : undefined;
  const hls = form !== undefined && form.heights.length > 0;
  const kind =
    videoId === null || path === null
      ? 'none'
      : hls
        ? 'hls'
        : transStatus === transStatuses.is.done
          ? 'file'
          : 'none';
  const name = kind === 'hls' ? 'list.m3u8' : 'file';
  const url = () => {
    const token = playbackTokens.make(
      engine,
      { videoId: videoId ?? 0, lessonId, ...viewer },
      limits.playbackMs,
    );
    return `${pathOf(courseCalls.media, { name })}?${new URLSearchParams({ token })}`;
  };
  return {
    ...{ lessonId, lessonName, courseName, durationSec, cover, content, watermark },
    form: kind,
    url: kind === 'none' ? null : url(),
    mime: kind === 'hls' ? 'application/vnd.apple.mpegurl' : kind === 'file' ? lesson.mime : null,
    note: noteOf(lesson),
  };
}

/** A lesson within a person's reach by now. Throws `notFound`, and `forbidden` without the right to play lessons. */
async function lessonForAccount(engine: Engine, actor: Actor, lessonId: number): Promise<Found> {
  authoriseCall(courseCalls.play, actor);
  if (!(await findRow(engine, engine.db, registry.lesson, actor, lessonId))) throw failure('notFound');
  return lessonOf(engine, lessonId);
}

/** A lesson for a person of the back-office, within reach. Throws `notFound`. */
export async function playForAccount(
  engine: Engine,
  actor: Actor,
  lessonId: number,
): Promise<PlayableLesson> {
  const lesson = await lessonForAccount(engine, actor, lessonId);
  const viewer = { viewer: 'account', userId: actor.userId } as const;
  return playable(engine, lesson, viewer, `${actor.userName} ${actor.userId}`);
}

/** A candidate who watches. */
interface Viewer {
  readonly userName: string | null;
  readonly mobile: string;
  readonly bought: boolean;
}

/** A lesson with the candidate who may watch it by now; throws as {@link playForCandidate}. */
async function lessonForCandidate(
  engine: Engine,
  { lessonId, userId }: { readonly lessonId: number; readonly userId: number },
): Promise<{ readonly lesson: Found; readonly user: Viewer }> {
  const lesson = await lessonOf(engine, lessonId);
  if (!lesson.enabled) throw failure('notFound');
  const found = await sql<Viewer>`
    select u.user_name, u.mobile, exists (select from t_service_order as o
      where o.user_id = u.user_id and o.course_id = ${lesson.courseId}
        and o.status in (${orderIs.paid}, ${orderIs.refunding}) and not o.deleted) as bought
    from t_wish_user as u where u.user_id = ${userId} and u.status = ${enabled} and not u.deleted`.execute(
    engine.db,
  );
  const [user] = found.rows;
  if (!user) throw failure('notFound');
  const now = engine.clock.now();
  const kept = await isBlacklisted(engine.db, userId, [dataYear(now)], now);
  if (kept || !(lesson.open || user.bought)) throw failure('notBought');
  return { lesson, user };
}

/**
 * Asserts that a playback may go on by now: its viewer still has the right that made it, and the lesson still has the
 * video. An account shows its session; for a candidate the app has signed the call that made the token. Throws
 * `unauthenticated`, `forbidden`, `notFound` and `notBought`.
 */
export async function assertMayWatch(
  engine: Engine,
  { viewer, userId, lessonId, videoId }: Playback,
  actor: Actor | undefined,
): Promise<void> {
  if (viewer === 'account') {
    if (!actor) throw failure('unauthenticated');
    if (actor.userId !== userId) throw failure('forbidden');
  }
  const lesson =
    viewer === 'account' && actor
      ? await lessonForAccount(engine, actor, lessonId)
      : (await lessonForCandidate(engine, { lessonId, userId })).lesson;
  if (lesson.videoId !== videoId) throw failure('notFound');
}

/**
 * A lesson for a candidate: one that is open to everybody, or of a course with a paid order, even one that was taken
 * off the shelf since. Throws `notFound` for a candidate or lesson that is disabled, and `notBought`.
 */
export async function playForCandidate(
  engine: Engine,
  { lessonId, userId }: { readonly lessonId: number; readonly userId: number },
): Promise<PlayableLesson> {
  const { lesson, user } = await lessonForCandidate(engine, { lessonId, userId });
  const watermark = `${user.userName ?? ''} ${user.mobile.slice(-4)} ${userId}`.trim();
  return playable(engine, lesson, { viewer: 'candidate', userId }, watermark);
}
