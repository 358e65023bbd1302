import type { FieldRecord } from '../../fields/field-view.ts';
import type { Selection } from './use-selection.ts';

/** A list's selection, as seen by a screen's own buttons and panels. */
export interface Selected<R = FieldRecord> extends Selection {
  /** The selected rows on the current page; {@link Selection.keys} includes other pages. */
  readonly rows: readonly R[];
}
