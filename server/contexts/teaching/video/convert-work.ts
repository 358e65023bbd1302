import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { courseUploadSteps } from '@yikao/model/contexts/teaching/course-upload.machine.ts';
import { transStatus } from '@yikao/model/contexts/teaching/teaching.codes.ts';
import { convertVideos } from '@yikao/model/contexts/teaching/teaching.jobs.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { limits } from '@yikao/model/limits.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { headBytes, kindOf, kinds } from '../../../engine/files/kinds.ts';
import { storeUpload } from '../../../engine/files/store.ts';
import { tellJob, waitForRoom } from '../../../engine/jobs/lifecycle/interruption.ts';
import { type Ending, finishJob, type Job } from '../../../engine/jobs/lifecycle/job.ts';
import type { JobWork } from '../../../engine/jobs/lifecycle/job-work.ts';
import { reachCheckpoint } from '../../../engine/jobs/lifecycle/rights.ts';
import type { JobContext } from '../../../engine/jobs/work.ts';
import { elevated } from '../../../engine/scope/actor.ts';
import { takeStep, tryStep } from '../../../engine/steps/take-step.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import { countFrom, type Db, type Tx } from '../../../engine/table/sql.ts';
import { openChange } from '../../../engine/write/change.ts';
import { updateLocked } from '../../../engine/write/internal-write.ts';
import { lockRows } from '../../../engine/write/lock-rows.ts';
import { openSecret } from '../../../engine/write/sealing.ts';
import { transact } from '../../../engine/write/transaction.ts';
import {
  convert,
  readFacts,
  type VideoFacts,
  VideoUnreadable,
  writeCover,
} from '../../../platform/video/ffmpeg.ts';
import {
  heightsFor,
  newForm,
  type PlayableForm,
  playableFormOf,
  readPieces,
  readVideo,
  removePieces,
  removeSegments,
  type StoredVideo,
  segmentKey,
  sourceKey,
  vectorOf,
} from './media.ts';
import { forgetFiles, noteFiles } from './pending-files.ts';
import { lockConversions } from './queue-conversion.ts';

const transIs = codesOf(transStatus);

const { courseUpload } = registry;

type Values = Parameters<typeof updateLocked<typeof courseUpload>>[3][number]['values'];

const by = { kind: 'step', cause: convertVideos.name } as const;

/** Milliseconds between two looks at whether the job was cancelled. */
const lookMs = 2_000;

/** A job under way; `done` counts the videos. */
interface Run {
  readonly context: JobContext;
  readonly job: Job;
  done: number;
}

/** Sets values of a video, by which it has these files from then on; returns false if it was deleted meanwhile. */
async function setValues(
  engine: Engine,
  videoId: number,
  values: Values,
  files: readonly string[] = [],
): Promise<boolean> {
  return transact(engine.db, async db => {
    const actor = elevated();
    const change = await openChange(engine, db, courseUpload, { actor, now: engine.clock.now() });
    const [row] = await lockRows(engine, db, courseUpload, [videoId], actor);
    if (!row) return false;
    await updateLocked(engine, db, courseUpload, [{ row, values }], { by: actor, change });
    await forgetFiles(db, files);
    return true;
  });
}

/** The video to convert next: one that an earlier attempt had begun, or the first that waits. */
async function nextVideo(db: Db): Promise<number | undefined> {
  const found = await sql<Columns<typeof registry.courseUpload, 'videoId'>>`
    select video_id from t_course_upload where trans_status in (${transIs.whole}, ${transIs.processing})
      and not deleted
    order by trans_status desc, video_id limit 1`.execute(db);
  return found.rows[0]?.videoId;
}

/** Joins the pieces of an upload into one file. What was joined before a kill is joined again. */
async function joinPieces(engine: Engine, video: StoredVideo): Promise<void> {
  const { videoId, size } = video;
  const pieces = await readPieces(engine.db, videoId);
  if (pieces.length === 0 || video.path !== null) {
    // An attempt that died after it had noted the file.
    if (video.path !== null) await removePieces(engine, videoId);
    return;
  }
  const [first] = pieces;
  const head: Buffer[] = [];
  for await (const chunk of await engine.files.open(first?.path ?? '', { start: 0, end: headBytes - 1 })) {
    head.push(chunk);
  }
  const name = kindOf(Buffer.concat(head));
  const kind = name === 'rmvb' ? kinds.rmvb : kinds.mp4;
  async function* all() {
    for (const { path } of pieces) yield* await engine.files.open(path);
  }
  const key = sourceKey(videoId, kind.extension);
  await noteFiles(engine, [key]);
  const stored = await engine.files.put(key, Readable.from(all(), { objectMode: false }), {
    maxBytes: limits.courseVideoBytes,
    contentType: kind.mime,
  });
  if (stored.size !== size)
    throw new Error(`The pieces of video ${videoId} are ${stored.size} bytes of ${size}`);
  await setValues(engine, videoId, { path: key, mime: kind.mime, sha256: stored.sha256 }, [key]);
  await removePieces(engine, videoId);
}

