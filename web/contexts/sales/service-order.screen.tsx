import { registry } from '@yikao/model/contexts/datasets.ts';
import { payBizType } from '@yikao/model/contexts/payment/payment.codes.ts';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '../../engine/boundary/lazy-dialog.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import { PaidTotals } from './service-order/PaidTotals.tsx';
import { RemarkCell } from './service-order/RemarkCell.tsx';
import { useOrderScreen } from './use-order-screen.tsx';

const { serviceOrder, payRecord } = registry;

const PlaceOrderDialog = lazyDialog(() => import('./PlaceOrderDialog.tsx'), 'PlaceOrderDialog');
/** Fields with a custom rendering on this screen. */
const overrides = { cells: { remark: RemarkCell } };
/** Rows that a payment changes. */
const paidRows = [serviceOrder, payRecord, registry.userCard];

/** Service orders (domain G8, 10): placed for consumers, paid by a code, refunded, with a remark to write on. */
export default function ServiceOrderPage() {
  const { t } = useTranslation('sales');
  const { rowActions, place, dialogs } = useOrderScreen({
    ...{
      orders: serviceOrder,
      bizType: payBizType.is.service,
      may: 'order:service:add',
      begin: t('order.new'),
    },
    ...{ Place: PlaceOrderDialog, amount: 'payAmount', title: 'goodsName', changed: paidRows },
    refundLeads: true,
  });
  return (
    <>
      <DatasetScreen
        dataset={serviceOrder}
        rowActions={rowActions}
        overrides={overrides}
        footer={list => <PaidTotals list={list} />}
        ownSums
        extra={() => [place]}
      />
      {dialogs}
    </>
  );
}
