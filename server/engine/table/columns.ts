import type { RowOf } from '@yikao/model/kernel/dataset.ts';
import type { FieldMap } from '@yikao/model/kernel/field.ts';

/** Columns that every table has besides its fields and the system columns of {@link RowOf}. */
interface Kept {
  importBatch: string | null;
  createBy: number | null;
  updateBy: number | null;
}

/** Fields and system columns that hold an instant. */
type Instant<F extends FieldMap> =
  | 'createTime'
  | 'updateTime'
  | { [P in keyof F]: F[P]['kind'] extends 'dateTime' ? P : never }[keyof F];

/**
 * Columns `K` of a dataset's table as a statement reads them: values as in {@link RowOf}, but an instant is a Date.
 * `sql<Columns<typeof lead, 'leadId' | 'mobile'>>` is the row of `select lead_id, mobile from t_lead`.
 */
export type Columns<D extends { readonly fields: FieldMap }, K extends keyof (RowOf<D> & Kept)> = {
  [P in K]: P extends Instant<D['fields']>
    ? Date | Extract<(RowOf<D> & Kept)[P], null>
    : (RowOf<D> & Kept)[P];
};

/** Columns from which the statement excludes null: `select perm_code from t_perm where perm_code is not null`. */
export type Filled<D extends { readonly fields: FieldMap }, K extends keyof (RowOf<D> & Kept)> = {
  [P in K]: NonNullable<Columns<D, K>[P]>;
};
