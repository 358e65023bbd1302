import { createHash } from 'node:crypto';

/** The stored hash of a random token: reading the table does not allow using it. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
