import { limits } from '../limits.ts';
import type { MenuGroup } from '../menu.ts';
import type { Check } from './checks.ts';
import type { ExportHeader } from './export-headers.ts';
import type { Field, FieldMap } from './field.ts';
import type { ImportKind, Joined } from './import-kinds.ts';
import { type Label, label } from './label.ts';
import { field } from './make-field.ts';
import type { Draft, Row } from './names.ts';
import type { Detail, SummaryKind, Summed } from './places.ts';
import { type Scopes, scopeOwners } from './scope.ts';
import type { Screen } from './screens.ts';
import type { When } from './validate/when.ts';

/** Actions on a dataset; each is also the last part of a permission code (domain 0.2). */
export const actions = [
  'list',
  'add',
  'update',
  'delete',
  'import',
  'export',
  'batchUpdate',
  'batchDelete',
] as const;

/** One of {@link actions}. */
export type Action = (typeof actions)[number];

/** Fields of every table besides the declared ones (domain 0.1, tables). */
export const systemFields = {
  createTime: field.dateTime({ label: label('创建时间', 'Created'), readOnly: true }),
  updateTime: field.dateTime({
    label: label('修改时间', 'Updated at'),
    headers: ['更新时间'],
    readOnly: true,
  }),
  updateBy: field.ref({ label: label('修改人', 'Updated by'), to: scopeOwners.own, readOnly: true }),
  importBatch: field.text({
    label: label('导入批次', 'Import batch'),
    max: limits.importBatch,
    readOnly: true,
  }),
} as const;

/** Name of a system field that lists, filters and exports may use. */
export type SystemFieldName = keyof typeof systemFields;

/** Fields that say who changed a row last, and when: every list of rows that people change offers both, folded at first. */
export const updateFields = ['updateBy', 'updateTime'] as const satisfies readonly SystemFieldName[];

/** A filter of a list, as {@link AnyDataset} holds it. */
export interface ListFilter {
  readonly field: string;
  /** The query key that it answers to. */
  readonly as: string;
  /** A further query key of the filter, used by the spec for exports. */
  readonly also?: string;
  /** Asks for values that are not below the given one, instead of for equal ones, as for a number of people. */
  readonly atLeast?: true;
}

/** The identity by which other datasets refer to rows. */
export interface Identity<Name extends string = string, Value extends Name = Name, Flag extends Name = Name> {
  /** Field whose value references store: the key, unless the dataset has a business id (domain B7). */
  readonly value: Value;
  /** Field that names a row to people. */
  readonly name: Name;
  /** Fields whose values together name a row that has neither a name nor a natural key, as a record has none. */
  readonly parts?: readonly Name[];
  /** Further fields an import may name a row by, tried after the name. */
  readonly also?: readonly Name[];
  /** Fields shown beside the name where rows are chosen, such as a price. */
  readonly beside?: readonly Name[];
  /**
   * The one spelling of a name that has several usual ones (湖南省, 湘), by which imports, filters and searches find its
   * row; any other text comes back folded.
   */
  readonly spelled?: (name: string) => string;
  /** Fields that must be equal in both rows, if `value` alone is ambiguous. */
  readonly within?: readonly Name[];
  /** Field that must be 1 for the row to be offered; rows switched off still show their name. */
  readonly enabledBy?: Flag;
  /** The search of the top bar finds rows by their name and by {@link also}, on the dataset's page. */
  readonly found?: true;
  /** Reference data whose names are nobody's secret: every account may look them up. */
  readonly open?: true;
  /**
   * The name is the content of the row, such as the text of a question: look-ups and rows that refer to it show its
   * number and the first signs.
   */
  readonly brief?: true;
}

/** A button of a list's toolbar, in the order of spec section 2. */
export type ListTool =
  | 'add'
  | 'import'
  | 'export'
  | 'batchUpdate'
  | 'batchDelete'
  | 'exportFields'
  | 'template'
  | 'copyYear'
  | 'check';

/** One group of a form: an open or folding section, or a separate tab for long texts. */
export interface FormGroup<Name extends string = string> {
  readonly label: Label;
  readonly fields: readonly Name[];
  /** `tab`: its own tab in the dialog; `folded`: closed at first. */
  readonly as?: 'tab' | 'folded';
}

/** Numbers of the job kinds in the job history (domain 0.6). */
export interface JobTypes {
  readonly import: number;
  readonly export: number;
  readonly batchUpdate: number;
  readonly batchDelete: number;
  /**
   * An export that includes the descendants of matching rows (domain F1: 114). A tree that offers it names its number,
   * since the numbers derived from `tableId` have no place for it.
   */
  readonly exportTree?: number;
}

