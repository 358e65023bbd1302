import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Addresses of a chain of proxies that are looked at; the nearest ones count. */
const mostHops = 8;

/**
 * The trustworthy addresses of `X-Forwarded-For`: from the right, where the nearest proxy writes, up to the first
 * invalid one. The rest could come from anyone.
 */
export function forwardedAddresses(header: string): string[] {
  const hops: string[] = [];
  for (const part of header.split(',').slice(-mostHops).reverse()) {
    // Some proxies add the port to the address, with IPv6 in brackets.
    const text = part.trim();
    const address = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
    if (isIP(address) === 0) break;
    hops.unshift(address);
  }
  return hops;
}

/**
 * Removes everything but addresses from `X-Forwarded-For` before it is used: `request.ip` is then always an address,
 * however long or malformed the header was. `trustProxy` decides which proxies may set it.
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
