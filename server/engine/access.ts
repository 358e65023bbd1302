import type { AnyCall } from '@yikao/model/calls/call.ts';
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

/** Whether somebody may make a call, as far as codes tell: what the call's function asks besides is its own business. */
export function mayCall({ may }: Pick<AnyCall, 'may'>, actor: Pick<Actor, 'admin' | 'permissions'>): boolean {
  if (may === 'public' || may === 'person') return true;
  if (may === 'admin') return actor.admin === true;
  return typeof may === 'function' ? actor.admin === true || may(actor.permissions) : holds(actor, may);
}

/**
 * Lets a call pass when the actor may make it, and the actor's kind of scope may do more than read where the call is about
 * a dataset. Throws `unauthenticated` without an actor, `forbidden` otherwise.
 */
export function authoriseCall(call: AnyCall, actor: Actor | undefined): void {
  if (call.may === 'public') return;
  if (!actor) throw failure('unauthenticated');
  if (!mayCall(call, actor)) throw failure('forbidden');
  if (typeof call.of !== 'string' && !readsOnly(call) && readOnlyKind(call.of, actor))
    throw failure('forbidden');
}

function readsOnly({ method, may, reads }: AnyCall): boolean {
  if (method === 'GET' || reads === true || may === 'person') return true;
  return typeof may === 'string' && [...reading].some(action => may.endsWith(`:${action}`));
}
