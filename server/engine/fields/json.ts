import type { JsonField } from '@yikao/model/kernel/field.ts';
import type { ServerFieldKind } from './kind.ts';
import { textLiteral } from './literals.ts';

/** Any JSON value. */
export const json: ServerFieldKind<JsonField> = {
  column: () => 'jsonb',
  toColumn: value => JSON.stringify(value),
  literal: value => textLiteral(JSON.stringify(value)),
  bulkType: 'text',
  fromColumn: value => value,
  toWire: value => value,
  filter: 'none',
  sortable: false,
  heavy: true,
};
