import { registry } from '@yikao/model/contexts/datasets.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '../../engine/boundary/lazy-dialog.tsx';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import { LiveStatusCell } from './live/LiveStatusCell.tsx';

const { live } = registry;

const LivePanel = lazyDialog(() => import('./live/LivePanel.tsx'), 'LivePanel');

const overrides = { cells: { liveStatus: LiveStatusCell } };

/** Live rooms (domain J5, 10): started and stopped, with a timer and a panel of what is sold meanwhile. */
export default function LivePage() {
  const { t } = useTranslation('teaching');
  const [opened, setOpened] = useState<number>();
  const close = () => setOpened(undefined);
  const actions = useMemo<RowAction<typeof live>[]>(
    () => [{ key: 'panel', label: t('live.panel'), lead: true, act: ({ id }) => setOpened(id) }],
    [t],
  );
  return (
    <>
      <DatasetScreen dataset={live} overrides={overrides} rowActions={actions} />
      {opened !== undefined && <LivePanel liveId={opened} onClose={close} />}
    </>
  );
}
