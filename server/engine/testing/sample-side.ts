import type { Dataset } from '@yikao/model/kernel/dataset.ts';
import type { FieldMap } from '@yikao/model/kernel/field.ts';
import type { NameOf } from '@yikao/model/kernel/names.ts';
import type { Db } from '../table/sql.ts';

/**
 * Values a dataset needs in the generated suites, if its rules require more than its fields. Declared
 * next to the dataset's server side, in `<dataset>.sample.ts`.
 */
interface Sides<F extends FieldMap> {
  /** Values of the `n`-th generated row as a client sends them; the others are generated from the fields. */
  readonly values?: (n: number) => { readonly [K in NameOf<F>]?: unknown };
  /** The reference that gets a new target row each time. */
  readonly fresh?: NameOf<F>;
  /** Values of the `n`-th row that the product itself writes, for read-only fields. */
  readonly internal?: (n: number) => { readonly [K in NameOf<F>]?: unknown };
  /** Adds the data that the effects of a new row's steps need, by its key. */
  readonly beside?: (db: Db, key: number) => Promise<unknown>;
  /** Prepares a row, by its key, so that this account may take this step. */
  readonly takenBy?: (db: Db, key: number, step: string, userId: number) => Promise<unknown>;
  /** Removes the data added for a row, so that the row can be deleted. */
  readonly alone?: (db: Db, key: number) => Promise<unknown>;
  /** Adds the data that a new row's rules need, before the row is added. */
  readonly ready?: (db: Db, row: Readonly<Record<string, unknown>>) => Promise<unknown>;
  /** The inputs of a step, by name, if arbitrary values of the kind are not valid. */
  readonly given?: Readonly<Record<string, unknown>>;
}

/** {@link Sides} of any dataset, with its name. */
export interface SampleSide extends Sides<FieldMap> {
  readonly of: string;
}

/** Declares a dataset's needs in the generated suites; names are typed by the declaration. */
export function defineSample<F extends FieldMap>(dataset: Dataset<string, F>, sides: Sides<F>): SampleSide {
  return { ...sides, of: dataset.name };
}
