import { z } from 'zod';
import type { JsonField } from '../kernel/field.ts';
import { CellProblem, cellText } from '../kernel/validate/cell.ts';
import type { FieldKindModel } from './kind.ts';

/** Any JSON value. */
export const json: FieldKindModel<JsonField> = {
  schema: () => z.json(),
  decode(_, cell) {
    try {
      return JSON.parse(cellText(cell)) as unknown;
    } catch {
      return new CellProblem('notJson');
    }
  },
  encode: (_, value) => JSON.stringify(value),
  format: () => 'text',
  width: () => 30,
};
