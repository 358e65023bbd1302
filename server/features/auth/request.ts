import type { FastifyRequest } from 'fastify';
import type { Caller } from './enter.ts';
import { isDeviceToken } from './known-devices.ts';

/** The token of a request; blank when it has none. */
export function tokenOf(request: FastifyRequest): string {
  const token = request.headers['access-token'];
  return typeof token === 'string' ? token : '';
}

/** Who calls, as far as the network and the header `device-token` tell. */
export function callerOf(request: FastifyRequest): Caller {
  const device = request.headers['device-token'];
  return {
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    device: isDeviceToken(device) ? device : '',
  };
}
