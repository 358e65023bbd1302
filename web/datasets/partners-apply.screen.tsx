import { registry } from '@yikao/model/datasets/index.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DatasetScreen } from '../engine/dataset/DatasetScreen.tsx';
import type { RowAction } from '../engine/dataset/RowActions.tsx';
import { FieldServicesProvider } from '../engine/field-services.tsx';
import { can } from '../engine/session/session.ts';
import { ReviewDrawer } from './partners-apply/ReviewDrawer.tsx';

/** Applications of partners and agencies, each to be looked at and decided (domain F7, 10). */
export default function PartnersApplyPage() {
  const { t } = useTranslation('partner');
  const [opened, setOpened] = useState<number>();
  const decides = can('base:partnersapply:audit');
  const actions = useMemo<RowAction<typeof registry.partnersApply>[]>(
    () => [
      {
        key: 'review',
        label: t('review.action'),
        fits: row => decides && row.auditStatus === 1,
        act: row => setOpened(row.applyId),
      },
      {
        key: 'look',
        label: t('review.look'),
        fits: row => !decides || row.auditStatus !== 1,
        act: row => setOpened(row.applyId),
      },
    ],
    [decides, t],
  );
  return (
    <>
      <DatasetScreen dataset={registry.partnersApply} rowActions={actions} />
      {opened !== undefined && (
        <FieldServicesProvider>
          <ReviewDrawer
            key={opened}
            applyId={opened}
            decides={decides}
            onClose={() => setOpened(undefined)}
          />
        </FieldServicesProvider>
      )}
    </>
  );
}
