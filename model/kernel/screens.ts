import {
  type Action,
  type AnyDataset,
  type Dataset,
  fieldOf,
  isStored,
  type MenuPlace,
  type SystemFieldName,
} from './dataset.ts';
import type { FieldMap, ValueOf } from './field.ts';
import type { Label } from './label.ts';
import type { NameOf, NameOfKind } from './names.ts';
import { filterKeyOf } from './places.ts';
import { isCommon, type ScopeKind, type Scopes, scopeKinds } from './scope.ts';
import { withoutFields } from './seen.ts';

/** Names of the fields whose values can say which rows a screen is about. */
type WhereName<F extends FieldMap> = NameOfKind<F, 'code' | 'yesNo' | 'ref' | 'year'>;

/** A further screen of a dataset, as it is declared; see {@link defineScreen}. */
export interface ScreenInput<N extends string, F extends FieldMap, May extends string> {
  /** Its name, and the last part of the address of its calls: `pool` is read at `{path}/pool`. */
  readonly name: N;
  readonly label: Label;
  /** Where it stands in the menu. */
  readonly menu: Omit<MenuPlace, 'label'>;
  /** Its rows have these values; with several for one field, one of them. The server adds it to every call. */
  readonly where?: {
    readonly [K in WhereName<F>]?:
      | Extract<ValueOf<F[K]>, number | string>
      | readonly Extract<ValueOf<F[K]>, number | string>[];
  };
  /** Its rows have any value of these fields: orders that came through a channel. The server adds it likewise. */
  readonly given?: readonly NameOf<F>[];
  /**
   * Last part of a permission code of its own: who holds it reads these rows and no others, whoever holds the code of
   * the list reads them there. Left out, the screen is for those who may list the dataset.
   */
  readonly may?: May;
  /**
   * Kinds of scope that do not bind here, each with the reason: unowned leads are everybody's to look at. What is read
   * so is nobody's to change, its numbers of persons stay masked, and its history is not told.
   */
  readonly open?: { readonly [K in ScopeKind]?: string };
  /** Columns of the list, in this order; those of the dataset unless told. */
  readonly columns?: readonly (NameOf<F> | SystemFieldName)[];
  /**
   * Fields that are told at all, in list, details, filters, orders and sums. All of the dataset unless told; on a screen
   * that shows more people or more rows than the list does (`may`, `open`) its columns alone.
   */
  readonly tells?: readonly NameOf<F>[];
  /** Actions that it offers, of those of the dataset; the list alone unless told. */
  readonly actions?: readonly Action[];
}

/** A further screen of a dataset: the dataset with fewer rows, columns and actions, at an address of its own. */
export interface Screen {
  readonly name: string;
  readonly where: Readonly<Record<string, readonly (number | string)[]>>;
  /** Fields of which its rows have a value. */
  readonly given: readonly string[];
  /** Last part of the permission code that opens it. */
  readonly may: string;
  /** Kinds of scope that do not bind on it. */
  readonly opened: readonly ScopeKind[];
}

/** A dataset as one of its further screens shows it. */
export type ScreenDataset<N extends string, F extends FieldMap, C extends string> = Dataset<N, F, C> & {
  readonly screen: Screen;
};

/** The permission code of a screen, as a type: the prefix of its dataset is the first part of each of its codes. */
type CodeOf<C extends string, May extends string> = C extends `${infer P}:list` ? `${P}:${May}` : never;

/**
 * Declares a further screen of a dataset, typed by it: leads have the list of those that are somebody's and the public
 * pool. It is read by calls of its own, which know its rows alone; what changes rows are the calls of the dataset.
 */
export function defineScreen<
  const N extends string,
  DN extends string,
  F extends FieldMap,
  C extends string,
  const May extends string = 'list',
