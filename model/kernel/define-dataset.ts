import type { CheckOf } from './checks.ts';
import type {
  Action,
  ActionAliases,
  Dataset,
  FormGroup,
  Identity,
  JobTypes,
  ListTool,
  LookUp,
  MenuPlace,
  SystemFieldName,
} from './dataset.ts';
import { batchUpdateFields, exportFields, formGroups, importFields, listOf } from './derive.ts';
import type { ExportHeader } from './export-headers.ts';
import type { FieldMap, ValueOf } from './field.ts';
import type { ImportKind, Joined } from './import-kinds.ts';
import type { Label } from './label.ts';
import { labelled } from './labelled.ts';
import type { FilterName, NameOf, NameOfKind, OwnValues, OwnWhen, OwnWithin, RefTo } from './names.ts';
import { type DetailInput, type DetailsOf, detailsOf, type GroupName, type SummaryInput } from './places.ts';
import { type Scope, type ScopeKind, type scopeOwners, spelledOut } from './scope.ts';

/**
 * A list of fields that follows from the declaration, where it is to differ: these alone in this order, or what
 * follows with some more or without some.
 */
export type Differing<Name extends string> =
  | readonly Name[]
  | { readonly with?: readonly Name[]; readonly without?: readonly Name[] };

/**
 * A filter of the list: a field, and the query key it answers to when that is not the field's own name. `also` is a
 * further key that it answers to, `atLeast` asks for values that are not below the given one.
 */
export type Filter<Name extends string> =
  | Name
  | { readonly field: Name; readonly as?: string; readonly also?: string; readonly atLeast?: true };

/**
 * Fields that say whose a row is by one kind of scope: references to the owner, the key of the owner itself, and the
 * plain numbers that a log keeps.
 */
type OwnerName<N extends string, F extends FieldMap, T extends string> =
  | RefTo<F, T>
  | NameOfKind<F, 'id'>
  | (N extends T ? NameOfKind<F, 'integer'> : never);

type OwnerNames<N extends string, F extends FieldMap> = {
  [K in ScopeKind]: OwnerName<N, F, (typeof scopeOwners)[K]>;
};

/** Options of a declaration; see {@link defineDataset}. */
export interface DatasetInput<
  N extends string,
  F extends FieldMap,
  P extends string,
  A extends Action,
  O extends string,
  D extends readonly DetailInput[],
