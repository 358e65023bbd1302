import { randomUUID } from 'node:crypto';
import type { PushGateway } from './types.ts';

/** A simulated vendor: it takes every batch and reaches every device, except those whose token begins with `dead`. */
export function createLocalPush(): PushGateway {
  return {
    batch: 500,
    knownHours: 24,
    newKey: async () => randomUUID(),
    send: async (_, __, targets) =>
      targets.map(({ token }) => ({ kind: token.startsWith('dead') ? 'dead' : 'sent' })),
  };
}
