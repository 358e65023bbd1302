import type { Action, AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { ImportKind } from '@yikao/model/kernel/import-kinds.ts';
import { type ScopeKind, scopeKinds } from '@yikao/model/kernel/scope.ts';
import { onlyLooksOn, seenFrom } from '@yikao/model/kernel/seen.ts';
import { ownCode, permissionCode } from '@yikao/model/permissions.ts';
import { can, readSession } from '../session/session.ts';

/** Kinds of scope that bind whoever is logged in, as far as a session tells. */
function boundKinds(): ScopeKind[] {
  const session = readSession();
  const bound: Partial<Record<ScopeKind, unknown>> = {
    partner: session?.partnersId,
    province: session?.provinceId,
    agency: session?.agentId,
  };
  return scopeKinds.filter(kind => bound[kind] !== null && bound[kind] !== undefined);
}

/** Whether the person may change rows of the dataset at all, whatever codes the roles hold. */
export function mayChange(dataset: AnyDataset): boolean {
  return !onlyLooksOn(dataset, boundKinds());
}

/** Whether the dataset has the action and the person may take it; a button that may not be used is absent (spec section 6). */
export function may(dataset: AnyDataset, action: Action): boolean {
  const looks = action === 'list' || action === 'export';
  return (
    dataset.permissions.actions.includes(action) &&
    can(permissionCode(dataset, action)) &&
    (looks || mayChange(dataset))
  );
}

/** The dataset as whoever is logged in sees it: without the fields that are hidden from those who only look on. */
export function seenHere<D extends AnyDataset>(dataset: D): D {
  // The view has the same fields under the same names; those that are hidden are private.
  return seenFrom(dataset, boundKinds()) as D;
}

/** The kinds of import that a dataset has and the person may use. */
export function mayUseKinds(dataset: AnyDataset): ImportKind[] {
  return (dataset.excel?.kinds ?? []).filter(
    ({ may: code }) => code === undefined || can(ownCode(dataset, code)),
  );
}
