import { limits } from '../limits.ts';

/** The rules for a new password; each is shown by itself while it is typed. */
export const passwordRules = ['length', 'upper', 'lower', 'digit'] as const;

/** One of {@link passwordRules}. */
export type PasswordRule = (typeof passwordRules)[number];

const tests: Record<PasswordRule, (password: string) => boolean> = {
  length: password => password.length >= limits.passwordMin && password.length <= limits.passwordMax,
  upper: password => /[A-Z]/.test(password),
  lower: password => /[a-z]/.test(password),
  digit: password => /\d/.test(password),
};

/** The rules that `password` violates, in order; empty for a valid one. */
export function brokenPasswordRules(password: string): PasswordRule[] {
  return passwordRules.filter(rule => !tests[rule](password));
}

/**
 * Reports whether a new password has 8 to 64 characters with an upper-case letter, a lower-case one and a digit (spec
 * section 5, which asks for six characters). The server also refuses common ones and those with the account's name.
 */
export function passwordAllowed(password: string): boolean {
  return brokenPasswordRules(password).length === 0;
}

/** Reports whether an operator may give the first administrator this password: by the rule of spec section 5. */
export function firstPasswordAllowed(password: string): boolean {
  const others = passwordRules.filter(rule => rule !== 'length');
  return (
    password.length >= limits.firstPasswordMin &&
    password.length <= limits.passwordMax &&
    others.every(rule => tests[rule](password))
  );
}

/** Shortest name that a password may not contain. */
const shortestName = 3;

/** Reports whether a password contains a name of its account: the account, or the number with which it logs in. */
export function containsName(password: string, names: readonly (string | null | undefined)[]): boolean {
  const folded = password.toLowerCase();
  return names.some(name => name && name.length >= shortestName && folded.includes(name.toLowerCase()));
}