>(dataset: Dataset<DN, F, C>, input: ScreenInput<N, F, May>): ScreenDataset<DN, F, CodeOf<C, May>> {
  const { name, label, menu, may = 'list', where = {}, given = [], open = {}, columns, tells } = input;
  const { actions = ['list'] } = input;
  const opened = scopeKinds.filter(kind => open[kind] !== undefined);
  const scope: Scopes = {
    ...dataset.scope,
    ...Object.fromEntries(Object.entries(open).map(([kind, why]) => [kind, { common: why }])),
  };
  const chosen: readonly string[] = columns ?? dataset.list.columns;
  const rest = [...dataset.list.columns, ...dataset.list.hidden].filter(column => !chosen.includes(column));
  const wider = may !== 'list' || opened.length > 0;
  const told: readonly string[] = tells ?? (wider ? chosen : Object.keys(dataset.fields));
  const always = new Set([dataset.key, dataset.identity.value, ...Object.keys(where), ...told]);
  const screen: AnyDataset = {
    ...dataset,
    label,
    menu,
    scope,
    permissions: { ...dataset.permissions, actions },
    list: { ...dataset.list, columns: chosen, hidden: rest },
    // What hangs on rows of somebody else's is within nobody else's reach.
    details: opened.length === 0 ? dataset.details : [],
    screen: {
      name,
      may,
      given,
      opened,
      // Object.entries forgets what the values of the fields are.
      where: Object.fromEntries(
        Object.entries(where).map(([field, value]) => [field, [value].flat() as (number | string)[]]),
      ),
    },
  };
  const hidden = Object.keys(dataset.fields).filter(field => !always.has(field));
  // Its fields are those of the dataset under the same names; which codes it has is told by its type alone.
  return Object.freeze(
    hidden.length === 0 ? screen : withoutFields(screen, new Set(hidden)),
  ) as unknown as ScreenDataset<DN, F, CodeOf<C, May>>;
}

/** Last parts of addresses that the calls of a dataset have already. */
const taken: readonly string[] = [
  'list',
  'info',
  'summary',
  'history',
  'options',
  'trash',
  'restore',
  'import',
  'export',
  'batch',
  'check',
  'states',
];

/** Actions on all rows that meet the filters of a list, which cannot say that a field has any value. */
const byCondition: ReadonlySet<Action> = new Set(['export', 'batchUpdate', 'batchDelete']);

/** Mistakes in a screen of the dataset, each with the field or the part that it is about. */
export function screenProblems(screen: AnyDataset, dataset: AnyDataset): { field: string; why: string }[] {
  const problems: { field: string; why: string }[] = [];
  const complain = (field: string, why: string) => problems.push({ field, why });
  if (!screen.screen) return [{ field: 'screen', why: 'is no further screen' }];
  const { name, where, given, may, opened } = screen.screen;
  const { actions } = screen.permissions;
  if (!/^[a-z][A-Za-z0-9]*$/.test(name) || taken.includes(name))
    complain(name, 'is no usable name of a screen');
  if (!/^[a-z][A-Za-z0-9]*$/.test(may)) complain(name, `asks for ${may}, which is no last part of a code`);
  if (may !== 'list' && dataset.permissions.actions.some(action => action === may))
    complain(name, `asks for ${may}, which opens an action; reading has a code of its own`);
  if (Object.keys(where).length + given.length === 0)
    complain(name, 'shows the same rows as the list; say which with `where` or `given`');
  for (const [field, values] of Object.entries(where)) {
    const declared = dataset.fields[field];
    if (!declared) complain(field, `is not a field (screen ${name})`);
    else if (declared.private || !isStored(declared)) complain(field, `cannot be asked for (screen ${name})`);
    else if (filterKeyOf(screen, field) === undefined)
      complain(field, `is no filter of the list, which screen ${name} needs; name it in list.filters`);
    if (values.length === 0) complain(field, `leaves no row on screen ${name}`);
  }
  for (const field of given) {
    if (!isStored(dataset.fields[field])) complain(field, `cannot be asked for (screen ${name})`);
  }
  for (const column of screen.list.columns) {
    if (!fieldOf(dataset, column)) complain(column, `is not a field (screen ${name})`);
  }
  for (const action of actions) {
    if (!dataset.permissions.actions.includes(action))
      complain(name, `offers ${action}, which the dataset does not have`);
    if (given.length > 0 && byCondition.has(action))
      complain(name, `offers ${action}, which takes rows beyond those with a value of ${given.join(', ')}`);
    if (opened.length > 0 && action !== 'list')
      complain(name, `offers ${action} on rows that are within nobody's reach`);
  }
  if (!actions.includes('list')) complain(name, 'does not list its rows');
  if (isCommon(screen) && !isCommon(dataset))
    complain('scope', `leaves the rows of screen ${name} to everybody: no kind of scope binds`);
  for (const kind of opened) {
    const source = screen.scope[kind];
    if (typeof source === 'object' && 'common' in source && source.common.trim() === '')
      complain('scope', `opens ${kind} on screen ${name} without a reason`);
  }
  return problems;
}
