import { signOnRoot } from '@yikao/model/calls/sign-on.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { signOnSeconds } from './requests.ts';

const name = 'yikao_sign_on';
/** Only the calls of the sign-on are sent it. */
const path = signOnRoot;

/** The value by which a browser is known during a sign-on; blank when it brings none. */
export function browserOf(request: FastifyRequest): string {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = part.trim().split('=');
    if (key === name && /^[\w-]{43}$/.test(value ?? '')) return value ?? '';
  }
  return '';
}

function set(reply: FastifyReply, value: string, seconds: number, secure: boolean): void {
  // Lax: it must come along when the provider sends the browser back, and with nothing that another site posts.
  const parts = [`${name}=${value}`, `Path=${path}`, `Max-Age=${seconds}`, 'HttpOnly', 'SameSite=Lax'];
  reply.header('set-cookie', [...parts, ...(secure ? ['Secure'] : [])].join('; '));
}

/** Gives the browser its value for the time of a sign-on. */
export function keepBrowser(reply: FastifyReply, browser: string, secure: boolean): void {
  set(reply, browser, signOnSeconds, secure);
}

/** Takes the value back. */
export function forgetBrowser(reply: FastifyReply, secure: boolean): void {
  set(reply, '', 0, secure);
}
