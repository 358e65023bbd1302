import { registry } from '@yikao/model/contexts/datasets.ts';
import { failure } from '@yikao/model/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Engine } from '../../../engine/engine.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { openSecret } from '../../../engine/write/sealing.ts';
import { rangeOf } from '../../system/files/send.ts';
import {
  type PlayableForm,
  playableFormOf,
  readVideo,
  type StoredVideo,
  segmentKey,
  vectorOf,
} from './media.ts';
import { assertMayWatch } from './play.ts';
import { playbackTokens } from './playback-token.ts';

/** The part of a video that a player asks for. */
export interface MediaAsk {
  readonly name: 'list.m3u8' | 'segment.ts' | 'key' | 'file';
  readonly token: string;
  readonly height?: number | undefined;
  readonly at?: number | undefined;
}

const listType = 'application/vnd.apple.mpegurl';

/** The list of heights. */
function masterList({ heights }: PlayableForm, token: string): string {
  const lines = heights.flatMap(({ height, width, bytes, seconds }) => {
    const length = Math.max(
      1,
      seconds.reduce((sum, one) => sum + one, 0),
    );
    const bandwidth = Math.ceil((bytes * 8) / length);
    return [
      `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},RESOLUTION=${width}x${height}`,
      `list.m3u8?${new URLSearchParams({ token, height: String(height) })}`,
    ];
  });
  return ['#EXTM3U', '#EXT-X-VERSION:3', ...lines, ''].join('\n');
}

/** The list of segments of one height; each address carries the playback. */
function segmentList(form: PlayableForm, height: number, token: string): string {
  const found = form.heights.find(one => one.height === height);
  if (!found) throw failure('notFound');
  const longest = Math.ceil(Math.max(...found.seconds, 1));
  const query = (more: Record<string, string>) => new URLSearchParams({ token, ...more });
  return [
    ...['#EXTM3U', '#EXT-X-VERSION:3', `#EXT-X-TARGETDURATION:${longest}`, '#EXT-X-MEDIA-SEQUENCE:0'],
    ...[
      '#EXT-X-PLAYLIST-TYPE:VOD',
      `#EXT-X-KEY:METHOD=AES-128,URI="key?${query({})}",IV=0x${vectorOf(form)}`,
    ],
    ...found.seconds.flatMap((seconds, at) => [
      `#EXTINF:${seconds.toFixed(6)},`,
      `segment.ts?${query({ height: String(height), at: String(at) })}`,
    ]),
    '#EXT-X-ENDLIST',
    '',
  ].join('\n');
}

async function sendSource(engine: Engine, request: FastifyRequest, reply: FastifyReply, video: StoredVideo) {
  const { path, mime, size } = video;
  if (path === null || size === null) throw failure('notFound');
  reply.type(mime ?? 'application/octet-stream').header('accept-ranges', 'bytes');
  const range = rangeOf(request.headers.range, size);
  if (range === 'none') return reply.status(416).header('content-range', `bytes */${size}`).send();
  const part = range === 'all' ? { start: 0, end: size - 1 } : range;
  reply.header('content-length', part.end - part.start + 1);
  if (range !== 'all') reply.status(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`);
  if (request.method === 'HEAD') return reply.send();
  return reply.send(await engine.files.open(path, part));
}

/**
 * Sends a part of a video that is being played. Segments are given to the holder of the token, and are nothing without the
 * key. List, key and a file that was not converted are given to the viewer alone, who must have the right to watch at that
 * moment. Throws `notFound` for a playback that is over and a part that is not there.
 */
export async function sendMedia(
  engine: Engine,
  { request, reply, actor }: { request: FastifyRequest; reply: FastifyReply; actor: Actor | undefined },
  { name, token, height, at }: MediaAsk,
) {
  const playback = playbackTokens.open(engine, token);
  const video = playback && (await readVideo(engine.db, playback.videoId));
  if (!playback || !video) throw failure('notFound');
  reply
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox");
  if (name !== 'segment.ts') await assertMayWatch(engine, playback, actor);
  if (name === 'file') {
    return sendSource(engine, request, reply, video);
  }
  const form = playableFormOf(video.media);
  if (!form) throw failure('notFound');
  if (name === 'list.m3u8') {
    reply.type(listType);
    return reply.send(height === undefined ? masterList(form, token) : segmentList(form, height, token));
  }
  if (name === 'key') {
    const key = await openSecret(engine, engine.db, registry.courseUpload, 'mediaSecret', playback.videoId);
    if (key === undefined) throw failure('notFound');
    return reply.type('application/octet-stream').send(Buffer.from(key, 'hex'));
  }
  const known = form.heights.find(one => one.height === height);
  if (!known || at === undefined || at >= known.seconds.length) throw failure('notFound');
  const segment = segmentKey(playback.videoId, form.generation, known.height, at);
  return reply.type('video/mp2t').send(await engine.files.open(segment));
}
