import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Addresses of a chain of proxies that are looked at; the nearest ones count. */
const mostHops = 8;

/**
 * The addresses of `X-Forwarded-For` that can be believed to be addresses: from the right, where the nearest proxy
 * writes, up to the first that is none. The rest was sent by a stranger.
 */
export function forwardedAddresses(header: string): string[] {
  const hops: string[] = [];
  for (const part of header.split(',').slice(-mostHops).reverse()) {
    // Some proxies write the port beside the address, IPv6 between brackets.
    const text = part.trim();
    const address = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
    if (isIP(address) === 0) break;
    hops.unshift(address);
  }
  return hops;
}

/**
 * Leaves nothing but addresses in `X-Forwarded-For` before anybody asks for the caller's: `request.ip` is one in any
 * case, however long and odd the header was. Which proxies are trusted to write it is `trustProxy`'s business.
 */
export function readForwarded(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    const header = headers['x-forwarded-for'];
    if (header === undefined) return;
    const hops = forwardedAddresses([header].flat().join(','));
    if (hops.length > 0) headers['x-forwarded-for'] = hops.join(', ');
    else delete headers['x-forwarded-for'];
  });
}