> {
  /** Code of the dataset, as in the catalogue; the table is `t_` and its snake case. */
  readonly name: N;
  /** Base path of its calls. */
  readonly path: `/${string}`;
  /** Where its screen stands in the menu, when it has one. */
  readonly menu?: MenuPlace;
  /** Name of the primary key's field. */
  readonly key: NameOfKind<F, 'id' | 'integer' | 'ref'>;
  /** `given`: the key is part of what people type (a province's GB/T 2260 code). Default: numbered by the database. */
  readonly keyBy?: 'database' | 'given';
  /** Number of its column set (domain 0.6); datasets without files have none. */
  readonly tableId?: number;
  readonly label: Label;
  /** Their order is the order of the form, of the list and of the sheet. */
  readonly fields: F & OwnWithin<F> & OwnWhen<F>;
  /** Fields by which an import finds an existing row; unique among rows not deleted. Empty: none. */
  readonly naturalKey: readonly NameOf<F>[];
  /**
   * Further sets of fields that are unique among rows not deleted; a row in which one of them is empty is free of it.
   * `where` keeps them unique among rows with these values only: one open lead for each mobile number.
   */
  readonly uniqueKeys?: readonly (
    | readonly NameOf<F>[]
    | { readonly fields: readonly NameOf<F>[]; readonly where: OwnValues<F>; readonly message?: Label }
  )[];
  /** Indexes of the table beside those of keys, references and `find`: the fields that rows are looked up and ordered by. */
  readonly indexes?: readonly (readonly (NameOf<F> | SystemFieldName)[])[];
  /** Left out, the key is the value and the first field of the natural key the name. */
  readonly identity?: Identity<
    NameOf<F>,
    NameOfKind<F, 'id' | 'integer' | 'ref'>,
    NameOfKind<F, 'code' | 'yesNo'>
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
    /** Last parts of further codes that guard calls of the dataset's own, each with the label of its button (domain 0.2). */
    readonly own?: { readonly [K in O]: Label };
  };
  /** Whose the rows are, by kind of scope; what binds nobody says why (house rule 2). */
  readonly scope: Scope<OwnerNames<N, F>, NameOfKind<F, 'ref'>>;
  /** Further addresses that answer like `{path}/options`, with the fields they answer. */
  readonly lookUps?: readonly LookUp<NameOf<F>>[];
  /** Further addresses that answer as its list, its adding, its change and its deletion. */
  readonly alias?: ActionAliases;
  /**
   * Its rows can be checked by the rules of its server side (domain 4.11). `status` is a code of the row that keeps the
   * worst that was found: 0 not checked, 1 passed, 2 warning, 3 error; the checks alone set it.
   */
  readonly dataChecks?: true | { readonly status: NameOfKind<F, 'code'> };
  /**
   * The rows of a province and year can be copied to a later year (domain 4.15, section 10); the dataset has `dataYear` and
   * `provinceId`. `without` are left blank there. `former` is the field in which a row keeps the value it was referred to
   * by before it was renamed or merged: such a row stands for the former one, and what refers to that refers to it.
   */
  readonly yearly?: { readonly without?: readonly NameOf<F>[]; readonly former?: NameOf<F> };
  readonly list: {
    /**
     * Columns of the list, in this order. Left out: every field that a list can show, but for `hidden` and `without`.
     * Long texts, pictures, files and what is kept elsewhere are shown only where they are named.
     */
    readonly columns?: readonly (NameOf<F> | SystemFieldName)[];
    /** Columns that the column chooser offers and that are off at first. Left out: the rest of what can be shown. The system's own join them. */
    readonly hidden?: readonly (NameOf<F> | SystemFieldName)[];
    /** Fields that are no columns at all. */
    readonly without?: readonly NameOf<F>[];
    /** Filters in their order; the batch of the import joins those of a dataset that has one. */
    readonly filters: readonly Filter<FilterName<F> | SystemFieldName>[];
    /** How many filters stand in the bar before 展开; the rest unfold. */
    readonly open?: number;
    /**
     * References among the filters, the widest first: what is chosen in one narrows the choices of those after it, and
     * nothing is searched for before the first is chosen (spec section 2, cascading search).
     */
    readonly cascade?: readonly NameOfKind<F, 'ref'>[];
    /** A code, one of the filters, whose values stand as tabs above the list: its rows are kinds that people look at one at a time. */
    readonly tabs?: NameOf<F>;
    /** Buttons that stand in the toolbar; the others are under 更多. Left out: all, as far as there is room. */
    readonly tools?: readonly ListTool[];
    /** Default order; `-` descends. The key always breaks ties. */
    readonly sort?: readonly (NameOf<F> | `-${NameOf<F>}` | SystemFieldName | `-${SystemFieldName}`)[];
  };
  /**
   * All that people write stands in one section, each long text in a tab of its own. `groups` take fields out of that
   * section, into sections behind it; fields of `without` are edited elsewhere.
   */
  readonly form?: {
    readonly groups?: readonly FormGroup<NameOf<F>>[];
    readonly without?: readonly NameOf<F>[];
  };
  /**
   * Sums, smallest and largest values over all rows that the list's filters and the person's scope leave: a row beneath
   * the list, and what statistics may ask for. Nothing else of the dataset can be summed through a call.
   */
  readonly summary?: SummaryInput<F>;
  /** Fields by whose values statistics may count and sum rows apart; a time counts by its day in Asia/Shanghai. */
  readonly groups?: readonly GroupName<F>[];
  /**
   * Child datasets whose rows are shown with each row: tabs with their counts in its details. A child with several
   * references to this dataset says by which.
   */
  readonly details?: D & DetailsOf<N, D>;
  readonly excel?: {
    /** Columns of an import. Follows: all that is written with the row, but for pictures and files. */
    readonly import?: Differing<NameOf<F>>;
    /** Columns of an export. Follows: the key, the import's, what the server sets, batch and time of creation. */
    readonly export?: Differing<NameOf<F> | SystemFieldName>;
    /**
     * Columns that a batch update may set; the key comes first by itself (domain 0.4, BU). Follows: those of the
     * import, but for the parent and those parts of the natural key that are not the row's name.
     */
    readonly batchUpdate?: Differing<NameOf<F>>;
    /** Headers that an export may have beside the columns that a person chooses (domain D3). */
    readonly headers?: readonly ExportHeader<
      NameOf<F>,
      { readonly [K in keyof F]?: Extract<ValueOf<F[K]>, number | string> }
    >[];
    /** Kinds of import beside the ordinary one: files of their own, whose rows all have some values alike. */
    readonly kinds?: readonly ImportKind<
      NameOf<F>,
      { readonly [K in keyof F]?: Extract<ValueOf<F[K]>, number | string> },
      NoInfer<O>,
      NameOfKind<F, 'ref'>,
      NameOfKind<F, 'image'>,
      NameOfKind<F, 'dateTime'>
    >[];
    /** Fields that other people's files spread over several columns. */
    readonly joins?: readonly Joined<NameOfKind<F, 'text' | 'richText'>>[];
    readonly jobs?: Partial<JobTypes>;
  };
}

/**
 * Declares a dataset once. Its table, validation, calls, OpenAPI, template, import, export, permission
 * codes, row scope, list, form and dialogs follow from what is said here (architecture section 1).
 */
export function defineDataset<
  const N extends string,
  const F extends FieldMap,
  const P extends string,
  const A extends Action,
  const O extends string = never,
  const D extends readonly DetailInput[] = readonly [],
>(input: DatasetInput<N, F, P, A, O, D>): Dataset<N, F, `${P}:${A | O}`> {
  const { key, naturalKey, excel, permissions, parent, tableId = 0 } = input;
  // From here on the names are strings: what they stand for was checked as they were written.
  const fields: FieldMap = labelled(input.fields);
  const identity: Identity = input.identity ?? { value: key, name: naturalKey[0] ?? key };
  const facts = { key, naturalKey, fields, identity, permissions, ...(parent && { parent }) };
  const imported = importFields(facts, excel?.import);
  const withFiles = permissions.actions.some(action =>
    (['import', 'export', 'batchUpdate'] as readonly Action[]).includes(action),
  );
  return Object.freeze({
    ...input,
    fields,
    keyBy: input.keyBy ?? 'database',
    identity,
    uniqueKeys: (input.uniqueKeys ?? []).map(one => ('fields' in one ? one : { fields: one, where: {} })),
    indexes: input.indexes ?? [],
    scope: spelledOut(input.scope),
    list: listOf(facts, input.list),
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
    // The row types of checks and the names of lists are erased with this: the engine treats all datasets alike.
  }) as unknown as Dataset<N, F, `${P}:${A | O}`>;
}
