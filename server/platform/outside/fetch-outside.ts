import { lookup as lookUpName } from 'node:dns';
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { readInstant } from '@yikao/model/rules/times.ts';
import { assertNoTransaction } from '../database/one-connection.ts';
import { readBody } from './body.ts';
import { isPublicAddress } from './outside-address.ts';
import { type FetchOutside, OutsideFailure, type OutsidePage, type OutsideRequest } from './types.ts';

/** The settings of {@link createFetchOutside}. */
export interface OutsideSettings {
  /** Hosts that may be reached although they are inner, each with a port if that is not 80 or 443 (`OUTSIDE_HOSTS`). */
  readonly hosts: readonly string[];
  /** The name that we give ourselves (`OUTSIDE_AGENT`). */
  readonly agent: string;
  /** Looks names up; the system's resolver if left out. */
  readonly lookup?: LookupFunction;
}

/** Most redirects that are followed. */
const mostRedirects = 5;

/** Milliseconds that an idle connection is kept for the next page of its host. */
const keepMs = 5_000;

/** Thrown by our own look-up for a name that has an inner address. */
class InnerName extends Error {}

/** A host as it is compared: without the brackets of IPv6 and the dot that may end a name. */
const bareHost = (hostname: string) => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

/**
 * Opens the only way by which the product fetches pages of others. The look-up of a name is part of the connection: what was
 * checked is what is connected to, so that a name that changes between two look-ups gains nothing. One inner address among
 * those of a name refuses the name.
 */
export function createFetchOutside(settings: OutsideSettings): FetchOutside {
  const listed = new Set(settings.hosts.map(host => host.toLowerCase()));
  const ownPorts = (url: URL) => (url.protocol === 'https:' ? ['', '443'] : ['', '80']);
  const isListed = (url: URL) => {
    const host = url.hostname.replace(/\.$/, '');
    if (listed.has(`${host}:${url.port}`)) return true;
    return listed.has(host) && ownPorts(url).includes(url.port);
  };
  const resolve: LookupFunction =
    settings.lookup ?? ((name, options, answer) => lookUpName(name, options, answer));
  const guarded: LookupFunction = (name, options, answer) =>
    resolve(name, { ...options, all: true }, (error, found) => {
      if (error) return answer(error, []);
      const addresses = typeof found === 'string' ? [{ address: found, family: isIP(found) }] : found;
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
        return answer(new InnerName(), []);
      }
      return options.all ? answer(null, addresses) : answer(null, first.address, first.family);
    });
  const keep = { keepAlive: true, timeout: keepMs, maxSockets: 4, maxFreeSockets: 1 } as const;
  // Listed hosts have separate agents, so that no connection that was not checked is used for another address.
  const open = {
    listed: {
      'http:': new HttpAgent({ ...keep, lookup: resolve }),
      'https:': new HttpsAgent({ ...keep, lookup: resolve }),
    },
    guarded: {
      'http:': new HttpAgent({ ...keep, lookup: guarded }),
      'https:': new HttpsAgent({ ...keep, lookup: guarded }),
    },
  };

  /** The address if it may be fetched; throws for any other. */
  const allowed = (text: string, base: string | undefined, { hosts }: OutsideRequest): URL => {
    const url = URL.parse(text, base);
    if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') {
      throw new OutsideFailure('outsideAddress');
    }
    if (hosts && !hosts.includes(bareHost(url.hostname))) {
      throw new OutsideFailure('outsideHost', { params: { hosts: hosts.join('、') } });
    }
    if (isListed(url)) return url;
    if (!ownPorts(url).includes(url.port)) throw new OutsideFailure('outsideAddress');
    const host = bareHost(url.hostname);
    // A name is checked while its connection is made; an address is not looked up, so it is checked here.
    if (isIP(host) > 0 && !isPublicAddress(host)) {
      throw new OutsideFailure('outsideInner', { params: { host } });
    }
    return url;
  };

  const ask = (url: URL, request: OutsideRequest, signal: AbortSignal): Promise<IncomingMessage> =>
    new Promise((resolved, rejected) => {
      const agents = isListed(url) ? open.listed : open.guarded;
      const isSafe = url.protocol === 'https:';
      const asked = (isSafe ? requestHttps : requestHttp)(
        url,
        {
          agent: agents[isSafe ? 'https:' : 'http:'],
          signal,
          headers: {
            'user-agent': settings.agent,
            accept: acceptHeader(request.accept),
            'accept-encoding': 'gzip, deflate, br',
            'accept-language': 'zh-CN,zh;q=0.9,en;q=0.5',
          },
        },
        resolved,
      );
      asked.on('error', error => {
        // A server may close an idle connection at the moment in which it is used again.
        const isStale = asked.reusedSocket && 'code' in error && error.code === 'ECONNRESET';
        if (isStale) resolved(ask(url, request, signal));
        else rejected(error);
      });
      asked.end();
    });

  const fetchOutside = async (text: string, request: OutsideRequest): Promise<OutsidePage> => {
    assertNoTransaction('Another site');
    const deadline = AbortSignal.timeout(request.timeoutMs);
    const signal = request.signal ? AbortSignal.any([deadline, request.signal]) : deadline;
    let url = allowed(text, undefined, request);
    const seen = new Set<string>();
    try {
      for (;;) {
        url.hash = '';
        if (seen.has(url.href) || seen.size > mostRedirects) {
          throw new OutsideFailure('outsideRedirects', { params: { host: url.hostname } });
        }
        seen.add(url.href);
        const answer = await ask(url, request, signal);
        const to = redirectOf(answer);
        if (to === undefined) return await pageOf(url, answer, request, signal);
        answer.destroy();
        url = allowed(to, url.href, request);
      }
    } catch (error) {
      if (error instanceof OutsideFailure) throw error;
      if (request.signal?.aborted) throw request.signal.reason;
      throw named(error, url.hostname, deadline.aborted ? request.timeoutMs / 1_000 : undefined);
    }
  };
  return Object.assign(fetchOutside, { agent: settings.agent });
}

