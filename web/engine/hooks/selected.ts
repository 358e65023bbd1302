import type { FieldRecord } from '../../fields/field-view.ts';
import type { Selection } from './use-selection.ts';

/** The selection of a list as a screen's own buttons and panels see it. */
export interface Selected<R = FieldRecord> extends Selection {
  /** The selected rows that the page shown holds; {@link Selection.keys} has those of other pages, too. */
  readonly rows: readonly R[];
}
