import { failure } from '@yikao/model/errors.ts';
import type { Action, AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { type PermissionCode, permissionCode } from '@yikao/model/permissions.ts';
import type { Actor } from './actor.ts';

/** Whether the actor holds a permission code; only exactly `true` passes (house rule 3). */
export function holds(actor: Actor, code: PermissionCode): boolean {
  return holdsKept(actor, code);
}

/** As {@link holds}, for a code that comes from the database, where those of former versions may stand too. */
export function holdsKept(actor: Actor, code: string): boolean {
  return actor.admin === true || actor.permissions.has(code);
}

/**
 * Lets the call pass when the dataset knows the action and the actor holds its code.
 * Throws `noSuchCall` for an action the dataset does not have, `forbidden` without the code.
 */
export function authorise(actor: Actor, dataset: AnyDataset, action: Action): void {
  if (!dataset.permissions.actions.includes(action)) throw failure('noSuchCall');
  if (!holds(actor, permissionCode(dataset, action))) throw failure('forbidden');
}
