import type { AnyCall } from '@yikao/model/calls/call.ts';
import { failure } from '@yikao/model/errors.ts';
import type { Action, AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { type PermissionCode, permissionCode } from '@yikao/model/permissions.ts';
import type { Actor } from './actor.ts';
import { readOnlyKind } from './scope.ts';

/** Reports whether the actor holds a permission code; only exactly `true` passes. */
export function holds(actor: Pick<Actor, 'admin' | 'permissions'>, code: PermissionCode): boolean {
  return holdsKept(actor, code);
}

/** As {@link holds}, for a code from the database, where codes of earlier versions may remain. */
export function holdsKept(actor: Pick<Actor, 'admin' | 'permissions'>, code: string): boolean {
  return actor.admin === true || actor.permissions.has(code);
}

/** Actions that change nothing. */
const reading: ReadonlySet<Action> = new Set(['list', 'export']);

/**
 * Passes if the dataset has the action, the actor holds its code, and the actor's kind of scope may do more than read
 * it. Throws `noSuchCall` for an action the dataset does not have, `forbidden` otherwise.
 */
export function authorise(actor: Actor, dataset: AnyDataset, action: Action): void {
  if (!dataset.permissions.actions.includes(action)) throw failure('noSuchCall');
  if (!holds(actor, permissionCode(dataset, action))) throw failure('forbidden');
  if (!reading.has(action) && readOnlyKind(dataset, actor)) throw failure('forbidden');
}

/** Reports whether the actor's codes allow a call; its handler may check further conditions. */
export function mayCall({ may }: Pick<AnyCall, 'may'>, actor: Pick<Actor, 'admin' | 'permissions'>): boolean {
  if (may === 'public' || may === 'person') return true;
  if (may === 'admin') return actor.admin === true;
  return typeof may === 'function' ? actor.admin === true || may(actor.permissions) : holds(actor, may);
}

/**
 * Passes if the actor may make a call and, for a dataset's call, if the actor's kind of scope may do more than read it.
 * Throws `unauthenticated` without an actor, `forbidden` otherwise.
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
