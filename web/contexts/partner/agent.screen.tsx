import { registry } from '@yikao/model/contexts/datasets.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../engine/access/may.ts';
import { FieldServicesProvider } from '../../engine/field-services.tsx';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import { TransferDialog } from './agent/TransferDialog.tsx';

/** Agencies, which may be moved from partner to partner (domain F5, 10). */
export default function AgentPage() {
  const { t } = useTranslation('partner');
  const [moved, setMoved] = useState<{ readonly id: number; readonly name: string }>();
  const actions = useMemo<RowAction<typeof registry.agent>[]>(
    () => [
      {
        key: 'transfer',
        may: may(registry.agent, 'update'),
        label: t('agency.transfer'),
        act: row => setMoved({ id: row.agentId, name: row.agentName ?? '' }),
      },
    ],
    [t],
  );
  return (
    <>
      <DatasetScreen dataset={registry.agent} rowActions={actions} drawerActions={actions} />
      {moved && (
        <FieldServicesProvider>
          <TransferDialog first={moved} onClose={() => setMoved(undefined)} />
        </FieldServicesProvider>
      )}
    </>
  );
}