/** Position of the dataset's screen in the back-office menu (domain 7.1). */
export interface MenuPlace<At extends `/${string}` = `/${string}`> {
  /** Address of the screen. */
  readonly at: At;
  readonly group: MenuGroup;
  /** Name of a component of `@ant-design/icons`. */
  readonly icon: `${string}Outlined`;
  /** Place within the group, 1 the first. */
  readonly order: number;
  /** Title of the page, if it differs from the dataset's label. */
  readonly label?: Label;
}

/** Fields that are unique together among rows not deleted; a row with one of them empty is exempt. */
export interface UniqueKey {
  readonly fields: readonly string[];
  /** Limits uniqueness to rows with these values, such as those in certain states; `{}` covers all rows. */
  readonly where: When;
  /** Message for a duplicate, if "already exists" does not fit. */
  readonly message?: Label;
}

/** An address that answers like the dataset's options, with these fields of each row (spec section 7). */
export interface LookUp<Name extends string = string> {
  readonly at: `/${string}`;
  readonly fields: readonly Name[];
  /** Most rows in an answer. Defaults to `limits.optionsMax`, or to `limits.searchMax` for a search. */
  readonly limit?: number;
}

/** Further addresses under the dataset's path that answer as one of its calls (spec section 7). */
export type ActionAliases = {
  readonly [K in
    | 'list'
    | 'info'
    | 'add'
    | 'update'
    | 'delete']?: readonly `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`[];
};

/** Names that follow from a declaration. They exist for the compiler alone, no value carries them. */
export interface Made {
  /** Its permission codes, such as `sch:examType:add`. */
  readonly code: string;
  /** Query keys by which its list is filtered. */
  readonly asked: string;
  /** Address of its screen; `never` where it has none. */
  readonly at: `/${string}`;
}

/** Any dataset that has these names, for functions that are typed by them. */
export type DatasetMaking<M extends Made> = Dataset<string, FieldMap, M>;

/** Last part of a permission code: `add` of `sch:examType:add`. */
export type LastPart<C extends string> = C extends `${string}:${infer Rest}` ? LastPart<Rest> : C;

/** A code with another last part, beside those of a dataset: `crm:lead:pool`. */
export type CodeBeside<C extends string, Last extends string> = C extends `${infer P}:list`
  ? `${P}:${Last}`
  : never;

/** Actions that a dataset declares; all of them where its type does not say which dataset it is. */
export type ActionOf<M extends Made> = Extract<Action, LastPart<M['code']>>;

/** A declared dataset: frozen data that server and browser both read; every list that follows from the fields is made. */
export interface Dataset<N extends string = string, F extends FieldMap = FieldMap, M extends Made = Made> {
  readonly name: N;
  readonly path: `/${string}`;
  readonly menu?: MenuPlace;
  readonly key: string;
  readonly keyBy: 'database' | 'given';
  readonly tableId?: number;
  readonly label: Label;
  readonly fields: F;
  readonly naturalKey: readonly string[];
  readonly uniqueKeys: readonly UniqueKey[];
  readonly indexes: readonly (readonly string[])[];
  readonly identity: Identity;
  readonly parent?: string;
  readonly levels?: number;
  readonly checks?: readonly Check[];
  readonly permissions: {
    readonly prefix: string;
    readonly actions: readonly Action[];
    readonly own?: Readonly<Record<string, Label>>;
  };
  readonly scope: Scopes;
  readonly lookUps?: readonly LookUp[];
  readonly alias?: ActionAliases;
  readonly yearly?: { readonly without?: readonly string[]; readonly former?: string };
  readonly dataChecks?: true | { readonly status: string };
  readonly list: {
    readonly columns: readonly string[];
    readonly hidden: readonly string[];
    /** Columns visible at 1,366 pixels; empty if all fit. */
    readonly point: readonly string[];
    readonly filters: readonly ListFilter[];
    readonly open: number;
    /** References among the filters, each of which narrows the following ones; a search waits for the first. */
    readonly cascade: readonly string[];
    /** A code that orders a tree first: its values are tabs above the list, and groups where rows are chosen. */
    readonly tabs?: string;
    readonly tools?: readonly ListTool[];
    readonly sort: readonly string[];
  };
  readonly form: readonly FormGroup[];
  /** Figures of all rows within filters and scope, by field, for the footer row and statistics. */
  readonly summary: Readonly<Record<string, SummaryKind | Summed>>;
  /** Fields by which rows may be grouped, counted and summed. */
  readonly groups: readonly string[];
  /** Child datasets shown in a row's details. */
  readonly details: readonly Detail[];
  /** The selected rows, for a further screen of the dataset. */
  readonly screen?: Screen;
  readonly excel?: {
    readonly import: readonly string[];
    readonly export: readonly string[];
    readonly batchUpdate: readonly string[];
    readonly headers: readonly ExportHeader[];
    /** Kinds of import besides the ordinary one. */
    readonly kinds: readonly ImportKind[];
    /** Fields that other people's files spread over several columns. */
    readonly joins: readonly Joined[];
    /** The kind that the dataset is seen by, of an import of that kind; see `asImported`. */
    readonly kind?: ImportKind;
    readonly jobs: JobTypes;
  };
  /** Carries the names that follow from the declaration; never exists. */
  readonly made?: M;
}

