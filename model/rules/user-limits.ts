import type { userLimitType } from '../codes/consumer.ts';

/** Code of something that is limited. */
export type UserLimit = (typeof userLimitType)['items'][number]['code'];

/** How often a consumer may do something but query probabilities in a year where nobody has set a limit (domain E3). */
const usualLimits: Readonly<Record<Exclude<UserLimit, 6>, number>> = { 1: 1, 2: 3, 3: 3, 4: 3, 5: 3, 7: 3 };

/** The rules for how many probability queries a year has where nobody has set a limit. */
export interface Queries {
  /** The parameter `default.countLimit` (domain 7.4). */
  readonly usual: number;
  /** Those that the entitlements of the year give. */
  readonly granted: number;
}

/**
 * How often a consumer may do something: what was set, or else the usual number. Of probability queries that is no
 * fewer than those that entitlements give: who has bought a hundred is not stopped at thirty.
 */
export function limitTotal(type: UserLimit, set: number | null, { usual, granted }: Queries): number {
  return set ?? (type === 6 ? Math.max(usual, granted) : usualLimits[type]);
}

/** How often it may still be done; a limit that was lowered beneath what was used leaves nothing. */
export function limitLeft(total: number, used: number): number {
  return Math.max(0, total - used);
}
