import type { CatalogueAddress, MenuSection } from '../menu.ts';
import type { Check, CheckOf } from './checks.ts';
import type {
  Action,
  ActionAliases,
  Dataset,
  FormGroup,
  Identity,
  JobTypes,
  LastPart,
  ListTool,
  LookUp,
  MenuPlace,
  SystemFieldName,
} from './dataset.ts';
import {
  batchUpdateFields,
  exportFields,
  formGroups,
  identityOf,
  importFields,
  keyOf,
  listOf,
} from './derive.ts';
import { withEnds } from './ends.ts';
import type { ExportHeader } from './export-headers.ts';
import type { FieldMap, ValueOf } from './field.ts';
import type { ImportKind, Joined } from './import-kinds.ts';
import type { Label } from './label.ts';
import { labelled, marked } from './labelled.ts';
import type {
  FilterName,
  KeyName,
  NameOf,
  NameOfKind,
  OwnValues,
  OwnWhen,
  OwnWithin,
  RefTo,
} from './names.ts';
import { type DetailInput, type DetailsOf, detailsOf, type GroupName, type SummaryInput } from './places.ts';
import { type Scope, type ScopeKind, type scopeOwners, spelledOut } from './scope.ts';
import { withSearched } from './searched.ts';

/**
 * An override of a derived list of fields: exactly these in this order, or the derived list with additions or
 * omissions.
 */
export type Differing<Name extends string> =
  | readonly Name[]
  | { readonly with?: readonly Name[]; readonly without?: readonly Name[] };

/**
 * A filter of the list: a field, and its query key if the specification gives it another than the field's name. `also`
 * is a further query key.
 */
export type Filter<Name extends string> =
  | Name
  | { readonly field: Name; readonly as?: string; readonly also?: string };

/**
 * Fields that identify a row's owner for one kind of scope: references to the owner, the owner's own key, and the plain
 * numbers a log stores.
 */
type OwnerName<N extends string, F extends FieldMap, T extends string> =
  | RefTo<F, T>
  | NameOfKind<F, 'id'>
  | (N extends T ? NameOfKind<F, 'integer'> : never);

type OwnerNames<N extends string, F extends FieldMap> = {
  [K in ScopeKind]: OwnerName<N, F, (typeof scopeOwners)[K]>;
};

/** Addresses that the screen of a dataset can have: by its name, or by the last part of its permission prefix. */
type ScreenAddress<N extends string, P extends string> =
  | `/${MenuSection}/${N | LastPart<P>}`
  | CatalogueAddress;

/** Query keys of a filter: a date is asked for from one day to another. */
type FilterKey<F extends FieldMap, Q> = Q extends { readonly field: infer Name; readonly as?: infer As }
  ? RangeKey<F, Name, As extends string ? As : Name>
  : RangeKey<F, Q, Q>;

type RangeKey<F extends FieldMap, Name, As> = Name extends
  | NameOfKind<F, 'date' | 'dateTime'>
  | 'createTime'
  | 'updateTime'
  ? `${As & string}${'Start' | 'End'}`
  : As & string;

/** The query key of the import that touched rows last, where the dataset has imports or batches. */
type BatchKey<A extends Action> = [Extract<A, 'import' | 'batchUpdate'>] extends [never]
  ? never
  : 'importBatch';

/** The names that follow from a declaration, see {@link Made}. */
type MadeOf<
  F extends FieldMap,
  P extends string,
  A extends Action,
  O extends string,
  K extends string,
  Q,
  At extends `/${string}`,
> = {
  readonly code: `${P}:${A | O}`;
  readonly asked: FilterKey<F, Q> | K | BatchKey<A>;
  readonly at: At;
};

/** Values that all rows of a file share. */
type Shared<F extends FieldMap> = { readonly [K in keyof F]?: Extract<ValueOf<F[K]>, number | string> };

/** Options of a declaration; see {@link defineDataset}. */
export interface DatasetInput<
  N extends string = string,
  F extends FieldMap = FieldMap,
  P extends string = string,
  A extends Action = Action,
  O extends string = string,
  D extends readonly DetailInput[] = readonly DetailInput[],
  K extends NameOf<F> = NameOf<F>,
  Q extends Filter<FilterName<F> | SystemFieldName> = Filter<FilterName<F> | SystemFieldName>,
  At extends ScreenAddress<N, P> = never,
