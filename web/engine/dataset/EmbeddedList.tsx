import type { Dataset, ListTool } from '@yikao/model/kernel/dataset.ts';
import type { FieldMap } from '@yikao/model/kernel/field.ts';
import { useMemo } from 'react';
import { type FixedOf, type ListPlace, ListPlaceProvider } from '../hooks/list-place.ts';
import { DatasetScreen } from './DatasetScreen.tsx';
import styles from './EmbeddedList.module.css';
import type { ScreenParts } from './screen-parts.ts';

interface EmbeddedListProps<F extends FieldMap> extends ScreenParts<F> {
  readonly dataset: Dataset<string, F>;
  /** Values that all its rows have; new rows get them, and no filter or column repeats them. */
  readonly fixed: FixedOf<F>;
  /** Buttons that it has, as far as the person may use them; none unless told. */
  readonly tools?: readonly ListTool[];
  /** Height in pixels; it fills what is around it unless told. */
  readonly height?: number;
}

const noTools: readonly ListTool[] = [];

/**
 * A list as a part of something else: a drawer, a dialog, a tab, a page with several of them. Its state is its own and
 * not the address's; its rows, forms, details and steps are those of the dataset's page.
 */
export function EmbeddedList<F extends FieldMap>({
  fixed,
  tools = noTools,
  height,
  ...parts
}: EmbeddedListProps<F>) {
  // What it is given is written anew each time something is drawn around it; the place changes with what that says.
  const said = JSON.stringify(fixed);
  const buttons = tools.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts stand for what they were made of
  const place = useMemo<ListPlace>(() => ({ fixed, tools }), [said, buttons]);
  return (
    <div className={styles.embedded} style={height === undefined ? undefined : { height }}>
      <ListPlaceProvider value={place}>
        <DatasetScreen key={said} {...parts} />
      </ListPlaceProvider>
    </div>
  );
}
