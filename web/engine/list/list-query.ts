import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { isPersonal } from '@yikao/model/kernel/field.ts';
import { type ScopeKind, scopeField } from '@yikao/model/kernel/scope.ts';
import { limits } from '@yikao/model/limits.ts';
import type { FilterValues } from '../../fields/field-view.ts';
import { filterKeysOf } from '../../fields/parts/filter-keys.ts';
import type { Session } from '../session/session.ts';

/** The state of a list, as its address has it. */
export interface ListState {
  readonly filters: FilterValues;
  /** A field's name, preceded by `-` for descending; if omitted, the dataset's own order. */
  readonly sort: string | undefined;
  readonly current: number;
  /** If omitted, the person's preference. */
  readonly size: number | undefined;
  /** The row whose details are open. */
  readonly row?: number | undefined;
  /** The conditions of the page of changes over the list, as a query; undefined while that is closed. */
  readonly changes?: string | undefined;
}

/** Filters of the list of a dataset, by its query keys. */
export type FiltersOf<D extends AnyDataset> = {
  readonly [K in NonNullable<D['made']>['asked']]?: readonly string[];
};

/** Every query key a dataset's list is filtered by: its declared filters, and its key. */
function filterKeysOfList(dataset: AnyDataset): string[] {
  const keys = dataset.list.filters.flatMap(({ field, as }) => {
    const declared = fieldOf(dataset, field);
    return declared ? filterKeysOf(declared, as) : [];
  });
  return [...new Set([...keys, dataset.key])];
}

/** Parses a list's state from an address; ignores unknown parts. */
export function readListState(dataset: AnyDataset, address: URLSearchParams): ListState {
  const filters: Record<string, string[]> = {};
  for (const key of filterKeysOfList(dataset)) {
    const values = address.getAll(key).filter(Boolean);
    if (values.length > 0) filters[key] = values;
  }
  const sort = address.get('sort') ?? '';
  const sorted = fieldOf(dataset, sort.replace(/^-/, ''));
  const current = positive(address.get('current')) ?? 1;
  return {
    filters,
    sort: sorted && !isPersonal(sorted) ? sort : undefined,
    current: Math.min(current, limits.pageMax),
    size: positive(address.get('size')),
    row: positive(address.get('row')),
    changes: address.get('changes') ?? undefined,
  };
}

/** Formats a list's state as an address; defaults are omitted, so that a plain list has a plain address. */
export function writeListState({ filters, sort, current, size, row, changes }: ListState): URLSearchParams {
  const address = new URLSearchParams();
  for (const [key, values] of Object.entries(filters)) for (const value of values) address.append(key, value);
  if (sort) address.set('sort', sort);
  if (current > 1) address.set('current', String(current));
  if (size) address.set('size', String(size));
  if (row) address.set('row', String(row));
  if (changes !== undefined) address.set('changes', changes);
  return address;
}

/** Reports whether two states show the same part of a list, ignoring the order of filters. */
export function sameList(one: ListState, other: ListState): boolean {
  const [first, second] = [writeListState(one), writeListState(other)];
  first.sort();
  second.sort();
  return first.toString() === second.toString();
}

function positive(text: string | null): number | undefined {
  const number = Number(text);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

const scopeIds = {
  province: 'provinceId',
  partner: 'partnersId',
  agency: 'agentId',
} as const satisfies Partial<Record<ScopeKind, keyof Session>>;

/** Fields whose value the person's scope determines: preselected and locked (spec section 6). */
export function lockedFields(dataset: AnyDataset, session: Session): Readonly<Record<string, number>> {
  const locked: Record<string, number> = {};
  for (const [kind, id] of Object.entries(scopeIds)) {
    // Object.entries loses that the keys are those of scopeIds.
    const field = scopeField(dataset, kind as keyof typeof scopeIds);
    const value = session[id];
    // The key of the scoping dataset itself is not preselected: a list of provinces is simply short. Rows with an
    // inherited scope have no such field. A partner with descendants chooses among them; the server returns no other
    // rows anyway.
    if (kind === 'partner' && (session.partnersIds?.length ?? 0) > 1) continue;
    // A list field is not preselected: the person chooses its other values.
    if (field === undefined || fieldOf(dataset, field)?.kind === 'refs') continue;
    if (value && field !== dataset.key) locked[field] = value;
  }
  return locked;
}

/**
 * The locked fields of a list: those of its dataset, and the organisation filters of rows with an inherited scope, as
 * marks inherit it from their exam. An agency's account is also bound to the agency's partner.
 */
export function lockedInList(dataset: AnyDataset, session: Session): Readonly<Record<string, number>> {
  const [partner, another] = session.partnersIds ?? [];
  const bound = {
    partner: another === undefined ? (session.partnersId ?? partner) : undefined,
    agency: session.agentId,
  } as const;
  const locked: Record<string, number> = {};
  for (const kind of ['partner', 'agency'] as const) {
    const [name, source, value] = [scopeIds[kind], dataset.scope[kind], bound[kind]];
    const binds = typeof source === 'string' || (source !== undefined && 'through' in source);
    const field = fieldOf(dataset, name);
    const asked = dataset.list.filters.some(filter => filter.field === name);
    if (value && binds && asked && name !== dataset.key && field?.kind === 'ref') locked[name] = value;
  }
  const all = Object.entries({ ...locked, ...lockedFields(dataset, session) });
  // Rows of 0 are shared and listed too, so the person chooses.
  return Object.fromEntries(
    all.filter(([name]) => {
      const field = fieldOf(dataset, name);
      return field?.kind !== 'ref' || !field.zero;
    }),
  );
}

/** The locked fields as filters of a list. */
export function lockedFilters(
  dataset: AnyDataset,
  locked: Readonly<Record<string, number | string>>,
): FilterValues {
  const filters: Record<string, string[]> = {};
  for (const { field, as } of dataset.list.filters) {
    if (locked[field] !== undefined) filters[as] = [String(locked[field])];
  }
  return filters;
}
