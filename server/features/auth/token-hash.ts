import { createHash } from 'node:crypto';

/** The hash that a table knows a random token by: whoever reads the table cannot use it. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
