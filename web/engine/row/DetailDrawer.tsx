import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { ConfigProvider, Drawer, theme } from 'antd';
import { detailsHere } from '../access/may.ts';
import type { ExtraRowTab } from '../screen/screen-parts.ts';
import { usePhone } from '../use-media.ts';
import styles from './DetailDrawer.module.css';
import type { RowActionsOf } from './RowActions.tsx';
import { type DetailPart, RowDetails } from './RowDetails.tsx';
import { type Neighbours, RowNeighbours, RowTitle } from './RowTitle.tsx';

/** The component that shows a row's details, over the list or next to it. */
export interface DetailsProps {
  readonly dataset: AnyDataset;
  /** The row whose details are shown; undefined for none. */
  readonly opened: number | undefined;
  readonly actions: RowActionsOf;
  readonly tabs: readonly ExtraRowTab[];
  readonly neighbours: Neighbours;
  /** The part that is shown of the row. */
  readonly part: DetailPart;
  readonly onPart: (part: DetailPart) => void;
  readonly onClose: () => void;
}

/** Widths in pixels: for fields only, and for tables and lists of other rows. */
const widths = { fields: 560, lists: 880 } as const;

/** One row in full, over the list. The list below stays usable, so that people can go through its rows. */
export function DetailDrawer({
  dataset,
  opened,
  actions,
  tabs,
  neighbours,
  part,
  onPart,
  onClose,
}: DetailsProps) {
  const phone = usePhone();
  const { token } = theme.useToken();
  const hasLines = Object.values(dataset.fields).some(({ kind }) => kind === 'lines');
  const wide = hasLines || detailsHere(dataset).length + tabs.length > 0;
  return (
    <Drawer
      open={opened !== undefined}
      mask={false}
      size={phone ? '100%' : wide ? `min(${widths.lists}px, 86vw)` : widths.fields}
      title={<RowTitle dataset={dataset} rowKey={opened} />}
      extra={<RowNeighbours of={neighbours} />}
      onClose={onClose}
    >
      {opened !== undefined && (
        // Lists in it are as raised as the drawer, which in the dark is lighter than the page.
        <ConfigProvider theme={{ token: { colorBgContainer: token.colorBgElevated } }}>
          <div className={styles.raised}>
            <RowDetails
              dataset={dataset}
              rowKey={opened}
              actions={actions}
              tabs={tabs}
              part={part}
              onPart={onPart}
            />
          </div>
        </ConfigProvider>
      )}
    </Drawer>
  );
}
