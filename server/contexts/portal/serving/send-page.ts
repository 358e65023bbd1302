import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kept } from './page-cache.ts';

/**
 * The sources that public pages may load: nothing runs in them, and pictures within texts may come from other sites.
 * Rich text has styles in attributes, which its sanitiser has let through one by one.
 */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data: https:",
  "media-src 'self' https:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers of every page for strangers, whether it is kept or made for one person. */
export function pageHeaders(reply: FastifyReply): FastifyReply {
  return reply.header('content-security-policy', policy);
}

/** Reports whether a header names a coding, and does not refuse it. */
function takes(accepted: string, coding: string): boolean {
  return accepted.split(',').some(one => {
    const [name = '', ...rest] = one.trim().toLowerCase().split(';');
    return name.trim() === coding && !rest.some(part => /^\s*q=0(\.0*)?\s*$/.test(part));
  });
}

/** Options of {@link sendKept}. */
export interface Sending {
  /** Value of the header, unless pages are to be asked for again each time. */
  readonly caching?: string | undefined;
  /** A further header by which the page differs. */
  readonly vary?: string | undefined;
}

/** Sends a page: as 304 to a reader who has it, compressed to one who can unpack it. */
export function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, type, plain, packed, etag }: Kept,
  { caching = 'public, no-cache', vary }: Sending = {},
): FastifyReply {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const coding = packed && (takes(accepted, 'br') ? 'br' : takes(accepted, 'gzip') ? 'gzip' : undefined);
  // Each form has its own tag.
  const tag = coding ? `${etag.slice(0, -1)}-${coding}"` : etag;
  pageHeaders(reply)
    .header('vary', ['Host', 'Accept-Encoding', ...(vary === undefined ? [] : [vary])].join(', '))
    .header('cache-control', caching)
    .header('etag', tag);
  const has = String(request.headers['if-none-match'] ?? '')
    .split(',')
    .some(one => one.trim().replace(/^W\//, '') === tag);
  if (has && status === 200) return reply.status(304).send();
  void reply.status(status).type(type);
  if (!packed || !coding) return reply.send(plain);
  return reply.header('content-encoding', coding).send(packed[coding]);
}
