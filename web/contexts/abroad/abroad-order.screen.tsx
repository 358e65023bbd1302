import { PlusOutlined } from '@ant-design/icons';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '../../engine/boundary/lazy-dialog.tsx';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import type { RowTab } from '../../engine/screen/screen-parts.ts';
import type { ToPay } from './abroad-order/PlaceAbroadDialog.tsx';
import { StageProgress } from './abroad-order/StageProgress.tsx';

const { abroadOrder, payRecord, lead } = registry;

const PlaceAbroadDialog = lazyDialog(
  () => import('./abroad-order/PlaceAbroadDialog.tsx'),
  'PlaceAbroadDialog',
);
const PayDialog = lazyDialog(() => import('../payment/PayDialog.tsx'), 'PayDialog');
const RefundDialog = lazyDialog(() => import('../sales/RefundDialog.tsx'), 'RefundDialog');

/** Rows that a payment changes. */
const paidRows = [abroadOrder, payRecord, lead];

/** Orders of programmes (domain O4): placed for candidates, paid by a code, refunded, and taken through their stages. */
export default function AbroadOrderPage() {
  const { t } = useTranslation(['abroad', 'sales']);
  const [placing, setPlacing] = useState(false);
  const [paying, setPaying] = useState<ToPay>();
  const [refunding, setRefunding] = useState<string>();
  const actions = useMemo<RowAction<typeof abroadOrder>[]>(
    () => [
      {
        key: 'collect',
        may: 'abroad:order:add',
        label: t('sales:order.pay'),
        lead: true,
        fits: ({ status, amount }) => status === 0 && Number(amount) > 0,
        act: row =>
          setPaying({ orderNo: row.orderNo ?? '', amount: row.amount ?? 0, title: row.itemName ?? '' }),
      },
      {
        key: 'refund',
        may: 'pay:refund:add',
        label: t('sales:order.refund'),
        fits: ({ status, payAmount, refundAmount }) =>
          status === 1 && Number(payAmount) > Number(refundAmount),
        act: row => setRefunding(row.orderNo ?? ''),
      },
    ],
    [t],
  );
  const tabs = useMemo<RowTab<typeof abroadOrder>[]>(
    () => [{ key: 'stages', label: t('stages'), render: row => <StageProgress row={row} /> }],
    [t],
  );
  return (
    <>
      <DatasetScreen
        dataset={abroadOrder}
        rowActions={actions}
        drawerTabs={tabs}
        stepExtra={(step, row) =>
          step.name === 'advance' || step.name === 'stepBack' ? (
            <StageProgress row={row} to={step.name === 'advance' ? 1 : -1} />
          ) : null
        }
        extra={() => [
          {
            key: 'add',
            may: 'abroad:order:add',
            begins: true,
            label: t('order.new'),
            icon: <PlusOutlined aria-hidden />,
            act: () => setPlacing(true),
          },
        ]}
      />
      {placing && (
        <PlaceAbroadDialog
          onClose={toPay => {
            setPlacing(false);
            setPaying(toPay);
          }}
        />
      )}
      {paying && (
        <PayDialog bizType={3} {...paying} changed={paidRows} onClose={() => setPaying(undefined)} />
      )}
      {refunding !== undefined && (
        <RefundDialog
          bizType={3}
          orderNo={refunding}
          orders={abroadOrder}
          onClose={() => setRefunding(undefined)}
        />
      )}
    </>
  );
}
