import type { FastifyRequest } from 'fastify';
import type { Caller } from './enter.ts';

/** The token of a request; blank when it has none. */
export function tokenOf(request: FastifyRequest): string {
  const token = request.headers['access-token'];
  return typeof token === 'string' ? token : '';
}

/** Who calls, as far as the network tells. */
export function callerOf(request: FastifyRequest): Caller {
  return { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' };
}
