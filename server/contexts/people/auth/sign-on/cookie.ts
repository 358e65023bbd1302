import { signOnRoot } from '@yikao/model/contexts/people/sign-on.calls.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { signOnSeconds } from './requests.ts';

const name = 'yikao_sign_on';
/** Only the calls of the sign-on are sent it. */
const path = signOnRoot;

/** The value that identifies a browser during a sign-on; blank without one. */
export function browserOf(request: FastifyRequest): string {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = part.trim().split('=');
    if (key === name && /^[\w-]{43}$/.test(value ?? '')) return value ?? '';
  }
  return '';
}

function set(reply: FastifyReply, value: string, seconds: number, secure: boolean): void {
  // Lax: it must be sent when the provider redirects back, and not with posts from other sites.
  const parts = [`${name}=${value}`, `Path=${path}`, `Max-Age=${seconds}`, 'HttpOnly', 'SameSite=Lax'];
  reply.header('set-cookie', [...parts, ...(secure ? ['Secure'] : [])].join('; '));
}

/** Sets the browser's identifying value for the duration of a sign-on. */
export function keepBrowser(reply: FastifyReply, browser: string, secure: boolean): void {
  set(reply, browser, signOnSeconds, secure);
}

/** Deletes the value. */
export function forgetBrowser(reply: FastifyReply, secure: boolean): void {
  set(reply, '', 0, secure);
}
