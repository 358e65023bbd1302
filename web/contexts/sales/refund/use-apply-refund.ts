import { registry } from '@yikao/model/contexts/datasets.ts';
import type { PayBizType } from '@yikao/model/contexts/payment/payment.codes.ts';
import { salesCalls } from '@yikao/model/contexts/sales/sales.calls.ts';
import { refundStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { useState } from 'react';
import { send } from '../../../engine/api/send.ts';
import { refreshRows } from '../../../engine/calls/refresh-rows.ts';
import { useAttempt } from '../../../engine/dialogs/use-attempt.ts';

/**
 * Applies for the refund of an order, and keeps how that went: `review` if somebody has to approve it, `passed` if not
 * (domain 3.2). Rows of refunds and of the order's dataset are read again.
 */
export function useApplyRefund(
  order: { readonly bizType: PayBizType; readonly orderNo: string },
  orders: AnyDataset,
) {
  const { busy, problem, attempt } = useAttempt();
  const [done, setDone] = useState<'review' | 'passed'>();
  return {
    busy,
    problem,
    done,
    /** `amount` is decimal text in yuan. */
    async send(amount: string, reason: string) {
      await attempt(async () => {
        const applied = await send(salesCalls.applyRefund, {
          body: { ...order, amount, reason },
          toast: false,
        });
        void refreshRows(registry.refund, orders);
        setDone(applied.refundStatus === refundStatus.is.applied ? 'review' : 'passed');
      });
    },
  };
}
