import { registry } from '@yikao/model/contexts/datasets.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogBoundary } from '../../engine/boundary/DialogBoundary.tsx';
import { FieldServicesProvider } from '../../engine/field-services.tsx';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import { lazyCode } from '../../loading/lazy-code.ts';
import { LiveStatusCell } from './live/LiveStatusCell.tsx';

const { live } = registry;

const LivePanel = lazyCode(async () => ({ default: (await import('./live/LivePanel.tsx')).LivePanel }));

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
      {opened !== undefined && (
        <DialogBoundary onClose={close}>
          <FieldServicesProvider>
            <LivePanel liveId={opened} onClose={close} />
          </FieldServicesProvider>
        </DialogBoundary>
      )}
    </>
  );
}
