import type { Actor } from '../../engine/scope/actor.ts';

/**
 * The person as one who looks for leads in the pool: salespeople see the leads of nobody there beside their own, within
 * the same partner and province.
 */
export function inThePool(actor: Actor): Actor {
  return { ...actor, ownRowsOnly: false };
}
