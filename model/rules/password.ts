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
 * Reports whether a password has 6 to 64 characters with an upper-case letter, a lower-case one and a digit (spec
 * section 5).
 */
export function passwordAllowed(password: string): boolean {
  return brokenPasswordRules(password).length === 0;
}
