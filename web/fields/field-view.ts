import type { Field } from '@yikao/model/kernel/field.ts';
import type { ComponentType } from 'react';

/** A row as received, or as held by a form: values by field name. */
export type FieldRecord = Readonly<Record<string, unknown>>;

/** Filters as in the address: each query key with its values, all text. A missing key sets no condition. */
export type FilterValues = Readonly<Record<string, readonly string[]>>;

/** The component that shows a field's value. */
export interface CellProps<F extends Field = Field> {
  readonly field: F;
  readonly name: string;
  readonly value: unknown;
  /** The complete row, which contains the names of references. */
  readonly record: FieldRecord;
}

/** The component that edits a field's value in a form. */
export interface InputProps<F extends Field = Field> {
  readonly field: F;
  readonly name: string;
  /** Id of the input, which the label points at. */
  readonly id: string;
  readonly value: unknown;
  /** Called with the new value, or null when cleared. */
  readonly onChange: (value: unknown) => void;
  /** The form's values; a reference reads the fields it lies within. */
  readonly record: FieldRecord;
  readonly disabled: boolean;
  readonly invalid: boolean;
  /** Id of the text below the input: its help or its error. */
  readonly describedBy: string;
  /** Changes another field of the same form, unless it is locked; absent where the input is alone. */
  readonly changeField?: (name: string, value: unknown) => void;
  /** Called with the number of running uploads, which a save has to wait for; absent where nothing is saved. */
  readonly onUploads?: (count: number) => void;
}

/** The component that sets a list's condition on a field. */
export interface FilterProps<F extends Field = Field> {
  readonly field: F;
  /** The query key the condition answers to. */
  readonly as: string;
  readonly id: string;
  /** Every filter of the list, since a reference narrows its choice by the fields it lies within. */
  readonly values: FilterValues;
  readonly onChange: (change: FilterValues) => void;
  readonly disabled: boolean;
  /** The text of an empty picker. By default, that everything is shown. */
  readonly placeholder?: string;
}

/** The look of a field kind in the browser: small, and the same everywhere. */
export interface FieldView<F extends Field> {
  readonly Cell: ComponentType<CellProps<F>>;
  /** The value in full, in the detail drawer. Defaults to {@link Cell}. */
  readonly Detail?: ComponentType<CellProps<F>>;
  readonly Input: ComponentType<InputProps<F>>;
  /** Omitted if a list cannot be filtered by the kind. */
  readonly Filter?: ComponentType<FilterProps<F>>;
  /** The text of a set condition on a chip. */
  readonly FilterText?: ComponentType<Omit<FilterProps<F>, 'id' | 'onChange' | 'disabled'>>;
  /** Width of the kind's list column in pixels. */
  columnWidth(field: F): number;
  /** Alignment: numbers right, short codes and dates centred, text left. */
  readonly align: 'left' | 'center' | 'right';
  /** True if a list can be ordered by it. */
  readonly sortable: boolean;
  /** Takes the whole width of a form. */
  wide?(field: F): boolean;
}