/** Stores a picture of the video that the program wrote, as the file of an image field. */
async function storeCover(engine: Engine, file: string): Promise<string> {
  return storeUpload(
    engine,
    { kinds: ['jpeg'], audience: 1 },
    { content: createReadStream(file), name: 'cover.jpg', by: elevated() },
  );
}

/** Lengths of the segments, in seconds, from the list that the program wrote. */
function segmentSeconds(list: string): number[] {
  return [...list.matchAll(/^#EXTINF:([\d.]+)/gm)].map(match => Number(match[1]));
}

/** A video whose conversion is under way. */
interface Converting {
  readonly run: Run;
  readonly program: string;
  readonly video: StoredVideo;
  readonly file: string;
  readonly facts: VideoFacts;
  /** Folder of this attempt on this node. */
  readonly folder: string;
}

/** A height of a video that was converted, and the files of its segments. */
interface ConvertedHeight {
  readonly height: PlayableForm['heights'][number];
  readonly keys: readonly string[];
}

/** Converts into one height and stores the segments; cancelling the job stops the program. */
async function convertHeight(
  { run, program, video, file, facts, folder }: Converting,
  generation: string,
  height: number,
): Promise<ConvertedHeight> {
  const { engine } = run.context;
  const target = join(folder, String(height));
  await mkdir(target, { recursive: true });
  const aborting = new AbortController();
  let percent = 0;
  const timer = setInterval(() => {
    const message = label(`${video.title}：${height}p ${percent}%`, `${video.title}: ${height}p ${percent}%`);
    tellJob(run.context, run.job, message).catch(error => aborting.abort(error));
  }, lookMs);
  try {
    await convert(program, {
      ...{ file, height, folder: target, keyInfo: join(folder, 'key-info'), signal: aborting.signal },
      onProgress: seconds => {
        percent = Math.min(99, Math.floor((seconds / Math.max(1, facts.seconds)) * 100));
      },
    });
  } finally {
    clearInterval(timer);
  }
  const seconds = segmentSeconds(await readFile(join(target, 'list.m3u8'), 'utf8'));
  if (seconds.length === 0) throw new VideoUnreadable('no segments');
  const keys = [...seconds.keys()].map(at => segmentKey(video.videoId, generation, height, at));
  await noteFiles(engine, keys);
  let bytes = 0;
  for (const [at, key] of keys.entries()) {
    const segment = join(target, `${at}.ts`);
    const { size } = await stat(segment);
    bytes += size;
    await engine.files.put(key, createReadStream(segment), { maxBytes: size, contentType: 'video/mp2t' });
  }
  await rm(target, { recursive: true });
  const width = Math.round((facts.width / facts.height) * height);
  return { height: { height, width: width - (width % 2), bytes, seconds }, keys };
}

/** Converts a video height by height; those that an earlier attempt finished stay. */
async function convertVideo(run: Run, program: string, video: StoredVideo): Promise<string | null> {
  const { engine, workFolder } = run.context;
  const { videoId, path } = video;
  const folder = join(workFolder, `convert-${videoId}-${randomBytes(4).toString('hex')}`);
  await mkdir(folder, { recursive: true });
  const copy = await engine.files.localCopy(path ?? '');
  try {
    const facts = await readFacts(program, copy.path);
    let form = playableFormOf(video.media);
    if (form === undefined || form.heights.length === 0) {
      form ??= newForm();
      const key = randomBytes(16).toString('hex');
      const cover = join(folder, 'cover.jpg');
      await writeCover(program, copy.path, facts, cover);
      await setValues(engine, videoId, {
        ...{ durationSec: facts.seconds, height: facts.height, media: form, mediaSecret: key },
        ...(video.cover === null && { cover: await storeCover(engine, cover) }),
      });
    }
    const key = await openSecret(engine, engine.db, courseUpload, 'mediaSecret', videoId);
    await writeFile(join(folder, 'key'), Buffer.from(key ?? '', 'hex'), { mode: 0o600 });
    const keyInfo = ['key', join(folder, 'key'), vectorOf(form), ''].join('\n');
    await writeFile(join(folder, 'key-info'), keyInfo, { mode: 0o600 });
    const converting = { run, program, video, file: copy.path, facts, folder };
    for (const height of heightsFor(facts.height)) {
      if (form.heights.some(done => done.height === height)) continue;
      await waitForRoom(run.context, run.job);
      const done = await convertHeight(converting, form.generation, height);
      form = { ...form, heights: [...form.heights, done.height] };
      if (!(await setValues(engine, videoId, { media: form }, done.keys))) return null;
      await checkpoint(run);
    }
    return null;
  } finally {
    await copy.release();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes a checkpoint, at which a cancelled job ends. */
async function checkpoint({ context, job, done }: Run): Promise<void> {
  await transact(context.engine.db, async db => {
    const waiting = await countFrom(
      db,
      sql`t_course_upload
      where trans_status in (${transIs.whole}, ${transIs.processing}) and not deleted`,
    );
    await reachCheckpoint(context, db, job, {
      ...{ done, checkpoint: 0, position: done, resume: {}, total: done + waiting },
      ...{ bytesDone: 0, bytesTotal: 0, inserted: 0, updated: 0, same: 0, failed: 0 },
    });
  });
}

/** Why a video is played as it was uploaded. */
function noteWithout(mime: string | null): string {
  return mime === kinds.rmvb.mime
    ? '服务器未安装 ffmpeg，无法转换；浏览器不能播放 rmvb'
    : '服务器未安装 ffmpeg，按原文件播放';
}

/** Brings one video to its end. */
async function workOn(run: Run, videoId: number): Promise<void> {
  const { engine } = run.context;
  const { db } = engine;
  const begun = await readVideo(db, videoId);
  if (!begun) return;
  if (begun.transStatus === transStatus.is.whole) {
    await takeStep(engine, courseUploadSteps, 'begin', { keys: videoId, by });
    if (begun.media !== null) {
      // Converted before: its former segments go first.
      await removeSegments(engine, videoId, playableFormOf(begun.media));
      await setValues(engine, videoId, { media: null, playForm: null });
    }
  }
  try {
    const whole = await readVideo(db, videoId);
    if (whole) await joinPieces(engine, whole);
    const video = await readVideo(db, videoId);
    if (!video) return;
    if (video.path === null || (await engine.files.stat(video.path)) === undefined) {
      throw new VideoUnreadable('原文件已不在');
    }
    const program = engine.ffmpeg;
    const note = program === undefined ? noteWithout(video.mime) : await convertVideo(run, program, video);
    await tryStep(engine, courseUploadSteps, 'finish', { keys: videoId, by, given: { note } });
  } catch (error) {
    if (!(error instanceof VideoUnreadable)) throw error;
    const note = `无法读取视频：${error.detail}`.slice(0, limits.address);
    await tryStep(engine, courseUploadSteps, 'fail', { keys: videoId, by, given: { note } });
  }
  run.done += 1;
  await checkpoint(run);
}

/** Converts videos until none waits; see {@link convertVideos}. A job that is taken up again goes on with its video. */
async function runConversion(context: JobContext, job: Job): Promise<Ending> {
  const { db } = context.engine;
  const run: Run = { context, job, done: job.done };
  for (;;) {
    const videoId = await nextVideo(db);
    if (videoId !== undefined) {
      await workOn(run, videoId);
      continue;
    }
    const ending: Ending = {
      status: 'success',
      message: label(`处理 ${run.done} 个视频`, `${run.done} videos converted`),
    };
    // Ended under the lock that new videos look for a job under, so that none of them waits for a job that is over.
    const ended = await transact(db, async within => {
      await lockConversions(within);
      if ((await nextVideo(within)) !== undefined) return false;
      await finishJob(within, job, ending);
      return true;
    });
    if (ended) return ending;
  }
}

/** Fails the videos of a job that was stopped; each can be converted again by its step. */
async function afterStop(engine: Engine, db: Tx): Promise<void> {
  const found = await sql<Columns<typeof registry.courseUpload, 'videoId'>>`
    select video_id from t_course_upload where trans_status in (${transIs.whole}, ${transIs.processing})
      and not deleted order by video_id`.execute(db);
  const keys = found.rows.map(({ videoId }) => videoId);
  if (keys.length === 0) return;
  const given = { note: '处理任务被停止，可重新处理' };
  await tryStep(engine, courseUploadSteps, 'fail', { keys, by, given, within: db });
}

/** The work of {@link convertVideos}: one video at a time, and of each one height at a time. */
export const convertVideosWork: JobWork = { kind: convertVideos, run: runConversion, stopped: afterStop };
