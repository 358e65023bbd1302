import type { CurrentActor } from '../../../engine/jobs/lifecycle/rights.ts';
import type { Clock } from '../../../platform/clock.ts';
import { readAccount } from './account-reader.ts';
import { personOfToken } from './api-tokens/tokens.ts';

/** Returns the current rights of a job's starter: the account's, limited to those of the API token if one was used. */
export function createStarterReader(clock: Clock): CurrentActor {
  return async (db, { userId, token }) => {
    const account = await readAccount(db, userId);
    if (!account || !token) return account?.person;
    return personOfToken(db, account.person, token.tokenId, clock.now());
  };
}