> {
  /** Code of the dataset, as in the catalogue; the table is `t_` and its snake case. */
  readonly name: N;
  /** Base path of its calls. */
  readonly path: `/${string}`;
  /** Position of its screen in the menu, if it has one. */
  readonly menu?: MenuPlace<At>;
  /**
   * Field of a primary key that people give (a province's GB/T 2260 code). Left out, the key is the field of kind `id`,
   * numbered by the database.
   */
  readonly key?: K & NameOfKind<F, 'integer' | 'ref'>;
  /** Number of its column set (domain 0.6); omitted for datasets without files. */
  readonly tableId?: number;
  readonly label: Label;
  /** The server alone sets its fields, except those that say `readOnly: false`. */
  readonly readOnly?: true;
  /** Their order is the order of the form, of the list and of the sheet. */
  readonly fields: F & OwnWithin<F> & OwnWhen<F>;
  /** Fields that match an import's rows to existing ones; unique among rows not deleted. Left out, there are none. */
  readonly naturalKey?: readonly NameOf<F>[];
  /**
   * Further sets of fields that are unique among rows not deleted; a row with one of them empty is exempt. `where`
   * limits uniqueness to rows with these values: one open lead per mobile number.
   */
  readonly uniqueKeys?: readonly (
    | readonly NameOf<F>[]
    | { readonly fields: readonly NameOf<F>[]; readonly where: OwnValues<F>; readonly message?: Label }
  )[];
  /** Indexes beyond those of keys, references and `find`: the fields that look up or order rows. */
  readonly indexes?: readonly (readonly (NameOf<F> | SystemFieldName)[])[];
  /**
   * Left out, the key is the value, the first field of the natural key the name, and a code whose state `enabled` is 1
   * the switch.
   */
  readonly identity?: Partial<
    Identity<NameOf<F>, NameOfKind<F, 'id' | 'integer' | 'ref'>, NameOfKind<F, 'code' | 'yesNo'>>
  >;
  /** Field that points to the parent row of the same dataset; deleting a row then takes its descendants along. */
  readonly parent?: RefTo<F, N, 'ref'>;
  /** Levels that the tree of a dataset with a `parent` has at most. */
  readonly levels?: number;
  readonly checks?: readonly CheckOf<F>[];
  readonly permissions: {
    /** Beginning of every code of the dataset. */
    readonly prefix: P;
    readonly actions: readonly A[];
    /** Suffixes of the dataset's further permission codes, each with its button label (domain 0.2). */
    readonly own?: { readonly [K in O]: Label };
  };
  /** The owner of rows, by kind of scope; a scope that binds nobody states its reason. */
  readonly scope: Scope<OwnerNames<N, F>, NameOfKind<F, 'ref'>>;
  /** Further addresses that answer like `{path}/options`, with the fields they answer. */
  readonly lookUps?: readonly LookUp<NameOf<F>>[];
  /** Further addresses that answer as its list, its adding, its change and its deletion. */
  readonly alias?: ActionAliases;
  /**
   * Its rows can be checked by the rules of its server side (domain 4.11). `status` is a code that stores the worst
   * finding: 0 not checked, 1 passed, 2 warning, 3 error; only the checks set it.
   */
  readonly dataChecks?: true | { readonly status: NameOfKind<F, 'code'> };
  /**
   * Rows of a province and year can be copied to a later year (domain 4.15, section 10); the dataset has `dataYear` and
   * `provinceId`. Fields in `without` are left blank in the copy. `former` is the field that keeps a row's earlier
   * reference value after a rename or merge; references to the former value are resolved to the row.
   */
  readonly yearly?: { readonly without?: readonly NameOf<F>[]; readonly former?: NameOf<F> };
  readonly list: {
    /**
     * Columns of the list, in order; those of `point` that it does not name come before them. If omitted: every field
     * a list can show, except `hidden` and `without`. Long texts, pictures, files and values stored elsewhere appear
     * only if named.
     */
    readonly columns?: readonly (NameOf<F> | SystemFieldName)[];
    /**
     * Columns in the column chooser that are off at first. If omitted: the remaining columns that can be shown. System
     * columns are added to them.
     */
    readonly hidden?: readonly (NameOf<F> | SystemFieldName)[];
    /** Fields that are no columns at all. */
    readonly without?: readonly NameOf<F>[];
    /**
     * The most important columns, visible without scrolling on a screen 1,366 pixels wide. If columns are derived from
     * the fields, these follow the identifying column, and year, province and yes-or-no columns come last. Leave it out
     * if all columns fit.
     */
    readonly point?: readonly (NameOf<F> | SystemFieldName)[];
    /** Filters in order; a dataset with an import also gets one for the import's batch. */
    readonly filters: readonly Q[];
    /** Number of filters in the bar before 展开; the others are folded. */
    readonly open?: number;
    /**
     * The references that begin the filters, the widest first, are chosen one after the other: each narrows the choices
     * of the following ones, and the list waits for the first (spec section 2, cascading search). For lists that nobody
     * reads whole: all candidates of all exams.
     */
    readonly cascade?: true;
    /** Buttons in the toolbar; the others are under 更多. If omitted: all that fit. */
    readonly tools?: readonly ListTool[];
    /** Default order; `-` descends. The key always breaks ties. A code that orders a tree first gives tabs above it. */
    readonly sort?: readonly (NameOf<F> | `-${NameOf<F>}` | SystemFieldName | `-${SystemFieldName}`)[];
  };
  /**
   * By default a form is one section, with each long text in its own tab. `groups` move fields into further sections;
   * fields in `without` are edited elsewhere.
   */
  readonly form?: {
    readonly groups?: readonly FormGroup<NameOf<F>>[];
    readonly without?: readonly NameOf<F>[];
  };
  /**
   * Sums, minima and maxima over all rows within the list's filters and the person's scope: a row below the list, and
   * the measures available to statistics. Calls cannot sum any other field.
   */
  readonly summary?: SummaryInput<F>;
  /** Fields by which statistics may group rows; a time counts by its day in Asia/Shanghai. */
  readonly groups?: readonly GroupName<F>[];
  /**
   * Child datasets shown in a row's details, as tabs with counts. A child with several references to this dataset names
   * one.
   */
  readonly details?: D & DetailsOf<N, D>;
  readonly excel?: {
    /** Columns of an import. Default: all fields written with the row, except pictures and files. */
    readonly import?: Differing<NameOf<F>>;
    /**
     * Columns of an export. Default: the key, the import's columns, fields the server sets, batch and time of creation.
     */
    readonly export?: Differing<NameOf<F> | SystemFieldName>;
    /**
     * Columns that a batch update may set, after the key (domain 0.4, BU). Default: the import's columns, except the
     * parent and the parts of the natural key that are not the row's name.
     */
    readonly batchUpdate?: Differing<NameOf<F>>;
    /** Headers of an export besides the person's own choice of columns (domain D3). */
    readonly headers?: readonly ExportHeader<NameOf<F>, Shared<F>>[];
    /** Further kinds of import, whose files share some values across all rows. */
    readonly kinds?: readonly ImportKind<
      NameOf<F>,
      Shared<F>,
      NoInfer<O>,
      NameOfKind<F, 'ref'>,
      NameOfKind<F, 'image'>,
      NameOfKind<F, 'dateTime'>
    >[];
    /** Fields that other people's files spread over several columns, and references that a column of another name may give. */
    readonly joins?: readonly Joined<NameOfKind<F, 'text' | 'richText' | 'ref'>>[];
    readonly jobs?: Partial<JobTypes>;
  };
}

