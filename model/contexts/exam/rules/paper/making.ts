import type { Label } from '../../../../kernel/label.ts';
import type { Draft } from './draft.ts';

/** A question on its way from lines to a row. */
export interface Making {
  readonly draft: Draft;
  readonly checks: Label[];
  title: string;
  /** The key as given; undefined for none. */
  key: string | undefined;
  analysis: string[];
}
