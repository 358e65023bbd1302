import multipart from '@fastify/multipart';
import { pathOf } from '@yikao/model/calls/call.ts';
import { courseCalls } from '@yikao/model/contexts/teaching/course.calls.ts';
import { courseUploadSteps } from '@yikao/model/contexts/teaching/course-upload.machine.ts';
import { failure } from '@yikao/model/errors.ts';
import { limits } from '@yikao/model/limits.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { mayRead, type StoredFile, storedColumns } from '../../../engine/files/readers.ts';
import type { UploadFile } from '../../../engine/files/upload-file.ts';
import type { Authenticate } from '../../../engine/http/actor.ts';
import { handle } from '../../../engine/http/handle.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { takeStep } from '../../../engine/steps/take-step.ts';
import type { Feature, FeatureContext } from '../../shared/feature.ts';
import { signedCalls } from '../../shared/signed-calls.ts';
import { removePieces } from './media.ts';
import { playForAccount, playForCandidate } from './play.ts';
import { keepSession, sessionOf } from './playback-cookie.ts';
import { beginUpload, receivePart, receiveWhole, resumeUpload, uploadUnderWay } from './receive.ts';
import { sendMedia } from './send-media.ts';

/** The version of the protocol (https://tus.io/protocols/resumable-upload). */
const tusVersion = '1.0.0';

/** Media type of the parts of an upload. */
const partType = 'application/offset+octet-stream';

/** Most bytes of a call that an app signs. */
const mostBytes = 64 * 1024;

/** Answers in the version of the protocol. Throws `uploadVersion` for a call of another one. */
function speakTus(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('tus-resumable', tusVersion).header('cache-control', 'no-store');
  if (request.headers['tus-resumable'] === tusVersion) return;
  reply.header('tus-version', tusVersion);
  throw failure('uploadVersion');
}

/** A whole number of a header. Throws `badRequest` without one. */
function numberOf(request: FastifyRequest, name: string): number {
  const text = String(request.headers[name] ?? '');
  if (!/^\d{1,15}$/.test(text)) throw failure('badRequest');
  return Number(text);
}

/** The number of the upload in the address. Throws `notFound` for what is none. */
function videoIdOf(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw failure('notFound');
  return Number(text);
}

/** The name of the file in the metadata of an upload: pairs of a key and a text in base64. */
function fileNameOf(request: FastifyRequest): string {
  const pairs = String(request.headers['upload-metadata'] ?? '').split(',');
  const value = pairs.map(pair => pair.trim().split(' ')).find(([key]) => key === 'filename')?.[1] ?? '';
  return Buffer.from(value, 'base64').toString('utf8');
}

/** Takes over a file that was uploaded by another call. Throws `notFound` for one that the actor may not read. */
async function takeOver(engine: Engine, actor: Actor, path: string): Promise<number> {
  const found = await sql<StoredFile & Pick<UploadFile, 'originName' | 'size'>>`
    select ${storedColumns}, origin_name, size from t_upload_file where path = ${path}`.execute(engine.db);
  const [file] = found.rows;
  if (!file || !(await mayRead(engine, actor, file))) throw failure('notFound');
  const content = await engine.files.open(file.path.slice(1));
  return receiveWhole(engine, actor, { name: file.originName, room: file.size }, content);
}

/** Receives a video in the form of a call, or takes over the file that its body names. */
async function receiveCall(engine: Engine, actor: Actor, request: FastifyRequest): Promise<number> {
  if (!request.isMultipart()) {
    const { body } = request;
    const path = typeof body === 'object' && body !== null && 'path' in body ? body.path : undefined;
    if (typeof path !== 'string') throw failure('badRequest');
    return takeOver(engine, actor, path);
  }
  const part = await request.file().catch((cause: unknown) => {
    throw cause instanceof Error && 'code' in cause ? cause : failure('badRequest', { cause });
  });
  if (!part) throw failure('badRequest');
  const { file, filename } = part;
  async function* content() {
    yield* file;
    if (file.truncated) throw failure('tooLarge', { params: { max: limits.courseVideoBytes / 1024 / 1024 } });
  }
  try {
    const room = Number(request.headers['content-length'] ?? 0);
    return await receiveWhole(engine, actor, { name: filename, room }, content());
  } finally {
    // The rest is read and thrown away: a browser shows an answer only once it has sent everything.
    file.resume();
  }
}

