import { randomBytes, randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { passwordAllowed } from '@yikao/model/rules/password.ts';
import { readableLetters } from '@yikao/model/rules/readable-code.ts';

/**
 * Cost of one check: argon2id with 19 MiB and two passes, the smallest setting in OWASP's password storage guide; a
 * login takes some tens of milliseconds of one core.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The hash of a password; it includes its salt and cost. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

let nobodysHash: Promise<string> | undefined;

/**
 * Reports whether a hash is that of `password`. Without a hash it does the same work, so that the duration does not
 * reveal which accounts exist.
 */
export async function passwordMatches(stored: string | undefined, password: string): Promise<boolean> {
  nobodysHash ??= hashPassword(randomBytes(24).toString('base64url'));
  const matches = await verify(stored ?? (await nobodysHash), password);
  return stored !== undefined && matches === true;
}

/** The letters of domain 4.12, with lower case. */
const readable = `${readableLetters}abcdefghjkmnpqrstuvwxyz`;

/** An invite code: 8 unambiguous letters from the secure random source (domain 4.12). */
export function inviteCode(): string {
  return Array.from({ length: 8 }, () => readableLetters[randomInt(readableLetters.length)]).join('');
}

/** A random password that the rule allows (spec section 5), easy to copy from a screen: 16 characters. */
export function randomPassword(): string {
  for (;;) {
    const password = Array.from({ length: 16 }, () => readable[randomInt(readable.length)]).join('');
    if (passwordAllowed(password)) return password;
  }
}
