import type { Dataset, ListTool } from '@yikao/model/kernel/dataset.ts';
import type { FieldMap } from '@yikao/model/kernel/field.ts';
import { useMemo } from 'react';
import { DatasetScreen } from '../screen/DatasetScreen.tsx';
import type { ScreenParts } from '../screen/screen-parts.ts';
import styles from './EmbeddedList.module.css';
import { type FixedOf, type ListPlace, ListPlaceProvider } from './list-place.ts';

interface EmbeddedListProps<F extends FieldMap> extends ScreenParts<F> {
  readonly dataset: Dataset<string, F>;
  /** Values that all its rows have; new rows get them, and no filter or column repeats them. */
  readonly fixed: FixedOf<F>;
  /** Its toolbar buttons, if the person may use them. Defaults to none. */
  readonly tools?: readonly ListTool[];
  /** Height in pixels. Defaults to filling its container. */
  readonly height?: number;
}

const noTools: readonly ListTool[] = [];

/**
 * A list embedded in a drawer, dialog, tab, or page with several lists. It keeps its state itself instead of in the
 * address; its rows, forms, details and steps are those of the dataset's page.
 */
export function EmbeddedList<F extends FieldMap>({
  fixed,
  tools = noTools,
  height,
  ...parts
}: EmbeddedListProps<F>) {
  // Parents create these values on every render; the place changes only with their content.
  const said = JSON.stringify(fixed);
  const buttons = tools.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts represent their sources
  const place = useMemo<ListPlace>(() => ({ fixed, tools }), [said, buttons]);
  return (
    <div className={styles.embedded} style={height === undefined ? undefined : { height }}>
      <ListPlaceProvider value={place}>
        <DatasetScreen key={said} {...parts} />
      </ListPlaceProvider>
    </div>
  );
}
