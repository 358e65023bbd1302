import { registry } from '@yikao/model/contexts/datasets.ts';
import { payBizType } from '@yikao/model/contexts/payment/payment.codes.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '../../engine/boundary/lazy-dialog.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import type { RowTab } from '../../engine/screen/screen-parts.ts';
import { useOrderScreen } from '../sales/use-order-screen.tsx';
import { StageProgress } from './abroad-order/StageProgress.tsx';

const { abroadOrder, payRecord, lead } = registry;

const PlaceAbroadDialog = lazyDialog(
  () => import('./abroad-order/PlaceAbroadDialog.tsx'),
  'PlaceAbroadDialog',
);
/** Rows that a payment changes. */
const paidRows = [abroadOrder, payRecord, lead];

/** Orders of programmes (domain O4): placed for candidates, paid by a code, refunded, and taken through their stages. */
export default function AbroadOrderPage() {
  const { t } = useTranslation(['abroad', 'sales']);
  const { rowActions, place, dialogs } = useOrderScreen({
    ...{ orders: abroadOrder, bizType: payBizType.is.abroad, may: 'abroad:order:add', begin: t('order.new') },
    ...{ Place: PlaceAbroadDialog, amount: 'amount', title: 'itemName', changed: paidRows },
  });
  const tabs = useMemo<RowTab<typeof abroadOrder>[]>(
    () => [{ key: 'stages', label: t('stages'), render: row => <StageProgress row={row} /> }],
    [t],
  );
  return (
    <>
      <DatasetScreen
        dataset={abroadOrder}
        rowActions={rowActions}
        drawerTabs={tabs}
        stepExtra={(step, row) =>
          step.name === 'advance' || step.name === 'stepBack' ? (
            <StageProgress row={row} to={step.name === 'advance' ? 1 : -1} />
          ) : null
        }
        extra={() => [place]}
      />
      {dialogs}
    </>
  );
}
