import type { userLimitType } from '../sales.codes.ts';

/** Code of something that is limited. */
export type UserLimit = (typeof userLimitType)['items'][number]['code'];

/** Default limits of a consumer's year, except for probability queries (domain E3). */
const usualLimits: Readonly<Record<Exclude<UserLimit, 6>, number>> = { 1: 1, 2: 3, 3: 3, 4: 3, 5: 3, 7: 3 };

/** The rules for the default number of probability queries in a year. */
export interface Queries {
  /** The parameter `default.countLimit` (domain 7.4). */
  readonly usual: number;
  /** Queries granted by the year's entitlements. */
  readonly granted: number;
}

/**
 * The limit of a consumer's action: the one that was set, or the default. For probability queries it is at least the
 * number granted by entitlements: a buyer of a hundred is not stopped at thirty.
 */
export function limitTotal(type: UserLimit, set: number | null, { usual, granted }: Queries): number {
  return set ?? (type === 6 ? Math.max(usual, granted) : usualLimits[type]);
}

/** The remaining number; 0 if the limit was lowered below what was used. */
export function limitLeft(total: number, used: number): number {
  return Math.max(0, total - used);
}
