import { CalculatorOutlined } from '@ant-design/icons';
import { registry } from '@yikao/model/datasets/index.ts';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DatasetScreen } from '../engine/dataset/DatasetScreen.tsx';
import type { RowAction } from '../engine/dataset/RowActions.tsx';
import type { FieldRecord } from '../fields/field-view.ts';
import { IncomePanel } from './partners-settle/IncomePanel.tsx';
import { PreviewDialog } from './partners-settle/PreviewDialog.tsx';

const { partnersSettle } = registry;

/** Settlements (domain F6, 10): their form previews what it would come to, and each prints its statement. */
export default function PartnersSettlePage() {
  const { t } = useTranslation('settle');
  const [previewed, setPreviewed] = useState<FieldRecord>();
  const actions = useMemo<RowAction<typeof partnersSettle>[]>(
    () => [
      {
        key: 'statement',
        label: t('statement'),
        // What is void holds no lines any more.
        fits: ({ settleStatus }) => settleStatus !== 4,
        // A tab of its own, so that the list stays where it is while somebody prints.
        act: ({ settleId }) => void window.open(`/printSettle?settleId=${settleId}`),
      },
    ],
    [t],
  );
  return (
    <>
      <DatasetScreen
        dataset={partnersSettle}
        footer={() => <IncomePanel />}
        rowActions={actions}
        drawerActions={actions}
        formExtra={values =>
          // What is drawn already has its lines beside it.
          values.settleId === undefined && (
            <Button icon={<CalculatorOutlined aria-hidden />} onClick={() => setPreviewed(values)}>
              {t('preview')}
            </Button>
          )
        }
      />
      {previewed && <PreviewDialog values={previewed} onClose={() => setPreviewed(undefined)} />}
    </>
  );
}
