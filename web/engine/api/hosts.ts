/** Services that calls may be spread over; each is named by the second segment of a path (spec section 7). */
export const services = ['admin', 'base', 'user', 'data', 'mock', 'pay', 'sys', 'exam', 'course'] as const;

/** One of {@link services}. */
export type Service = (typeof services)[number];

/** Paths whose second segment does not name their service (spec section 7, domain Q17). */
const overrides: Readonly<Record<string, Service>> = {
  '/logout': 'admin',
  '/common/file/upload': 'base',
  '/common/document/upload': 'base',
  '/common/image/upload': 'base',
  '/api/sms/user/code': 'user',
};

/**
 * Origin of each service, such as `https://data.example.cn`; a service left out is on the page's own origin.
 * Set at build time by `VITE_HOSTS`, a JSON object.
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

/** The service that answers `path`; undefined where no service is named and the page's own origin answers. */
export function serviceOf(path: string): Service | undefined {
  return overrides[path] ?? services.find(service => service === path.split('/')[2]);
}

/** `path` with the origin of its service before it. */
export function addressOf(path: string): string {
  const service = serviceOf(path);
  return (service && origins[service] ? origins[service] : '') + path;
}
