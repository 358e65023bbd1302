import type { RefsField } from '@yikao/model/kernel/field.ts';
import type { ServerFieldKind } from './kind.ts';

/**
 * Several rows, as one array column with an index of its members instead of a join table: a list page and
 * an imported row stay one statement. On the wire it is a comma string (domain 0.1).
 */
export const refs: ServerFieldKind<RefsField> = {
  column: () => 'bigint[]',
  toColumn: value => value,
  literal: value => `"{${value.join(',')}}"`,
  bulkType: 'text',
  fromColumn: value => (Array.isArray(value) ? value.map(Number) : []),
  toWire: value => value.join(','),
  filter: 'overlaps',
  sortable: false,
};
