import type { Action, AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { permissionCode } from '@yikao/model/permissions.ts';
import { can } from '../session/session.ts';

/** Whether the dataset has the action and the person may take it; a button that may not be used is absent (spec section 6). */
export function may(dataset: AnyDataset, action: Action): boolean {
  return dataset.permissions.actions.includes(action) && can(permissionCode(dataset, action));
}