/** Any dataset, for code that handles them all. */
export type AnyDataset = Dataset;

/** A row of a dataset with its canonical values, which are read, compared and sent, and the system columns. */
export type RowOf<D extends { readonly fields: FieldMap }> = Row<D['fields']> & {
  version: number;
  createTime: string;
  updateTime: string;
};

/** Canonical values that a write may set in a row of a dataset: any of its fields, each of its type or null. */
export type DraftOf<D extends { readonly fields: FieldMap }> = Draft<D['fields']>;

/** The declared or system field called `name`, or undefined. */
export function fieldOf(dataset: AnyDataset, name: string): Field | undefined {
  if (Object.hasOwn(dataset.fields, name)) return dataset.fields[name];
  if (name === 'importBatch' && !hasImportBatch(dataset)) return undefined;
  if (name === 'updateBy' && !listsField(dataset, name)) return undefined;
  return Object.hasOwn(systemFields, name) ? systemFields[name as SystemFieldName] : undefined;
}

/** Reports whether a field is a column of the list, or one that can be chosen. */
function listsField({ list }: AnyDataset, name: string): boolean {
  return list.columns.includes(name) || list.hidden.includes(name);
}

/**
 * Fields that an export may carry: its columns, and those of {@link updateFields} that the list offers, which are left
 * out unless they are chosen.
 */
export function exportableFields(dataset: AnyDataset): readonly string[] {
  const { excel } = dataset;
  if (!excel || !dataset.permissions.actions.includes('export')) return excel?.export ?? [];
  return [...new Set([...excel.export, ...updateFields.filter(name => listsField(dataset, name))])];
}

/** The address for reading rows: the dataset's own or its further screen's. Writes go to `path`. */
export function readPath({ path, screen }: Pick<AnyDataset, 'path' | 'screen'>): `/${string}` {
  return screen ? `${path}/${screen.name}` : path;
}

/** Reports whether this is a further screen that shows more people, or more rows, than the list of its dataset does. */
export function isWider({ screen }: Pick<AnyDataset, 'screen'>): boolean {
  return screen !== undefined && (screen.may !== 'list' || screen.opened.length > 0);
}

/** Reports whether the dataset's rows remember the import that touched them last (domain 0.1). */
export function hasImportBatch({ permissions: { actions } }: Pick<AnyDataset, 'permissions'>): boolean {
  return actions.includes('import') || actions.includes('batchUpdate');
}

/** Reports whether a field is a column of its dataset's table. */
export function isStored(field: Field | undefined): boolean {
  return field !== undefined && field.elsewhere !== true && field.derived === undefined;
}

/** Reports whether people change rows of the dataset; read-only logs have neither history nor trash. */
export function isWritten({ permissions: { actions } }: Pick<AnyDataset, 'permissions'>): boolean {
  return actions.some(action => action !== 'list' && action !== 'export');
}

/** Names of the fields that are columns of the dataset's table. */
export function storedFields(dataset: AnyDataset): string[] {
  return Object.keys(dataset.fields).filter(name => isStored(dataset.fields[name]));
}

/**
 * Fields that can be set to one value in many rows: those of the batch update, except for parts of unique keys, which
 * identify rows, and references that depend on other fields of the row.
 */
export function settableFields(dataset: AnyDataset): string[] {
  const unique = new Set(
    dataset.uniqueKeys.flatMap(({ fields, where }) => [...fields, ...Object.keys(where)]),
  );
  return (dataset.excel?.batchUpdate ?? []).filter(name => {
    const field = dataset.fields[name];
    if (!field || field.elsewhere || dataset.naturalKey.includes(name) || unique.has(name)) return false;
    if (name === dataset.parent) return false;
    return field.kind !== 'ref' || (field.within ?? []).length === 0;
  });
}

/**
 * Fields that a file may set although nobody types them: a column by their name fills another field (`excel.joins`), as
 * plain text fills a rich one.
 */
export function joinedNames({ fields, excel }: AnyDataset): readonly string[] {
  const headers = (excel?.joins ?? []).flatMap(({ columns }) => columns.flatMap(column => column.headers));
  return headers.filter(name => Object.hasOwn(fields, name));
}
