import type { MenuSection } from '../menu.ts';
import type {
  Action,
  ActionOf,
  AnyDataset,
  CodeBeside,
  Dataset,
  LastPart,
  Made,
  MenuPlace,
  SystemFieldName,
} from './dataset.ts';
import type { FieldMap, ValueOf } from './field.ts';
import type { Label } from './label.ts';
import type { NameOf, NameOfKind } from './names.ts';
import { type ScopeKind, type Scopes, scopeKinds } from './scope.ts';
import { withoutFields } from './seen.ts';

/** Names of the fields whose values can select a screen's rows. */
type WhereName<F extends FieldMap> = NameOfKind<F, 'code' | 'yesNo' | 'ref' | 'year'>;

/** The declaration of a further screen; see {@link defineScreen}. */
export interface ScreenInput<
  N extends string,
  F extends FieldMap,
  M extends Made,
  May extends string,
  At extends `/${string}`,
> {
  /** Its name, and the last part of the address of its calls: `pool` is read at `{path}/pool`. */
  readonly name: N;
  readonly label: Label;
  /** Position in the menu. */
  readonly menu: Omit<MenuPlace<At>, 'label'>;
  /**
   * Values its rows must have; with several for one field, one of them. The server adds this condition to every call.
   */
  readonly where?: {
    readonly [K in WhereName<F>]?:
      | Extract<ValueOf<F[K]>, number | string>
      | readonly Extract<ValueOf<F[K]>, number | string>[];
  };
  /**
   * Its rows have any value in these fields: orders that came through a channel. The server adds this condition to
   * every call too.
   */
  readonly given?: readonly NameOf<F>[];
  /**
   * Suffix of a separate permission code: its holders read only these rows, and holders of the list's code may read
   * them here too. If omitted, the screen is for people who may list the dataset.
   */
  readonly may?: May;
  /**
   * Kinds of scope that do not apply here, each with the reason: anyone may look at unowned leads. Rows read through
   * this exception cannot be changed, their personal numbers stay masked, and their history is hidden.
   */
  readonly open?: { readonly [K in ScopeKind]?: string };
  /** Columns of the list, in order. Defaults to those of the dataset. */
  readonly columns?: readonly (NameOf<F> | SystemFieldName)[];
  /** Columns visible at 1,366 pixels. Defaults to the dataset's, as far as the screen shows them. */
  readonly point?: readonly (NameOf<F> | SystemFieldName)[];
  /**
   * Columns that are off at first, on a screen that reaches more people or more rows than the list (`may`, `open`): its
   * columns, these and the name of a row are all that can be shown, filtered, sorted and summed there. Other screens
   * have all columns of the dataset.
   */
  readonly hidden?: readonly NameOf<F>[];
  /** Actions it offers, out of the dataset's. Defaults to the list alone. */
  readonly actions?: readonly ActionOf<M>[];
}

/** A further screen of a dataset: the same dataset with fewer rows, columns and actions, at a separate address. */
export interface Screen {
  readonly name: string;
  readonly where: Readonly<Record<string, readonly (number | string)[]>>;
  /** Fields that must have a value in its rows. */
  readonly given: readonly string[];
  /** Last part of the permission code that opens it. */
  readonly may: string;
  /** Kinds of scope that do not bind on it. */
  readonly opened: readonly ScopeKind[];
}

/** A dataset as one of its further screens shows it. */
export type ScreenDataset<N extends string, F extends FieldMap, M extends Made> = Dataset<N, F, M> & {
  readonly screen: Screen;
};

/** The names of a screen: those of its dataset, the code that opens it, and a separate address. */
export interface ScreenMade<M extends Made, May extends string, At extends `/${string}`> {
  readonly code: M['code'] | CodeBeside<M['code'], May>;
  readonly asked: M['asked'];
  readonly at: At;
}

/**
 * Declares a further screen of a dataset, typed by it: leads have a list of owned ones and a public pool. Separate
 * calls read it and reach only its rows; the dataset's calls change rows.
 */
export function defineScreen<
  const N extends string,
  DN extends string,
  F extends FieldMap,
  M extends Made,
  const At extends `/${MenuSection}/${string}`,
  const May extends NoInfer<N> | LastPart<M['code']> = 'list' & LastPart<M['code']>,
>(
  dataset: Dataset<DN, F, M>,
  input: ScreenInput<N, F, M, May, At>,
): ScreenDataset<DN, F, ScreenMade<M, May, At>> {
  const { name, label, menu, may: opening, where = {}, given = [], open = {}, columns, hidden = [] } = input;
  const may: string = opening ?? 'list';
  const actions: readonly Action[] = input.actions ?? ['list'];
  const opened = scopeKinds.filter(kind => open[kind] !== undefined);
  const scope: Scopes = {
    ...dataset.scope,
    ...Object.fromEntries(Object.entries(open).map(([kind, why]) => [kind, { common: why }])),
  };
  const chosen: readonly string[] = columns ?? dataset.list.columns;
  const rest = [...dataset.list.columns, ...dataset.list.hidden].filter(column => !chosen.includes(column));
  const wider = may !== 'list' || opened.length > 0;
  const { key, identity, fields } = dataset;
  const shown: readonly string[] = wider ? [...chosen, ...hidden, identity.name] : Object.keys(fields);
  const always = new Set([key, identity.value, ...Object.keys(where), ...shown]);
  const screen: AnyDataset = {
    ...dataset,
    label,
    menu,
    scope,
    permissions: { ...dataset.permissions, actions },
    list: {
      ...dataset.list,
      columns: chosen,
      hidden: rest,
      point: input.point ?? dataset.list.point.filter(name => chosen.includes(name)),
    },
    // Details of rows that belong to others are out of reach.
    details: opened.length === 0 ? dataset.details : [],
    screen: {
      name,
      may,
      given,
      opened,
      // Object.entries loses the types of the values.
      where: Object.fromEntries(
        Object.entries(where).map(([field, value]) => [field, [value].flat() as (number | string)[]]),
      ),
    },
  };
  // Who changed the rows of others is none of the matter of those who look at them on a wider screen.
  const system = wider && !chosen.includes('updateBy') ? ['updateBy'] : [];
  const unseen = [...system, ...Object.keys(fields).filter(field => !always.has(field))];
  // Its fields are those of the dataset; the type alone records its codes.
  return Object.freeze(
    unseen.length === 0 ? screen : withoutFields(screen, new Set(unseen)),
  ) as unknown as ScreenDataset<DN, F, ScreenMade<M, May, At>>;
}
