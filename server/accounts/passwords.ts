import { randomBytes, randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { passwordAllowed } from '@yikao/model/rules/password.ts';
import { readableLetters } from '@yikao/model/rules/readable-code.ts';

/**
 * Cost of one check: argon2id with 19 MiB and two passes, the smallest setting that OWASP's password storage
 * guide names; a login takes some tens of milliseconds of one core.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The stored form of a password; it holds its own salt and cost. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

let nobodysHash: Promise<string> | undefined;

/**
 * Whether `password` is the one of a stored form. Without a stored form the same work is done for nothing, so
 * that the time taken does not tell which accounts exist.
 */
export async function passwordMatches(stored: string | undefined, password: string): Promise<boolean> {
  nobodysHash ??= hashPassword(randomBytes(24).toString('base64url'));
  const matches = await verify(stored ?? (await nobodysHash), password);
  return stored !== undefined && matches === true;
}

/** The letters of domain 4.12, with lower case. */
const readable = `${readableLetters}abcdefghjkmnpqrstuvwxyz`;

/** An invite code: 8 letters that nobody takes for one another, from the secure random source (domain 4.12). */
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
