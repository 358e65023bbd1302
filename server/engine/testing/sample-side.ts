import type { Dataset } from '@yikao/model/kernel/dataset.ts';
import type { FieldMap } from '@yikao/model/kernel/field.ts';
import type { NameOf } from '@yikao/model/kernel/names.ts';
import type { Db } from '../sql.ts';

/**
 * The needs of a dataset in the generated suites, where its own rules want more than its fields say (language.md 10).
 * Stands beside the dataset's server side, in `server/datasets/<name>.sample.ts`.
 */
interface Sides<F extends FieldMap> {
  /** Values of the `n`-th made-up row as a client sends them; those that are left out are made from the fields. */
  readonly values?: (n: number) => { readonly [K in NameOf<F>]?: unknown };
  /** The reference that leads to a new row of its own each time. */
  readonly fresh?: NameOf<F>;
  /** Values of the `n`-th row that the product itself writes, of fields that nobody types. */
  readonly internal?: (n: number) => { readonly [K in NameOf<F>]?: unknown };
  /** Puts beside a new row, by its key, what the effects of its steps look for. */
  readonly beside?: (db: Db, key: number) => Promise<unknown>;
  /** Takes that away again, so that the row can be deleted. */
  readonly alone?: (db: Db, key: number) => Promise<unknown>;
  /** Puts there what a new row's own rules look for, before it is added. */
  readonly ready?: (db: Db, row: Readonly<Record<string, unknown>>) => Promise<unknown>;
  /** The inputs of a step, by name, where any value of the kind would not do. */
  readonly given?: Readonly<Record<string, unknown>>;
}

/** {@link Sides} of any dataset, with its name. */
export interface SampleSide extends Sides<FieldMap> {
  readonly of: string;
}

/** Declares what a dataset needs in the generated suites; its names are those of the declaration. */
export function defineSample<F extends FieldMap>(dataset: Dataset<string, F>, sides: Sides<F>): SampleSide {
  return { ...sides, of: dataset.name };
}
