import type { AnyCall } from '@yikao/model/calls/call.ts';
import { type Service, services } from '@yikao/model/calls/services.ts';

/**
 * Origin of each service, such as `https://data.example.cn`; an omitted service is on the page's own origin. Set at
 * build time by `VITE_HOSTS`, a JSON object.
 */
const origins: Partial<Record<Service, string>> = readOrigins(import.meta.env.VITE_HOSTS);

function readOrigins(text: unknown): Partial<Record<Service, string>> {
  if (typeof text !== 'string' || text === '') return {};
  const given: unknown = JSON.parse(text);
  const found: Partial<Record<Service, string>> = {};
  for (const [name, origin] of Object.entries(given ?? {})) {
    const service = services.find(known => known === name);
    if (!service || typeof origin !== 'string') throw new Error(`VITE_HOSTS: ${name} is no service`);
    found[service] = origin.replace(/\/$/, '');
  }
  return found;
}

/** The service that answers a call; undefined for the page's own origin. */
export function serviceOf({ service, path }: Pick<AnyCall, 'service' | 'path'>): Service | undefined {
  return service ?? services.find(one => one === path.split('/')[2]);
}

/** The path of a call with the origin of its service before it. */
export function addressOf(call: AnyCall, path: string): string {
  const service = serviceOf(call);
  return (service && origins[service] ? origins[service] : '') + path;
}
