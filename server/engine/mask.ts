import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { type Field, isPersonal } from '@yikao/model/kernel/field.ts';
import { machineOf } from '@yikao/model/machines/index.ts';
import { permissionCode, stepCode } from '@yikao/model/permissions.ts';
import { maskPersonal } from '@yikao/model/rules/mask.ts';
import { holds } from './access.ts';
import type { Actor } from './actor.ts';

/** A value of a field as those may read it who may not read it whole. */
export function maskedValue(field: Field | undefined, value: unknown): unknown {
  return field && isPersonal(field) && typeof value === 'string' ? maskPersonal(value) : value;
}

/**
 * Whether the actor reads personal numbers of a dataset whole, one row or one file at a time: who may change its rows,
 * or decide about them by a step. Rows that only a screen opens are not theirs to change.
 */
export function readsWhole(dataset: AnyDataset, actor: Actor): boolean {
  if (dataset.screen && dataset.screen.opened.length > 0) return false;
  const steps = Object.values(machineOf(dataset)?.steps ?? {}).filter(({ by }) => by.includes('person'));
  return [permissionCode(dataset, 'update'), ...steps.map(step => stepCode(dataset, step))].some(code =>
    holds(actor, code),
  );
}

/**
 * A presented row in which no personal number can be read whole: for lists, where many pass by at once (domain 0.7,
 * 16). Search finds by the whole number only (filters.ts).
 */
export function masked(dataset: AnyDataset, row: Record<string, unknown>): Record<string, unknown> {
  for (const [name, field] of Object.entries(dataset.fields)) {
    if (Object.hasOwn(row, name)) row[name] = maskedValue(field, row[name]);
  }
  return row;
}

/** A presented row as the actor may read it alone: whole for those who may change it, masked for all others. */
export function maskedFor(
  dataset: AnyDataset,
  actor: Actor,
  row: Record<string, unknown>,
): Record<string, unknown> {
  return readsWhole(dataset, actor) ? row : masked(dataset, row);
}
