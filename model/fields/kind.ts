import type { z } from 'zod';
import type { Field, ValueOf } from '../kernel/field.ts';
import type { Language } from '../kernel/label.ts';
import type { CellFormat, CellInput, CellOutput, CellProblem } from '../kernel/validate/cell.ts';

/** The work of a field kind in the vocabulary: validating, and being written to and read from a workbook. */
export interface FieldKindModel<F extends Field> {
  /**
   * Validates a value from outside (JSON, a query, a decoded cell) and yields the canonical one.
   * Emptiness is not its business: null, undefined and '' never reach it.
   */
  schema(field: F): z.ZodType<ValueOf<F>>;
  /** Reads a non-empty cell; returns the input for {@link schema}, or the reason it could not be read. */
  decode(field: F, cell: Exclude<CellInput, undefined>): unknown | CellProblem;
  /**
   * Writes a canonical value as a cell; reading it back with {@link decode} and {@link schema} gives the same value.
   */
  encode(field: F, value: ValueOf<F>, language: Language): CellOutput;
  /** Number format of the kind's workbook columns. */
  format(field: F): CellFormat;
  /** Width of the kind's workbook columns, in characters. */
  width(field: F): number;
}
