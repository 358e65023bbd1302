import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { keyValue } from '../../calls/values.ts';
import { label } from '../../kernel/label.ts';
import { limits } from '../../limits.ts';
import { ordered } from '../shared/ordered-rows.ts';
import { course } from './course.ts';
import { courseUpload } from './course-upload.ts';
import { lesson } from './lesson.ts';

/** A lesson as a player needs it. */
const playable = z.object({
  lessonId: z.int(),
  lessonName: z.string(),
  courseName: z.string(),
  /** `hls`: a list of encrypted segments; `file`: the file as it was uploaded; `none`: text and attachments alone. */
  form: z.enum(['hls', 'file', 'none']),
  /** Address of the list or the file, for as long as the playback lasts; null without a video. */
  url: z.string().nullable(),
  mime: z.string().nullable(),
  durationSec: z.int().nullable(),
  cover: z.string().nullable(),
  /** Text that the player lays over the picture, which names the viewer. */
  watermark: z.string(),
  /** Why there is no converted video, for the page. */
  note: z.string().nullable(),
  content: z.string().nullable(),
});

/** See {@link playable}. */
export type PlayableLesson = z.infer<typeof playable>;

const tusPath = `${courseUpload.path}/tus` as const;

/** Options that the calls of an upload share. */
const part = { of: courseUpload, may: 'course:upload:add', answers: 'text' } as const;

/** Calls of courses beside those of their datasets (domain J1 to J3). */
export const courseCalls = {
  orderLessons: call(`PUT ${lesson.path}/order`, {
    of: lesson,
    label: label('保存课程的课时顺序与所属章', 'Put the lessons of a course in order, and in their chapters'),
    may: 'course:lesson:update',
    body: z.object({
      courseId: keyValue,
      rows: ordered,
      /** Chapters of lessons that move to another one, by the number of the lesson. */
      chapters: z.record(z.string().regex(/^\d+$/), z.string().trim().max(limits.name)).default({}),
    }),
    message: 'modified',
    fails: ['staleVersion'],
  }),
  upload: call(`POST ${courseUpload.path}`, {
    of: courseUpload,
    label: label(
      '上传整个课程视频(大文件请用断点续传)，或登记已上传的文件',
      'Upload a video at once (large ones: in parts), or take over a file that was uploaded',
    ),
    may: 'course:upload:add',
    upload: { field: 'file', optional: true },
    data: z.object({ videoId: z.int() }),
    message: 'uploaded',
    audit: 'upload',
    fails: ['badRequest', 'wrongFileKind', 'tooLarge', 'diskFull', 'notFound'],
  }),
  beginUpload: call(`POST ${tusPath}`, {
    of: courseUpload,
    label: label(
      '断点续传：开始(tus 1.0，Upload-Length、Upload-Metadata)',
      'Begin an upload in parts (tus 1.0: Upload-Length, Upload-Metadata)',
    ),
    may: 'course:upload:add',
    data: z.object({ videoId: z.int() }),
    message: 'added',
    audit: 'upload',
    fails: ['badRequest', 'tooLarge', 'diskFull', 'uploadVersion'],
  }),
  uploadState: call(`HEAD ${tusPath}/:videoId`, {
    ...part,
    label: label('断点续传：已收到的字节数', 'How much of an upload has arrived'),
    fails: ['notFound', 'uploadVersion'],
  }),
  uploadPart: call(`PATCH ${tusPath}/:videoId`, {
    ...part,
    label: label('断点续传：接着上传', 'Send the next part of an upload'),
    fails: [
      'notFound',
      'uploadOffset',
      'uploadVersion',
      'wrongFileKind',
      'tooLarge',
      'diskFull',
      'badRequest',
    ],
  }),
  endUpload: call(`DELETE ${tusPath}/:videoId`, {
    ...part,
    label: label('断点续传：放弃', 'Give up an upload'),
    fails: ['notFound', 'uploadVersion'],
  }),
  play: call(`GET ${lesson.path}/play`, {
    of: lesson,
    label: label('播放课时(后台)', 'Play a lesson'),
    may: 'course:lesson:list',
    query: z.object({ lessonId: keyValue }),
    data: playable,
    fails: ['notFound'],
  }),
  appPlay: call(`POST ${course.path}/app/play`, {
    of: lesson,
    label: label('播放课时(前台，由应用签名)', 'Play a lesson for a candidate (signed by an app)'),
    may: 'public',
    body: z.object({ lessonId: keyValue, userId: keyValue }),
    tolerant: true,
    reads: true,
    data: playable,
    limit: { name: 'course-play', per: 'address', max: 600, windowMs: 60_000 },
    fails: ['wrongSignature', 'notFound', 'notBought'],
  }),
  media: call(`GET ${course.path}/media/:name`, {
    of: 'files',
    label: label('播放中的视频内容', 'A part of a video that is being played'),
    may: 'public',
    params: z.object({ name: z.enum(['list.m3u8', 'segment.ts', 'key', 'file']) }),
    query: z.object({
      token: z.string().min(1).max(1_000),
      height: z.coerce.number().int().positive().max(limits.videoHeightMax).optional(),
      at: z.coerce.number().int().min(0).max(1_000_000).optional(),
    }),
    answers: 'file',
    fails: ['unauthenticated', 'forbidden', 'notFound', 'notBought'],
  }),
} as const;
