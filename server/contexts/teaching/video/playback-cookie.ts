import { pathOf } from '@yikao/model/calls/call.ts';
import { courseCalls } from '@yikao/model/contexts/teaching/course.calls.ts';
import { limits } from '@yikao/model/limits.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

const cookie = 'yikao_play';

/** Parts of a video alone are asked for with it. */
const path = pathOf(courseCalls.media, { name: 'file' });

/**
 * Has a browser show the session of a call when it asks for the file of a video: a `video` element sends no header of
 * its own. The cookie goes to that address and to no page of another site, and no script reads it.
 */
export function keepSession(request: FastifyRequest, reply: FastifyReply, secure: boolean): void {
  const token = request.headers['access-token'];
  if (typeof token !== 'string' || !/^[\w-]{20,100}$/.test(token)) return;
  const seconds = limits.playbackMs / 1000;
  const parts = [`${cookie}=${token}`, `Path=${path}`, `Max-Age=${seconds}`, 'HttpOnly', 'SameSite=Strict'];
  reply.header('set-cookie', [...parts, ...(secure ? ['Secure'] : [])].join('; '));
}

/** The session that {@link keepSession} left with a browser; undefined without one. */
export function sessionOf(request: FastifyRequest): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map(pair => pair.trim().split('='));
  return pairs.find(([name]) => name === cookie)?.[1];
}
