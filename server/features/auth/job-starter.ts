import type { CurrentActor } from '../../engine/jobs/lifecycle/rights.ts';
import type { Clock } from '../../platform/clock.ts';
import { readAccount } from './account-reader.ts';
import { personOfToken } from './api-tokens/tokens.ts';

/** Tells who a job's starter is by now: the account, and through an API token no more than that token still allows. */
export function createStarterReader(clock: Clock): CurrentActor {
  return async (db, { userId, token }) => {
    const account = await readAccount(db, userId);
    if (!account || !token) return account?.person;
    return personOfToken(db, account.person, token.tokenId, clock.now());
  };
}
