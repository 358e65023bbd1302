import { limits } from '../limits.ts';
import type { MenuGroup } from '../menu.ts';
import type { Check } from './checks.ts';
import type { ExportHeader } from './export-headers.ts';
import { type Field, type FieldMap, field } from './field.ts';
import type { ImportKind, Joined } from './import-kinds.ts';
import { type Label, label } from './label.ts';
import type { Row } from './names.ts';
import type { Detail, SummaryKind } from './places.ts';
import type { Scopes } from './scope.ts';
import type { Screen } from './screens.ts';
import type { When } from './when.ts';

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

/** Fields that every table has beside the declared ones (domain 0.1, tables). */
export const systemFields = {
  createTime: field.dateTime({ label: label('创建时间', 'Created'), readOnly: true }),
  updateTime: field.dateTime({ label: label('更新时间', 'Updated'), readOnly: true }),
  importBatch: field.text({
    label: label('导入批次', 'Import batch'),
    max: limits.importBatch,
    readOnly: true,
  }),
} as const;

/** Name of a system field that lists, filters and exports may use. */
export type SystemFieldName = keyof typeof systemFields;

/** A filter of a list, as {@link AnyDataset} holds it. */
export interface ListFilter {
  readonly field: string;
  /** The query key that it answers to. */
  readonly as: string;
  /** A further query key that it answers to, as the spec calls it in exports. */
  readonly also?: string;
  /** Asks for values that are not below the given one, instead of for equal ones. */
  readonly atLeast?: true;
}

/** How a dataset is referred to by others. */
export interface Identity<Name extends string = string, Value extends Name = Name, Flag extends Name = Name> {
  /** Field whose value others store; the key unless the dataset has a business id (domain B7). */
  readonly value: Value;
  /** Field that names a row to people. */
  readonly name: Name;
  /** Further fields an import may name a row by, tried after the name. */
  readonly also?: readonly Name[];
  /** Fields that must be equal in both rows, where `value` alone does not pick one row. */
  readonly within?: readonly Name[];
  /** Field that must be 1 for the row to be offered; rows switched off still show their name. */
  readonly enabledBy?: Flag;
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

/** One group of a form: an open or folding section, or a tab of its own for long texts (screens.md). */
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
  /** An export that takes the descendants of what matches along, for trees (domain F1: 114). */
  readonly exportTree?: number;
}

/** Where the dataset's screen stands in the menu of the back-office (domain 7.1). */
export interface MenuPlace {
  /** Address of the screen. */
  readonly at: `/${string}`;
  readonly group: MenuGroup;
  /** Name of a component of `@ant-design/icons`. */
  readonly icon: `${string}Outlined`;
  /** Place within the group, 1 the first. */
  readonly order: number;
  /** Title of the page, where that is not the dataset's label. */
  readonly label?: Label;
}

/** Fields that are unique together among the rows that are not deleted; a row in which one of them is empty is free of it. */
export interface UniqueKey {
  readonly fields: readonly string[];
  /** Only among rows with these values, such as those in certain states; `{}` among all. */
  readonly where: When;
  /** Message for whoever meets another row, where "already exists" does not say it. */
  readonly message?: Label;
}

/** An address that answers like the dataset's options, with these fields of each row (spec section 7). */
export interface LookUp<Name extends string = string> {
  readonly at: `/${string}`;
  readonly fields: readonly Name[];
  /** Most rows it answers; `limits.optionsMax`, or `limits.searchMax` of a search, unless said. */
  readonly limit?: number;
}

/** Further addresses under the dataset's path that answer as one of its calls (spec section 7). */
export type ActionAliases = {
  readonly [K in
    | 'list'
    | 'add'
    | 'update'
    | 'delete']?: readonly `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`[];
};

/** A declared dataset: frozen data that server and browser both read; every list that follows from the fields is made. */
export interface Dataset<
  N extends string = string,
  F extends FieldMap = FieldMap,
  C extends string = string,
> {
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
    readonly filters: readonly ListFilter[];
    readonly open: number;
    /** References among the filters, each of which narrows those after it; a search waits for the first. */
    readonly cascade: readonly string[];
    readonly tabs?: string;
    readonly tools?: readonly ListTool[];
    readonly sort: readonly string[];
  };
  readonly form: readonly FormGroup[];
  /** Figures of all rows within filters and scope, by field, for the footer row and statistics. */
  readonly summary: Readonly<Record<string, SummaryKind>>;
  /** Fields by whose values rows may be counted and summed apart. */
  readonly groups: readonly string[];
  /** Child datasets whose rows are shown with each row. */
  readonly details: readonly Detail[];
  /** Which of its rows this is about, where it is a further screen of the dataset. */
  readonly screen?: Screen;
  readonly excel?: {
    readonly import: readonly string[];
    readonly export: readonly string[];
    readonly batchUpdate: readonly string[];
    readonly headers: readonly ExportHeader[];
    /** Kinds of import beside the ordinary one. */
    readonly kinds: readonly ImportKind[];
    /** Fields that other people's files spread over several columns. */
    readonly joins: readonly Joined[];
    /** The kind that the dataset is seen by, of an import of that kind; see `asImported`. */
    readonly kind?: ImportKind;
    readonly jobs: JobTypes;
  };
  /** Carries the union of the dataset's permission codes; never exists. */
  readonly code?: C;
}

/** Any dataset, for code that treats them all alike. */
export type AnyDataset = Dataset;

/** A stored row of a dataset, typed from its declaration. */
export type RowOf<D extends { readonly fields: FieldMap }> = Row<D['fields']> & {
  version: number;
  createTime: string;
  updateTime: string;
};

/** The declared or system field called `name`, or undefined. */
export function fieldOf(dataset: AnyDataset, name: string): Field | undefined {
  if (Object.hasOwn(dataset.fields, name)) return dataset.fields[name];
  if (name === 'importBatch' && !hasImportBatch(dataset)) return undefined;
  return Object.hasOwn(systemFields, name) ? systemFields[name as SystemFieldName] : undefined;
}

/** The address that its rows are read at: its own, or that of a further screen. What changes rows is at `path`. */
export function readPath({ path, screen }: Pick<AnyDataset, 'path' | 'screen'>): `/${string}` {
  return screen ? `${path}/${screen.name}` : path;
}

/** Whether this is a further screen that shows more people, or more rows, than the list of its dataset does. */
export function isWider({ screen }: Pick<AnyDataset, 'screen'>): boolean {
  return screen !== undefined && (screen.may !== 'list' || screen.opened.length > 0);
}

/** Whether the dataset's rows remember the import that touched them last (domain 0.1). */
export function hasImportBatch({ permissions: { actions } }: Pick<AnyDataset, 'permissions'>): boolean {
  return actions.includes('import') || actions.includes('batchUpdate');
}

/** Whether a field is a column of its dataset's table. */
export function isStored(field: Field | undefined): boolean {
  return (
    field !== undefined && field.computed !== true && field.elsewhere !== true && field.derived === undefined
  );
}

/** Whether people change rows of the dataset; a log that is only read has neither history nor trash. */
export function isWritten({ permissions: { actions } }: Pick<AnyDataset, 'permissions'>): boolean {
  return actions.some(action => action !== 'list' && action !== 'export');
}

/** Names of the fields that are columns of the dataset's table. */
export function storedFields(dataset: AnyDataset): string[] {
  return Object.keys(dataset.fields).filter(name => isStored(dataset.fields[name]));
}

/**
 * Fields that can be set to the same value in many rows at once: those of the batch update, but for parts of the
 * natural key and of other unique keys, which tell rows apart, and references that lie within other fields of the row.
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
