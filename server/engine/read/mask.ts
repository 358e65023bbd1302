import { machineOf } from '@yikao/model/contexts/machines.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { type Field, isPersonal } from '@yikao/model/kernel/field.ts';
import { permissionCode, stepCode } from '@yikao/model/permissions.ts';
import { maskPersonal } from '@yikao/model/rules/mask.ts';
import { holds } from '../scope/access.ts';
import type { Actor } from '../scope/actor.ts';
import { perDataset } from '../table/per-dataset.ts';

/** Masks a field's value for people without the right to see it in full. */
export function maskedValue(field: Field | undefined, value: unknown): unknown {
  return field && isPersonal(field) && typeof value === 'string' ? maskPersonal(value) : value;
}

/**
 * Reports whether the actor reads personal numbers of a dataset whole, one row or one file at a time: who may change
 * its rows, or decide about them by a step. Rows that only a screen opens are not theirs to change.
 */
export function readsWhole(dataset: AnyDataset, actor: Actor): boolean {
  if (dataset.screen && dataset.screen.opened.length > 0) return false;
  const steps = Object.values(machineOf(dataset)?.steps ?? {}).filter(({ by }) => by.includes('person'));
  return [permissionCode(dataset, 'update'), ...steps.map(step => stepCode(dataset, step))].some(code =>
    holds(actor, code),
  );
}

/**
 * A presented row with all personal numbers masked: for lists, which show many rows (domain 0.7, 16). Searches need the
 * complete number (filters.ts).
 */
export function masked(dataset: AnyDataset, row: Record<string, unknown>): Record<string, unknown> {
  for (const name of personalFields(dataset)) {
    if (Object.hasOwn(row, name)) row[name] = maskedValue(dataset.fields[name], row[name]);
  }
  return row;
}

const personalFields = perDataset(({ fields }) =>
  Object.entries(fields).flatMap(([name, field]) => (isPersonal(field) ? [name] : [])),
);

/** A presented row as this actor may read it: in full for people who may change it, masked for others. */
export function maskedFor(
  dataset: AnyDataset,
  actor: Actor,
  row: Record<string, unknown>,
): Record<string, unknown> {
  return readsWhole(dataset, actor) ? row : masked(dataset, row);
}
