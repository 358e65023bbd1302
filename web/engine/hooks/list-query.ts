import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { isPersonal } from '@yikao/model/kernel/field.ts';
import { type ScopeKind, scopeField } from '@yikao/model/kernel/scope.ts';
import { limits } from '@yikao/model/limits.ts';
import type { FilterValues } from '../../fields/field-view.ts';
import { filterKeysOf } from '../../fields/filter-keys.ts';
import type { Session } from '../session/session.ts';

/** The state of a list, as its address has it. */
export interface ListState {
  readonly filters: FilterValues;
  /** A field's name, `-` before it for descending; the dataset's own order where it is left out. */
  readonly sort: string | undefined;
  readonly current: number;
  /** Left out: the person's own choice. */
  readonly size: number | undefined;
  /** The row whose details stand open. */
  readonly row?: number | undefined;
}

/** Every query key a dataset's list is filtered by: its declared filters, and its key. */
function filterKeysOfList(dataset: AnyDataset): string[] {
  const keys = dataset.list.filters.flatMap(({ field, as }) => {
    const declared = fieldOf(dataset, field);
    return declared ? filterKeysOf(declared, as) : [];
  });
  return [...new Set([...keys, dataset.key])];
}

/** Reads a list's state from an address; what it does not know is left aside. */
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
  };
}

/** Writes a list's state as an address; what is as usual is left out, so that a plain list has a plain address. */
export function writeListState({ filters, sort, current, size, row }: ListState): URLSearchParams {
  const address = new URLSearchParams();
  for (const [key, values] of Object.entries(filters)) for (const value of values) address.append(key, value);
  if (sort) address.set('sort', sort);
  if (current > 1) address.set('current', String(current));
  if (size) address.set('size', String(size));
  if (row) address.set('row', String(row));
  return address;
}

/** Whether two states show the same part of a list, in whatever order their filters were set. */
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

/** Fields whose value is given by whose data the person may see: preselected and locked (spec section 6). */
export function lockedFields(dataset: AnyDataset, session: Session): Readonly<Record<string, number>> {
  const locked: Record<string, number> = {};
  for (const [kind, id] of Object.entries(scopeIds)) {
    // Object.entries forgets that the keys are those of scopeIds.
    const field = scopeField(dataset, kind as keyof typeof scopeIds);
    const value = session[id];
    // The key of the scoping dataset itself is no reference to be preselected: a province list is simply short.
    // Rows that take their scope from another row have no such field themselves.
    // A partner with others under it chooses among them; the server leaves it no other rows anyway.
    if (kind === 'partner' && (session.partnersIds?.length ?? 0) > 1) continue;
    // A list of several is not preselected: what is in it besides is the person's to choose.
    if (field === undefined || fieldOf(dataset, field)?.kind === 'refs') continue;
    if (value && field !== dataset.key) locked[field] = value;
  }
  return locked;
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
