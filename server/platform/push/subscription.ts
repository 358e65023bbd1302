import { randomUUID } from 'node:crypto';
import { type PushAccount, PushFailure, type PushGateway, type PushOutcome } from './types.ts';

/** Messages that are under way at once. */
const atOnce = 20;

/**
 * Sends messages that the vendor takes one by one and does not recognise when they come again: those of mini-programs.
 * One that was lost on its way is not sent again. `sendOne` gives `stale` if the vendor no longer takes the token, which
 * is then renewed, in the middle of a batch too.
 */
export function oneByOne(
  sendOne: (
    account: PushAccount,
    message: Parameters<PushGateway['send']>[1],
    token: string,
  ) => Promise<PushOutcome | 'stale'>,
  renew: (account: PushAccount) => void,
): PushGateway {
  async function outcome(...[account, message, token]: Parameters<typeof sendOne>): Promise<PushOutcome> {
    try {
      const first = await sendOne(account, message, token);
      if (first !== 'stale') return first;
      renew(account);
      const second = await sendOne(account, message, token);
      return second === 'stale' ? { kind: 'later' } : second;
    } catch (error) {
      if (!(error instanceof PushFailure) || error.reason === 'refused') throw error;
      return { kind: error.reason === 'unsent' ? 'later' : 'unknown' };
    }
  }
  return {
    // Few enough for all of them to be over, or given up, before another node would take the batch for lost.
    batch: 100,
    knownHours: 0,
    newKey: async () => randomUUID(),
    async send(account, message, targets) {
      const outcomes: PushOutcome[] = targets.map(() => ({ kind: 'later' }));
      let refused: unknown;
      let waits = false;
      let next = 0;
      // Each message has a separate place: one that is not answered holds no other.
      const place = async (): Promise<void> => {
        // A vendor that turned one away is not asked for the rest.
        while (next < targets.length && refused === undefined && !waits) {
          const at = next;
          next += 1;
          try {
            const found = await outcome(account, message, targets[at]?.token ?? '');
            outcomes[at] = found;
            waits ||= found.kind === 'later';
          } catch (error) {
            refused ??= error;
          }
        }
      };
      await Promise.all(Array.from({ length: atOnce }, place));
      // Some have it: their outcome has to be kept, and the next batch meets the refusal again.
      if (refused !== undefined && outcomes.every(({ kind }) => kind === 'later')) throw refused;
      return outcomes;
    },
  };
}
