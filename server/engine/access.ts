import { failure } from '@yikao/model/errors.ts';
import type { Action, AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { type PermissionCode, permissionCode } from '@yikao/model/permissions.ts';
import type { Actor } from './actor.ts';
import { readOnlyKind } from './scope.ts';

/** Whether the actor holds a permission code; only exactly `true` passes (house rule 3). */
export function holds(actor: Pick<Actor, 'admin' | 'permissions'>, code: PermissionCode): boolean {
  return holdsKept(actor, code);
}

/** As {@link holds}, for a code that comes from the database, where those of former versions may stand too. */
export function holdsKept(actor: Pick<Actor, 'admin' | 'permissions'>, code: string): boolean {
  return actor.admin === true || actor.permissions.has(code);
}

/** Actions that change nothing. */
const reading: ReadonlySet<Action> = new Set(['list', 'export']);

/**
 * Lets the call pass when the dataset knows the action, the actor holds its code, and the actor's kind of scope may do
 * more than read there. Throws `noSuchCall` for an action the dataset does not have, `forbidden` otherwise.
 */
export function authorise(actor: Actor, dataset: AnyDataset, action: Action): void {
  if (!dataset.permissions.actions.includes(action)) throw failure('noSuchCall');
  if (!holds(actor, permissionCode(dataset, action))) throw failure('forbidden');
  if (!reading.has(action) && readOnlyKind(dataset, actor)) throw failure('forbidden');
}
