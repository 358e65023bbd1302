import type { FastifyRequest } from 'fastify';
import type { Caller } from './enter.ts';
import { isDeviceToken } from './known-devices.ts';

/** The token of a request; blank without one. */
export function tokenOf(request: FastifyRequest): string {
  const token = request.headers['access-token'];
  return typeof token === 'string' ? token : '';
}

/** The caller, as identified by the network and the header `device-token`. */
export function callerOf(request: FastifyRequest): Caller {
  const device = request.headers['device-token'];
  return {
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    device: isDeviceToken(device) ? device : '',
  };
}
