import type { Field, ValueOf } from '@yikao/model/kernel/field.ts';
import type { Packing } from './packing.ts';

/**
 * Filtering of a list by the field (domain 0.2): `equals` one or several values; `contains` part of the text; `range`
 * `nameStart` and `nameEnd`; `overlaps` rows whose list holds one of the values; `none` no filter.
 */
export type FilterForm = 'equals' | 'contains' | 'range' | 'overlaps' | 'none';

/** The forms of a field kind in the database and on the wire. */
export interface ServerFieldKind<F extends Field> {
  /** SQL type of the column. */
  column(field: F): string;
  /** Canonical value as a parameter of the column's type. */
  toColumn(value: ValueOf<F>): unknown;
  /** Encoding of canonical values in bulk, as one array per column; a type that differs from the column's is cast. */
  packing(field: F): Packing<ValueOf<F>>;
  /** SQL of the canonical value of a column, as JSON would carry it: for history and exports. Default: the column. */
  canonicalSql?(column: string): string;
  /** Converts a value from the driver to the canonical one. Never called with null. */
  fromColumn(value: unknown): ValueOf<F>;
  /** Canonical value as JSON carries it to the client. */
  toWire(value: ValueOf<F>): unknown;
  readonly filter: FilterForm;
  readonly sortable: boolean;
  /** Left out of lists because it may be long; `info` has it. */
  readonly heavy?: boolean;
}
