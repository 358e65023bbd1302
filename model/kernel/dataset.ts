import type { Check } from './checks.ts';
import type { ExportHeader } from './export-headers.ts';
import { type Field, type FieldMap, field, type ValueOf } from './field.ts';
import { type Label, label } from './label.ts';
import { type Scope, type Scopes, spelledOut } from './scope.ts';

/** What may be done with a dataset; each is also the last part of a permission code (domain 0.2). */
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
  importBatch: field.text({ label: label('导入批次', 'Import batch'), max: 64, readOnly: true }),
} as const;

/** Name of a system field that lists, filters and exports may use. */
export type SystemFieldName = keyof typeof systemFields;

/** A filter of the list: a field, and the query key it answers to when that is not the field's own name. */
export type Filter<Name extends string> = Name | { readonly field: Name; readonly as: string };

/** How a dataset is referred to by others. */
export interface Identity<Name extends string = string> {
  /** Field whose value others store; the key unless the dataset has a business id (domain B7). */
  readonly value: Name;
  /** Field that names a row to people. */
  readonly name: Name;
  /** Further fields an import may name a row by, tried after the name. */
  readonly also?: readonly Name[];
  /** Fields that must be equal in both rows, where `value` alone does not pick one row. */
  readonly within?: readonly Name[];
  /** Field that must be 1 for the row to be offered; rows switched off still show their name. */
  readonly enabledBy?: Name;
}

