import { PlusOutlined } from '@ant-design/icons';
import type { PayBizType } from '@yikao/model/contexts/payment/payment.codes.ts';
import { orderStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { PermissionCode } from '@yikao/model/permissions.ts';
import { type ComponentType, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '../../engine/boundary/lazy-dialog.tsx';
import type { ExtraRowAction } from '../../engine/row/RowActions.tsx';
import type { FieldRecord } from '../../fields/field-view.ts';
import { textOf } from '../../fields/parts/values.ts';
import type { ToPay } from './to-pay.ts';

const PayDialog = lazyDialog(() => import('../payment/PayDialog.tsx'), 'PayDialog');
const RefundDialog = lazyDialog(() => import('./RefundDialog.tsx'), 'RefundDialog');

/** Orders of one kind, as their screen has them. */
interface OrdersOf {
  readonly orders: AnyDataset;
  readonly bizType: PayBizType;
  /** The permission to place them and to have them paid. */
  readonly may: PermissionCode;
  /** The text of the button that places one. */
  readonly begin: string;
  readonly Place: ComponentType<{ readonly onClose: (toPay?: ToPay) => void }>;
  /** The names of the fields with the amount that a pending order waits for, and with its title. */
  readonly amount: string;
  readonly title: string;
  /** Datasets whose rows a payment changes; a stable array. */
  readonly changed: readonly AnyDataset[];
  /** Refunds are a common action. */
  readonly refundLeads?: boolean;
}

/** The parts of a screen of orders: placing one, having it paid, applying for its refund, and the dialogs of these. */
export function useOrderScreen(of: OrdersOf) {
  const { orders, bizType, may, Place, amount, title, changed, refundLeads = false } = of;
  const { t } = useTranslation('sales');
  const [placing, setPlacing] = useState(false);
  const [paying, setPaying] = useState<ToPay>();
  const [refunding, setRefunding] = useState<string>();
  const rowActions = useMemo<ExtraRowAction[]>(() => {
    const toPay = (row: FieldRecord): ToPay => ({
      orderNo: textOf(row.orderNo),
      amount: textOf(row[amount]),
      title: textOf(row[title]),
    });
    return [
      {
        key: 'collect',
        may,
        label: t('order.pay'),
        lead: true,
        fits: row => row.status === orderStatus.is.pending && Number(row[amount]) > 0,
        act: row => setPaying(toPay(row)),
      },
      {
        key: 'refund',
        may: 'pay:refund:add',
        label: t('order.refund'),
        lead: refundLeads,
        danger: refundLeads,
        fits: row => row.status === orderStatus.is.paid && Number(row.payAmount) > Number(row.refundAmount),
        act: row => setRefunding(textOf(row.orderNo)),
      },
    ];
  }, [may, amount, title, refundLeads, t]);
  const place = {
    ...{ key: 'add', may, begins: true, label: of.begin },
    icon: <PlusOutlined aria-hidden />,
    act: () => setPlacing(true),
  };
  const dialogs = (
    <>
      {placing && (
        <Place
          onClose={toPay => {
            setPlacing(false);
            setPaying(toPay);
          }}
        />
      )}
      {paying && (
        <PayDialog bizType={bizType} {...paying} changed={changed} onClose={() => setPaying(undefined)} />
      )}
      {refunding !== undefined && (
        <RefundDialog {...{ bizType, orders }} orderNo={refunding} onClose={() => setRefunding(undefined)} />
      )}
    </>
  );
  return { rowActions, place, dialogs };
}
