import type { DecimalField } from '@yikao/model/kernel/field.ts';
import type { ServerFieldKind } from './kind.ts';
import { numeric } from './packing.ts';

declare global {
  /** Node 24 has it; TypeScript's library does not declare it yet. */
  interface JSON {
    /** A value that `JSON.stringify` writes exactly as `text`, which must be a JSON primitive. */
    rawJSON(text: string): unknown;
  }
}

/** A decimal as a JSON number written digit by digit: `12.50` leaves as `12.50` and never was a float. */
export function exactNumber(text: string): unknown {
  return JSON.rawJSON(text);
}

/** An exact decimal of at most 15 digits, which JSON numbers carry without loss. */
export const decimal: ServerFieldKind<DecimalField> = {
  column: field => `numeric(15,${field.scale})`,
  toColumn: value => value,
  packing: () => numeric,
  canonicalSql: column => `${column}::text`,
  fromColumn: String,
  toWire: exactNumber,
  filter: 'range',
  sortable: true,
};