/** The address that an answer leads on to; undefined for one that does not. */
function redirectOf({ statusCode, headers }: IncomingMessage): string | undefined {
  return statusCode !== undefined && [301, 302, 303, 307, 308].includes(statusCode)
    ? headers.location
    : undefined;
}

async function pageOf(
  url: URL,
  answer: IncomingMessage,
  { accept, maxBytes }: OutsideRequest,
  signal: AbortSignal,
): Promise<OutsidePage> {
  const host = url.hostname;
  const status = answer.statusCode ?? 0;
  if (status < 200 || status > 299) {
    answer.destroy();
    const waitSeconds = readRetryAfter(answer.headers['retry-after']);
    throw new OutsideFailure('outsideStatus', {
      params: { host, answered: status },
      answered: status,
      waitSeconds,
    });
  }
  const [type = '', ...parameters] = (answer.headers['content-type'] ?? '').toLowerCase().split(';');
  const media = type.trim();
  if (accept !== 'any' && !accept.some(wanted => covers(wanted, media))) {
    answer.destroy();
    throw new OutsideFailure('outsideType', { params: { host, type: media.slice(0, 64) || '–' } });
  }
  const charset = parameters
    .map(parameter => /^\s*charset\s*=\s*["']?([\w.:-]+)/.exec(parameter)?.[1])
    .find(found => found !== undefined);
  return { url: url.href, type: media, charset, bytes: await readBody(answer, host, maxBytes, signal) };
}

/** The types as HTTP writes them. */
function acceptHeader(accept: OutsideRequest['accept']): string {
  return accept === 'any' ? '*/*' : accept.map(type => (type.endsWith('/') ? `${type}*` : type)).join(', ');
}

/** Reports whether a wanted type, such as `image/`, covers one that a server names. */
function covers(wanted: string, type: string): boolean {
  return wanted.endsWith('/') ? type.startsWith(wanted) : type === wanted;
}

/** The seconds of `Retry-After`, which is a number or a date; undefined for anything else. */
function readRetryAfter(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const until = readInstant(text)?.getTime();
  return until === undefined ? undefined : Math.max(0, Math.ceil((until - Date.now()) / 1_000));
}

/** The failure for an error of name, connection or protocol. */
function named(cause: unknown, host: string, lateAfter: number | undefined): OutsideFailure {
  if (lateAfter !== undefined) {
    return new OutsideFailure('outsideSlow', { params: { host, seconds: lateAfter }, cause });
  }
  if (cause instanceof InnerName) return new OutsideFailure('outsideInner', { params: { host }, cause });
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const reason = code === 'ENOTFOUND' || code === 'ENODATA' ? 'outsideUnknown' : 'outsideUnreachable';
  return new OutsideFailure(reason, { params: { host }, cause });
}
