import type { Action, ActionOf, AnyDataset, DatasetMaking, Made } from '@yikao/model/kernel/dataset.ts';
import type { ImportKind } from '@yikao/model/kernel/import-kinds.ts';
import type { Detail } from '@yikao/model/kernel/places.ts';
import {
  lookingKind,
  organisationKinds,
  type ScopeKind,
  type Scopes,
  scopeField,
  scopeKinds,
} from '@yikao/model/kernel/scope.ts';
import { seenFrom } from '@yikao/model/kernel/seen.ts';
import { ownCode, type PermissionCode, permissionCode } from '@yikao/model/permissions.ts';
import { can, canAny, readSession } from '../session/session.ts';

/** The organisations that the logged-in person is bound to, by kind of scope, as far as the session has them. */
function bound(): Partial<Record<ScopeKind, readonly number[]>> {
  const session = readSession();
  const one = (id: number | null | undefined) => (id ? [id] : undefined);
  const [partner, province, agency] = [
    session?.partnersIds ?? one(session?.partnersId),
    one(session?.provinceId),
    one(session?.agentId),
  ];
  return { ...(partner && { partner }), ...(province && { province }), ...(agency && { agency }) };
}

function boundKinds(): ScopeKind[] {
  const kinds = bound();
  return scopeKinds.filter(kind => kinds[kind] !== undefined);
}

/** Reports whether the logged-in person belongs to the house: to no partner and no agency. */
export function isOfHouse(): boolean {
  const { partner, agency } = bound();
  return partner === undefined && agency === undefined;
}

/** Reports whether the person may change the row; false for shared rows that the person only reads. */
export function mayChangeRow(dataset: AnyDataset, row: Readonly<Record<string, unknown>>): boolean {
  return isOwnRow(dataset, row, bound());
}

/**
 * Reports whether the person holds a code to change rows of the dataset, but may change none because they are shared.
 */
export function looksOnly(dataset: AnyDataset): boolean {
  const writes = dataset.permissions.actions.filter(action => action !== 'list' && action !== 'export');
  return !mayChange(dataset) && writes.some(action => can(permissionCode(dataset, action)));
}

/** Reports whether the person may change rows of the dataset at all, whatever codes the roles hold. */
export function mayChange(dataset: AnyDataset): boolean {
  return lookingKind(dataset, boundKinds()) === undefined;
}

/**
 * Reports whether the dataset has the action and the person may take it; a button that may not be used is absent (spec
 * section 6).
 */
export function may<M extends Made>(dataset: DatasetMaking<M>, action: ActionOf<M>): boolean {
  const asked: Action = action;
  const looks = asked === 'list' || asked === 'export';
  return (
    dataset.permissions.actions.includes(asked) &&
    can(permissionCode(dataset, action)) &&
    (looks || mayChange(dataset))
  );
}

/**
 * The dataset as the logged-in person sees it: without fields that are hidden from people with read-only access, or that
 * need a code that the person does not hold.
 */
export function seenHere<D extends AnyDataset>(dataset: D): D {
  // The view has the same fields under the same names; hidden ones are private.
  return seenFrom(dataset, boundKinds(), code => canAny(codes => codes.includes(code))) as D;
}

/** The child datasets of a row that the person may list, and of whose rows the person sees to which row they belong. */
export function detailsHere({ details }: AnyDataset): Detail[] {
  return details.filter(
    ({ dataset: child, by }) => may(child, 'list') && seenHere(child).fields[by]?.private !== true,
  );
}

/** The kinds of import that a dataset has and the person may use. */
export function mayUseKinds(dataset: AnyDataset): ImportKind[] {
  return (dataset.excel?.kinds ?? []).filter(
    ({ may: code }) => code === undefined || can(ownCode(dataset, code)),
  );
}

/**
 * Reports whether a person bound to the organisations of `bound` may change a row, judging by its own fields. Rows
 * without an owner and shared rows do not qualify.
 */
function isOwnRow(
  dataset: { readonly scope: Scopes },
  row: Readonly<Record<string, unknown>>,
  bound: Readonly<Partial<Record<ScopeKind, readonly number[]>>>,
): boolean {
  return organisationKinds.every(kind => {
    const [field, allowed] = [scopeField(dataset, kind), bound[kind]];
    if (field === undefined || allowed === undefined || !Object.hasOwn(row, field)) return true;
    // Several owners are an array, or a comma list on the wire.
    const owners = [row[field]].flat().flatMap(owner => String(owner ?? '').split(','));
    return owners.some(owner => owner !== '' && allowed.includes(Number(owner)));
  });
}

/** A part of a screen, such as a button, that only some people have. */
export interface Permitted {
  /** The permission it needs, or whether the person may use it; without, everybody may. */
  readonly may?: PermissionCode | boolean;
}

/** The parts that the person may use. */
export function permitted<P extends Permitted>(parts: readonly P[]): P[] {
  return parts.filter(part => part.may === undefined || part.may === true || (part.may && can(part.may)));
}
