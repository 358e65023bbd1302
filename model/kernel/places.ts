import type { AnyDataset } from './dataset.ts';
import type { FieldMap } from './field.ts';
import type { Label } from './label.ts';
import type { NameOfKind, RefTo } from './names.ts';

/** Measures of all rows within filters and scope: the exact sum, the smallest or the largest value. */
export const summaryKinds = ['sum', 'min', 'max'] as const;

/** One of {@link summaryKinds}. */
export type SummaryKind = (typeof summaryKinds)[number];

/** Names of the fields that can be summed. */
export type SummedName<F extends FieldMap> = NameOfKind<F, 'integer' | 'decimal' | 'money'>;

/** Names of the fields that have a smallest and a largest value. */
export type OrderedName<F extends FieldMap> = SummedName<F> | NameOfKind<F, 'date' | 'dateTime' | 'year'>;

/** Names of the fields by which rows can be grouped; times and dates count by day. */
export type GroupName<F extends FieldMap> = NameOfKind<F, 'code' | 'yesNo' | 'ref' | 'year'> | DayName<F>;

/** Names of the fields that give a day in Asia/Shanghai; every row has the two system times. */
export type DayName<F extends FieldMap> = NameOfKind<F, 'date' | 'dateTime'> | 'createTime' | 'updateTime';

/** A sum limited to rows in the given states or flags, with a label that names them. */
export interface Summed<Kind extends string = SummaryKind, Name extends string = string> {
  readonly of: Kind;
  /** Codes by field, all of which must match: a sum labelled as paid leaves out unpaid rows. */
  readonly where: { readonly [K in Name]?: readonly number[] };
  /** The label of the sum, which names the rows it covers. */
  readonly label: Label;
}

/** Options of {@link AnyDataset.summary}; a text is not summed. */
export type SummaryInput<F extends FieldMap> = {
  readonly [K in OrderedName<F>]?: K extends SummedName<F>
    ? SummaryKind | Summed<SummaryKind, NameOfKind<F, 'code' | 'yesNo'>>
    : 'min' | 'max';
};

/** A figure of a dataset's summary: its kind, its rows if not all count, and its name. */
export interface SummaryFigure {
  readonly of: SummaryKind;
  readonly where: Readonly<Record<string, readonly number[]>>;
  readonly label: Label;
}

/** The figure of that field; undefined if the dataset declares none. */
export function summaryFigure(dataset: AnyDataset, name: string): SummaryFigure | undefined {
  const declared = dataset.summary[name];
  if (declared === undefined) return undefined;
  if (typeof declared !== 'string')
    return { of: declared.of, where: withoutAbsent(declared.where), label: declared.label };
  return { of: declared, where: {}, label: dataset.fields[name]?.label ?? { zh: name, en: name } };
}

function withoutAbsent(where: Summed['where']): Readonly<Record<string, readonly number[]>> {
  return Object.fromEntries(Object.entries(where).flatMap(([name, codes]) => (codes ? [[name, codes]] : [])));
}

/** A declared child dataset: the dataset itself, or with the reference to use. */
export type DetailInput =
  | AnyDataset
  | { readonly of: AnyDataset; readonly by: string; readonly label?: Label };

/** A child dataset shown in a row's details. */
export interface Detail {
  readonly dataset: AnyDataset;
  /** The child's reference to this dataset. */
  readonly by: string;
  /** Title of the tab. */
  readonly label: Label;
}

type IsUnion<T, U = T> = [T] extends [never] ? false : T extends U ? ([U] extends [T] ? false : true) : never;

type DetailProblem<N extends string, D> = D extends {
  readonly of: { readonly fields: infer F extends FieldMap };
  readonly by: infer B;
}
  ? B extends RefTo<F, N, 'ref'>
    ? D
    : { readonly 'goes by a field that is no reference to this dataset': B }
  : D extends { readonly fields: infer F extends FieldMap }
    ? [RefTo<F, N, 'ref'>] extends [never]
      ? { readonly 'has no reference to': N }
      : IsUnion<RefTo<F, N, 'ref'>> extends true
        ? { readonly 'has several references; say which as { of, by }': RefTo<F, N, 'ref'> }
        : D
    : never;

/** The details themselves if each child refers to the dataset; otherwise the wrong one gets an impossible type. */
export type DetailsOf<N extends string, D extends readonly DetailInput[]> = {
  readonly [I in keyof D]: DetailProblem<N, D[I]>;
};

/** The children of the dataset `name` with their references; an omitted reference is the only one. */
export function detailsOf(name: string, inputs: readonly DetailInput[] = []): Detail[] {
  return inputs.map(input => {
    if ('of' in input) return { dataset: input.of, by: input.by, label: input.label ?? input.of.label };
    const by = Object.entries(input.fields).find(([, field]) => field.kind === 'ref' && field.to === name);
    return { dataset: input, by: by?.[0] ?? '', label: input.label };
  });
}

/** The query key that filters a list of `dataset` by a field; undefined if it has no such filter. */
export function filterKeyOf(dataset: AnyDataset, field: string): string | undefined {
  return field === dataset.key ? field : dataset.list.filters.find(filter => filter.field === field)?.as;
}

/** Keys of a summary's query that are no filters. */
export const summaryKeys = ['by', 'top', 'most', 'from', 'to'] as const;
