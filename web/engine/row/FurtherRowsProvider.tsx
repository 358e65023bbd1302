import type { ReactNode } from 'react';
import { lazyCode } from '../../loading/lazy-code.ts';
import { type FurtherRows, FurtherRowsContext } from './further-rows.ts';

/** Loaded when they are drawn: most pages open without either. */
const further: FurtherRows = {
  List: lazyCode(() => import('../list/EmbeddedList.tsx'), 'EmbeddedList'),
  Referred: lazyCode(() => import('./ReferredDrawer.tsx'), 'ReferredDrawer'),
};

/** Lets the details of rows in it show lists and details of other rows. */
export function FurtherRowsProvider({ children }: { readonly children: ReactNode }) {
  return <FurtherRowsContext value={further}>{children}</FurtherRowsContext>;
}
