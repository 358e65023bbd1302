import { machineOf } from '@yikao/model/contexts/machines.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { FieldKind } from '@yikao/model/kernel/field.ts';
import { editIn, mayEdit } from '@yikao/model/kernel/states.ts';
import { isEmpty, writableFields } from '@yikao/model/kernel/validate/validate.ts';
import { belongs } from '@yikao/model/kernel/validate/when.ts';
import type { FieldRecord } from '../../fields/field-view.ts';

/** Kinds whose input has room in a cell. */
const kinds: ReadonlySet<FieldKind> = new Set<FieldKind>([
  ...(['text', 'integer', 'year', 'decimal', 'money', 'mobile'] as const),
  ...(['date', 'dateTime', 'code', 'codes', 'ref', 'refs', 'yesNo'] as const),
]);

/** Where a field of a row is changed: in its cell, or in the form at that field. */
export type CellEdit = 'cell' | 'form';

interface Writer {
  readonly dataset: AnyDataset;
  /** Values that the person's scope or the place of the list sets. */
  readonly locked: Readonly<Record<string, unknown>>;
  /** Reports whether the screen has a separate input for a field. */
  readonly hasOwnInput: (name: string) => boolean;
}

/** Reports whether a change of the field may clear others of the row, which the form shows and a cell does not. */
function clearsOthers(dataset: AnyDataset, row: FieldRecord, name: string): boolean {
  return Object.entries(dataset.fields).some(([other, field]) => {
    const refers = field.kind === 'ref' || field.kind === 'refs';
    const depends =
      Object.hasOwn(field.when ?? {}, name) || (refers && field.within?.includes(name) === true);
    return depends && !isEmpty(row[other]);
  });
}

/** Decides where the field `name` of a row that the person may edit is changed; undefined if it cannot be. */
export function cellEdit(
  { dataset, locked, hasOwnInput }: Writer,
  row: FieldRecord,
  name: string,
): CellEdit | undefined {
  const field = dataset.fields[name];
  if (!field || !dataset.form.some(({ fields }) => fields.includes(name)) || !belongs(field, row)) return;
  const machine = machineOf(dataset);
  if (machine && !mayEdit(machine, row, name)) return;
  if (!writableFields(dataset, 'update').includes(name) || locked[name] !== undefined) return;
  // Saving in some states takes a step, which the form explains first.
  const brings = machine !== undefined && editIn(machine, row).step !== undefined;
  const long = field.kind === 'text' && (field.multiline === true || field.format === 'password');
  const fits = kinds.has(field.kind) && !long && !hasOwnInput(name);
  return fits && !brings && !clearsOthers(dataset, row, name) ? 'cell' : 'form';
}
