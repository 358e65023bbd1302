import type { CodeSet } from './codes.ts';
import type { Made } from './dataset.ts';
import type { FieldMap, RefField, RefsField } from './field.ts';

/** The parts of a dataset with states that steps use. */
export interface StepDataset {
  readonly name: string;
  readonly fields: FieldMap;
  readonly made?: Made;
}

/** Names of the fields that all of the datasets share. */
export type FieldName<D extends StepDataset> = keyof D['fields'] & string;

/** Names of the fields of one kind that all the datasets share. */
export type FieldNameOf<D extends StepDataset, Kind> = {
  [K in FieldName<D>]: D['fields'][K] extends Kind ? K : never;
}[FieldName<D>];

/** Names of the fields that hold a code with named states. */
export type StateField<D extends StepDataset> = {
  [K in FieldName<D>]: [StateName<D, K>] extends [never] ? never : K;
}[FieldName<D>];

/** A field that names one person or several. */
export type PersonField = RefField<'adminUser'> | RefsField<'adminUser'>;

/** Names of the states of a field. */
export type StateName<D extends StepDataset, S extends string> = D['fields'][S] extends {
  readonly of: CodeSet<number | string, infer N>;
}
  ? string extends N
    ? never
    : N
  : never;
