import { CalculatorOutlined } from '@ant-design/icons';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { settleStatus as settleStatuses } from '@yikao/model/contexts/settlement/settlement.codes.ts';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openPage, pageAddress } from '../../engine/link/page-address.ts';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import type { FieldRecord } from '../../fields/field-view.ts';
import { IncomePanel } from './partners-settle/IncomePanel.tsx';
import { PreviewDialog } from './partners-settle/PreviewDialog.tsx';

const { partnersSettle } = registry;

/** Settlements (domain F6, 10): their form previews the amounts, and each prints its statement. */
export default function PartnersSettlePage() {
  const { t } = useTranslation('settle');
  const [previewed, setPreviewed] = useState<FieldRecord>();
  const actions = useMemo<RowAction<typeof partnersSettle>[]>(
    () => [
      {
        key: 'statement',
        label: t('statement'),
        // A voided settlement has no lines.
        fits: ({ settleStatus }) => settleStatus !== settleStatuses.is.void,
        // In a new tab, so that the list stays open during printing.
        act: ({ settleId }) => openPage(pageAddress('/printSettle', { settleId })),
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
          // An existing settlement already shows its lines.
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
