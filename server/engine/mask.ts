import { type AnyDataset, permissionCode } from '@yikao/model/kernel/dataset.ts';
import { isPersonal } from '@yikao/model/kernel/field.ts';
import { maskNumbers } from '@yikao/model/rules/mask.ts';
import { holds } from './access.ts';
import type { Actor } from './actor.ts';

/**
 * A presented row in which no personal number can be read whole: for lists, where many pass by at once (domain 0.7,
 * 16). Search still finds by the number itself.
 */
export function masked(dataset: AnyDataset, row: Record<string, unknown>): Record<string, unknown> {
  for (const [name, field] of Object.entries(dataset.fields)) {
    const value = row[name];
    if (isPersonal(field) && typeof value === 'string') row[name] = maskNumbers(value);
  }
  return row;
}

/** A presented row as the actor may read it alone: whole for those who may change it, masked for all others. */
export function maskedFor(
  dataset: AnyDataset,
  actor: Actor,
  row: Record<string, unknown>,
): Record<string, unknown> {
  return holds(actor, permissionCode(dataset, 'update')) ? row : masked(dataset, row);
}