/** The calls of uploads in parts: the core of tus 1.0, with creation and termination. */
function tusRoutes(app: FastifyInstance, engine: Engine): void {
  app.addContentTypeParser(partType, async (_: FastifyRequest, payload: unknown) => payload);
  handle(app, courseCalls.beginUpload, async ({ actor, request, reply }) => {
    speakTus(request, reply);
    reply.header('tus-max-size', limits.courseVideoBytes);
    const size = numberOf(request, 'upload-length');
    const videoId = await beginUpload(engine, actor, { name: fileNameOf(request), size });
    reply
      .status(201)
      .header('location', pathOf(courseCalls.uploadState, { videoId: String(videoId) }))
      .header('upload-offset', 0);
    return { videoId };
  });
  handle(app, courseCalls.uploadState, async ({ actor, request, reply, params }) => {
    speakTus(request, reply);
    const { size, received } = await resumeUpload(engine, actor, videoIdOf(params.videoId));
    return reply.header('upload-length', size).header('upload-offset', received).send();
  });
  handle(app, courseCalls.uploadPart, async ({ actor, request, reply, params }) => {
    speakTus(request, reply);
    if (request.headers['content-type'] !== partType) throw failure('badRequest');
    const at = await receivePart(engine, actor, {
      videoId: videoIdOf(params.videoId),
      start: numberOf(request, 'upload-offset'),
      content: request.body as AsyncIterable<Buffer>,
    });
    return reply.status(204).header('upload-offset', at).send();
  });
  handle(app, courseCalls.endUpload, async ({ actor, request, reply, params }) => {
    speakTus(request, reply);
    const { videoId } = await uploadUnderWay(engine, actor, videoIdOf(params.videoId));
    await takeStep(engine, courseUploadSteps, 'refuse', {
      keys: videoId,
      by: { kind: 'step', actor, cause: 'courseUpload.end' },
      given: { note: '上传已放弃' },
    });
    await removePieces(engine, videoId);
    return reply.status(204).send();
  });
}

/** Uploads of videos, and what players ask for; `authenticate` finds the person of a session. */
export const videoFeature = (authenticate: Authenticate): Feature => {
  return (app, context) => openVideo(app, context, authenticate);
};

function openVideo(app: FastifyInstance, context: FeatureContext, authenticate: Authenticate): void {
  const { engine, config } = context;
  const secure = config.publicUrl?.startsWith('https:') === true;
  void app.register(async scope => tusRoutes(scope, engine));
  void app.register(async scope => {
    await scope.register(multipart, { limits: { files: 1, fileSize: limits.courseVideoBytes } });
    handle(scope, courseCalls.upload, async ({ actor, request }) => ({
      videoId: await receiveCall(engine, actor, request),
    }));
  });
  handle(app, courseCalls.play, async ({ actor, request, reply, query }) => {
    const lesson = await playForAccount(engine, actor, query.lessonId);
    if (lesson.form === 'file') keepSession(request, reply, secure);
    return lesson;
  });
  handle(app, courseCalls.media, async ({ actor, request, reply, params, query }) => {
    const session = actor === undefined ? sessionOf(request) : undefined;
    const viewer = session === undefined ? actor : await authenticate(session, request);
    return sendMedia(engine, { request, reply, actor: viewer }, { name: params.name, ...query });
  });
  signedCalls(app, context, mostBytes, scope =>
    handle(scope, courseCalls.appPlay, ({ body }) => playForCandidate(engine, body)),
  );
}
