import { PlusOutlined } from '@ant-design/icons';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '../../engine/boundary/lazy-dialog.tsx';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import type { ToPay } from './PlaceOrderDialog.tsx';
import { PaidTotals } from './service-order/PaidTotals.tsx';
import { RemarkCell } from './service-order/RemarkCell.tsx';

const { serviceOrder, payRecord } = registry;

const PlaceOrderDialog = lazyDialog(() => import('./PlaceOrderDialog.tsx'), 'PlaceOrderDialog');
const PayDialog = lazyDialog(() => import('../payment/PayDialog.tsx'), 'PayDialog');
const RefundDialog = lazyDialog(() => import('./RefundDialog.tsx'), 'RefundDialog');

/** Fields with a custom rendering on this screen. */
const overrides = { cells: { remark: RemarkCell } };
/** Rows that a payment changes. */
const paidRows = [serviceOrder, payRecord, registry.userCard];

/** Service orders (domain G8, 10): placed for consumers, paid by a code, refunded, with a remark to write on. */
export default function ServiceOrderPage() {
  const { t } = useTranslation('sales');
  const [placing, setPlacing] = useState(false);
  const [paying, setPaying] = useState<ToPay>();
  const [refunding, setRefunding] = useState<string>();
  const actions = useMemo<RowAction<typeof serviceOrder>[]>(
    () => [
      {
        key: 'collect',
        may: 'order:service:add',
        label: t('order.pay'),
        lead: true,
        fits: ({ status, payAmount }) => status === 0 && Number(payAmount) > 0,
        act: row =>
          setPaying({ orderNo: row.orderNo ?? '', amount: row.payAmount ?? 0, title: row.goodsName ?? '' }),
      },
      {
        key: 'refund',
        may: 'pay:refund:add',
        label: t('order.refund'),
        lead: true,
        danger: true,
        fits: ({ status, payAmount, refundAmount }) =>
          status === 1 && Number(payAmount) > Number(refundAmount),
        act: row => setRefunding(row.orderNo ?? ''),
      },
    ],
    [t],
  );
  return (
    <>
      <DatasetScreen
        dataset={serviceOrder}
        rowActions={actions}
        overrides={overrides}
        footer={list => <PaidTotals list={list} />}
        ownSums
        extra={() => [
          {
            key: 'add',
            may: 'order:service:add',
            begins: true,
            label: t('order.new'),
            icon: <PlusOutlined aria-hidden />,
            act: () => setPlacing(true),
          },
        ]}
      />
      {placing && (
        <PlaceOrderDialog
          onClose={toPay => {
            setPlacing(false);
            setPaying(toPay);
          }}
        />
      )}
      {paying && (
        <PayDialog bizType={1} {...paying} changed={paidRows} onClose={() => setPaying(undefined)} />
      )}
      {refunding !== undefined && (
        <RefundDialog
          bizType={1}
          orderNo={refunding}
          orders={serviceOrder}
          onClose={() => setRefunding(undefined)}
        />
      )}
    </>
  );
}
