import { registry } from '@yikao/model/contexts/datasets.ts';
import { useState } from 'react';
import { lazyDialog } from '../../../engine/boundary/lazy-dialog.tsx';
import type { OrderedLead } from '../../sales/PlaceOrderDialog.tsx';
import type { ToPay } from '../../sales/to-pay.ts';

const PlaceOrderDialog = lazyDialog(() => import('../../sales/PlaceOrderDialog.tsx'), 'PlaceOrderDialog');
const PayDialog = lazyDialog(() => import('../../payment/PayDialog.tsx'), 'PayDialog');

/** Rows that a payment changes. */
const paidRows = [registry.serviceOrder, registry.payRecord, registry.lead];

interface LeadOrderProps {
  readonly lead: OrderedLead;
  readonly onClose: () => void;
}

/** Places an order for a lead, and shows its payment code if it waits for payment (domain 0.7, 25). */
export function LeadOrder({ lead, onClose }: LeadOrderProps) {
  const [paying, setPaying] = useState<ToPay>();
  return paying ? (
    <PayDialog bizType={1} {...paying} changed={paidRows} onClose={onClose} />
  ) : (
    <PlaceOrderDialog lead={lead} onClose={toPay => (toPay ? setPaying(toPay) : onClose())} />
  );
}
