import type { userLimitType } from '../codes/consumer.ts';

/** Code of something that is limited. */
export type UserLimit = (typeof userLimitType)['items'][number]['code'];

/** How often a consumer may do something in a year where nobody has set a limit (domain E3). */
export const usualLimits: Readonly<Record<UserLimit, number>> = {
  1: 1,
  2: 3,
  3: 3,
  4: 3,
  5: 3,
  6: 30,
  7: 3,
};

/**
 * How often a consumer may do something: what was set, or else the usual number. Of probability queries it is no fewer
 * than those that the entitlements of the year give (`granted`): who has bought a hundred is not stopped at thirty.
 */
export function limitTotal(type: UserLimit, set: number | null, granted: number): number {
  return set ?? (type === 6 ? Math.max(usualLimits[6], granted) : usualLimits[type]);
}

/** How often it may still be done; a limit that was lowered beneath what was used leaves nothing. */
export function limitLeft(total: number, used: number): number {
  return Math.max(0, total - used);
}
