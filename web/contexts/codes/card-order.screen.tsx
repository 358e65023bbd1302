import { ShoppingCartOutlined } from '@ant-design/icons';
import { codesCalls } from '@yikao/model/contexts/codes/codes.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { payChannel } from '@yikao/model/contexts/payment/payment.codes.ts';
import { salesCalls } from '@yikao/model/contexts/sales/sales.calls.ts';
import { orderStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayChange } from '../../engine/access/may.ts';
import { lazyDialog } from '../../engine/boundary/lazy-dialog.tsx';
import { grouped } from '../../engine/grouped.ts';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import { can } from '../../engine/session/session.ts';
import { lazyCode } from '../../loading/lazy-code.ts';
import type { Order } from './card-order/RefundCodesDialog.tsx';
import type { Purchase } from './card-order/use-purchase.ts';

const { cardOrder, payRecord } = registry;

const BuyDialog = lazyDialog(() => import('./card-order/BuyDialog.tsx'), 'BuyDialog');
const MadeCodes = lazyCode(() => import('./card-order/MadeCodes.tsx'), 'MadeCodes');
const PayDialog = lazyDialog(() => import('../payment/PayDialog.tsx'), 'PayDialog');
const RefundCodesDialog = lazyDialog(() => import('./card-order/RefundCodesDialog.tsx'), 'RefundCodesDialog');

/** Rows that a payment changes. */
const paidRows = [cardOrder, payRecord];

/** Purchases of activation codes (domain G4, 10): placed, paid by a code, and given back. */
export default function CardOrderPage() {
  const { t } = useTranslation('codes');
  const [buying, setBuying] = useState(false);
  const [paying, setPaying] = useState<Purchase>();
  const [refunding, setRefunding] = useState<Order>();
  const buys = can(codesCalls.order.may) && mayChange(cardOrder);
  const actions = useMemo<RowAction<typeof cardOrder>[]>(
    () => [
      {
        key: 'collect',
        may: buys,
        label: t('buy.again'),
        lead: true,
        fits: ({ status, amount }) => status === orderStatus.is.pending && Number(amount) > 0,
        act: ({ orderNo, amount, quantity, cardName, payType }) => {
          const first = payChannel.items.find(({ code }) => code === payType)?.code;
          setPaying({
            ...{ orderNo: orderNo ?? '', amount: amount ?? 0, quantity: quantity ?? 0 },
            title: t('buy.paidTitle', { card: cardName ?? '', count: grouped(quantity ?? 0) }),
            ...(first && { first }),
          });
        },
      },
      {
        key: 'refund',
        may: salesCalls.applyRefund.may,
        label: t('refund.action'),
        lead: true,
        danger: true,
        fits: ({ status, payAmount, refundAmount }) =>
          status === orderStatus.is.paid && Number(payAmount) > Number(refundAmount),
        act: setRefunding,
      },
    ],
    [t, buys],
  );
  const paid = () => setPaying(undefined);
  return (
    <>
      <DatasetScreen
        dataset={cardOrder}
        rowActions={actions}
        extra={() => [
          {
            key: 'add',
            may: buys,
            begins: true,
            label: t('buy.title'),
            icon: <ShoppingCartOutlined aria-hidden />,
            act: () => setBuying(true),
          },
        ]}
      />
      {buying && (
        <BuyDialog
          onClose={purchase => {
            setBuying(false);
            setPaying(purchase);
          }}
        />
      )}
      {paying && (
        <PayDialog
          bizType={4}
          orderNo={paying.orderNo}
          amount={paying.amount}
          title={paying.title}
          {...(paying.first && { first: paying.first })}
          changed={paidRows}
          after={<MadeCodes orderNo={paying.orderNo} quantity={paying.quantity} onLeave={paid} />}
          onClose={paid}
        />
      )}
      {refunding && <RefundCodesDialog order={refunding} onClose={() => setRefunding(undefined)} />}
    </>
  );
}