/** The fields, set by the server unless they say otherwise. */
function setByServer(fields: FieldMap): FieldMap {
  return marked(fields, field => ({ ...field, readOnly: field.readOnly ?? true }));
}

/**
 * Declares a dataset once. Its table, validation, calls, OpenAPI, template, import, export, permission codes, row
 * scope, list, form and dialogs are derived from it.
 */
export function defineDataset<
  const N extends string,
  const F extends FieldMap,
  const P extends string,
  const A extends Action,
  const O extends string = never,
  const D extends readonly DetailInput[] = readonly [],
  const K extends NameOf<F> = KeyName<F>,
  const Q extends Filter<FilterName<F> | SystemFieldName> = never,
  const At extends ScreenAddress<N, P> = never,
>(input: DatasetInput<N, F, P, A, O, D, K, Q, At>): Dataset<N, F, MadeOf<F, P, A, O, K, Q, At>> {
  const { readOnly, ...said } = input;
  const { naturalKey = [], excel, permissions, parent, tableId = 0 } = said;
  const fields = readOnly ? setByServer(said.fields) : said.fields;
  const key = said.key ?? keyOf(fields);
  // Names are plain strings from here on: their types were checked at the declaration.
  const named: FieldMap = withEnds(labelled(fields), (said.checks ?? []) as readonly Check[]);
  const identity = identityOf({ key, naturalKey, fields: named }, said.identity);
  const facts = { key, naturalKey, fields: named, identity, permissions, ...(parent && { parent }) };
  const list = listOf(facts, input.list);
  const imported = importFields(facts, excel?.import);
  const withFiles = permissions.actions.some(action =>
    (['import', 'export', 'batchUpdate'] as readonly Action[]).includes(action),
  );
  return Object.freeze({
    ...said,
    fields: withSearched(named, { identity, list }),
    key,
    keyBy: said.key ? 'given' : 'database',
    naturalKey,
    identity,
    uniqueKeys: (input.uniqueKeys ?? []).map(one => ('fields' in one ? one : { fields: one, where: {} })),
    indexes: input.indexes ?? [],
    scope: spelledOut(input.scope),
    list,
    form: formGroups(facts, input.form),
    summary: input.summary ?? {},
    groups: input.groups ?? [],
    details: detailsOf(input.name, input.details),
    ...(withFiles && {
      excel: {
        import: imported,
        export: exportFields(facts, excel?.export, imported),
        batchUpdate: batchUpdateFields(facts, excel?.batchUpdate, imported),
        headers: excel?.headers ?? [],
        kinds: excel?.kinds ?? [],
        joins: excel?.joins ?? [],
        jobs: {
          import: 200 + tableId,
          export: 300 + tableId,
          batchUpdate: 400 + tableId,
          batchDelete: 500 + tableId,
          ...excel?.jobs,
        },
      },
    }),
    // Erases the row types of checks and the names of lists, since the engine handles all datasets alike.
  }) as unknown as Dataset<N, F, MadeOf<F, P, A, O, K, Q, At>>;
}