/** One group of a form: an open or folding section, or a tab of its own for long texts (screens.md). */
export interface FormGroup<Name extends string> {
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

/** What one dataset declares; see {@link defineDataset}. */
export interface DatasetInput<N extends string, F extends FieldMap> {
  /** Code of the dataset, as in the catalogue; the table is `t_` and its snake case. */
  readonly name: N;
  /** Base path of its calls. */
  readonly path: `/${string}`;
  /** Address of its screen in the back-office, when it has one (domain 7.1). */
  readonly menu?: `/${string}`;
  /** Name of the primary key's field. */
  readonly key: keyof F & string;
  /** `given`: the key is part of what people type (a province's GB/T 2260 code). Default: numbered by the database. */
  readonly keyBy?: 'database' | 'given';
  /** Number of its column set (domain 0.6); datasets without files have none. */
  readonly tableId?: number;
  readonly label: Label;
  readonly fields: F;
  /** Fields by which an import finds an existing row; unique among rows not deleted. Empty: none. */
  readonly naturalKey: readonly (keyof F & string)[];
  /** Further sets of fields that are unique among rows not deleted; a row in which one of them is empty is free of it. */
  readonly uniqueKeys?: readonly (readonly (keyof F & string)[])[];
  readonly identity?: Identity<keyof F & string>;
  /** Field that points to the parent row of the same dataset; deleting a row then takes its descendants along. */
  readonly parent?: keyof F & string;
  readonly checks?: readonly Check[];
  readonly permissions: { readonly prefix: string; readonly actions: readonly Action[] };
  readonly scope: Scope<keyof F & string>;
  readonly list: {
    readonly columns: readonly ((keyof F & string) | SystemFieldName)[];
    /** Columns that the column chooser offers and that are off at first. */
    readonly hidden?: readonly ((keyof F & string) | SystemFieldName)[];
    /** The batch of the import, where rows have one, comes last by itself. */
    readonly filters: readonly Filter<(keyof F & string) | SystemFieldName>[];
    /** How many filters stand in the bar before 展开; the rest unfold. */
    readonly open?: number;
    /** Default order; `-` descends. The key always breaks ties. */
    readonly sort?: readonly string[];
  };
  readonly form: readonly FormGroup<keyof F & string>[];
  readonly excel?: {
    readonly import: readonly (keyof F & string)[];
    readonly export: readonly ((keyof F & string) | SystemFieldName)[];
    /** Columns a batch update may set; the key comes first by itself (domain 0.4, BU). */
    readonly batchUpdate: readonly (keyof F & string)[];
    /** Headers that an export may have beside the columns that a person chooses (domain D3). */
    readonly headers?: readonly ExportHeader<keyof F & string>[];
    readonly jobs?: Partial<JobTypes>;
  };
}

/** A declared dataset: frozen data that server and browser both read. */
export interface Dataset<N extends string = string, F extends FieldMap = FieldMap>
  extends Omit<DatasetInput<N, F>, 'keyBy' | 'identity' | 'scope' | 'list' | 'excel'> {
  readonly keyBy: 'database' | 'given';
  readonly scope: Scopes<keyof F & string>;
  readonly identity: Identity;
  readonly list: {
    readonly columns: readonly string[];
    readonly hidden: readonly string[];
    readonly filters: readonly { readonly field: string; readonly as: string }[];
    readonly open: number;
    readonly sort: readonly string[];
  };
  readonly excel?: {
    readonly import: readonly string[];
    readonly export: readonly string[];
    readonly batchUpdate: readonly string[];
    readonly headers: readonly ExportHeader[];
    readonly jobs: JobTypes;
  };
}

/**
 * Any dataset, for code that treats them all alike.
 * `Dataset` is generic in its fields only for typed rows; everything the engine reads is the same.
 */
export type AnyDataset = Omit<
  Dataset<string, FieldMap>,
  'fields' | 'key' | 'naturalKey' | 'uniqueKeys' | 'parent' | 'scope' | 'form'
> & {
  readonly fields: FieldMap;
  readonly key: string;
  readonly naturalKey: readonly string[];
  readonly uniqueKeys?: readonly (readonly string[])[];
  readonly parent?: string;
  readonly scope: Scopes;
  readonly form: readonly FormGroup<string>[];
};

/**
 * Declares a dataset once. Its table, validation, calls, OpenAPI, template, import, export, permission
 * codes, row scope, list, form and dialogs follow from what is said here (architecture section 1).
 */
export function defineDataset<const N extends string, const F extends FieldMap>(
  input: DatasetInput<N, F>,
): Dataset<N, F> {
  const { list, excel, identity } = input;
  const tableId = input.tableId ?? 0;
  // Whatever is imported can be asked for and exported by its batch (domain 0.1), said or not.
  const batch: readonly 'importBatch'[] = hasImportBatch(input) ? ['importBatch'] : [];
  return Object.freeze({
    ...input,
    keyBy: input.keyBy ?? 'database',
    identity: identity ?? { value: input.key, name: input.naturalKey[0] ?? input.key },
    scope: spelledOut(input.scope),
    list: {
      columns: list.columns,
      hidden: list.hidden ?? [],
      filters: [...new Set([...list.filters, ...batch])].map(filter =>
        typeof filter === 'object' ? filter : { field: filter, as: filter },
      ),
      open: list.open ?? 4,
      sort: list.sort ?? ('orderNum' in input.fields ? ['orderNum', `-${input.key}`] : [`-${input.key}`]),
    },
    ...(excel && {
      excel: {
        import: excel.import,
        export: [...new Set([...excel.export, ...batch])],
        batchUpdate: excel.batchUpdate,
        headers: excel.headers ?? [],
        jobs: {
          import: 200 + tableId,
          export: 300 + tableId,
          batchUpdate: 400 + tableId,
          batchDelete: 500 + tableId,
          ...excel.jobs,
        },
      },
    }),
  }) as Dataset<N, F>;
}

type Nullable<F> = F extends { readonly required: true } ? ValueOf<F> : ValueOf<F> | null;

/** A stored row of a dataset, typed from its declaration. */
export type RowOf<D extends { readonly fields: FieldMap }> = {
  -readonly [K in keyof D['fields']]: Nullable<D['fields'][K]>;
} & { version: number; createTime: string; updateTime: string };

/** The declared or system field called `name`, or undefined. */
export function fieldOf(dataset: AnyDataset, name: string): Field | undefined {
  if (Object.hasOwn(dataset.fields, name)) return dataset.fields[name];
  if (name === 'importBatch' && !hasImportBatch(dataset)) return undefined;
  return Object.hasOwn(systemFields, name) ? systemFields[name as SystemFieldName] : undefined;
}

/** Whether the dataset's rows remember the import that touched them last (domain 0.1). */
export function hasImportBatch(dataset: {
  readonly permissions: { readonly actions: readonly Action[] };
  readonly excel?: object | undefined;
}): boolean {
  const { actions } = dataset.permissions;
  return dataset.excel !== undefined && (actions.includes('import') || actions.includes('batchUpdate'));
}

/** The permission code of an action, such as `sch:examType:add` (domain 0.2). */
export function permissionCode(dataset: AnyDataset, action: Action): string {
  return `${dataset.permissions.prefix}:${action}`;
}

/** Whether a field is a column of its dataset's table. */
export function isStored(field: Field | undefined): boolean {
  return field !== undefined && field.computed !== true && field.elsewhere !== true;
}

/** Whether people change rows of the dataset; a log that is only read has neither history nor trash. */
export function isWritten(dataset: AnyDataset): boolean {
  return dataset.permissions.actions.some(action => action !== 'list' && action !== 'export');
}

/** Names of the fields that are columns of the dataset's table. */
export function storedFields(dataset: AnyDataset): string[] {
  return Object.keys(dataset.fields).filter(name => isStored(dataset.fields[name]));
}

/**
 * Fields that can be set to the same value in many rows at once: those of the batch update, but for parts of the
 * natural key, which tell rows apart, and references that lie within other fields of the row.
 */
export function settableFields(dataset: AnyDataset): string[] {
  return (dataset.excel?.batchUpdate ?? []).filter(name => {
    const field = dataset.fields[name];
    if (!field || field.elsewhere || dataset.naturalKey.includes(name) || name === dataset.parent)
      return false;
    return field.kind !== 'ref' || (field.within ?? []).length === 0;
  });
}
