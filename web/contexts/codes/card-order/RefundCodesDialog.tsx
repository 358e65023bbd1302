import { useQuery } from '@tanstack/react-query';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { payBizType } from '@yikao/model/contexts/payment/payment.codes.ts';
import { type RefundFacts, salesCalls } from '@yikao/model/contexts/sales/sales.calls.ts';
import { halfUp2, times } from '@yikao/model/rules/money.ts';
import { Alert, Button, Flex, Skeleton } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../engine/api/api-error.ts';
import { send } from '../../../engine/api/send.ts';
import { Dialog } from '../../../engine/dialogs/Dialog.tsx';
import { AskedInput } from '../../../engine/form/AskedInput.tsx';
import { grouped } from '../../../engine/grouped.ts';
import type { WireRow } from '../../../engine/wire-row.ts';
import { Figures } from '../../../fields/parts/Figures.tsx';
import { textOf, yuanText } from '../../../fields/parts/values.ts';
import { Amount } from '../../payment/Amount.tsx';
import styles from '../../sales/refund/ApplyRefund.module.css';
import { ReasonField } from '../../sales/refund/ReasonField.tsx';
import { RefundDone } from '../../sales/refund/RefundDone.tsx';
import { useApplyRefund } from '../../sales/refund/use-apply-refund.ts';

const { cardOrder } = registry;

/** A purchase as the list has it. */
export type Order = WireRow<(typeof cardOrder)['fields']>;

interface RefundCodesDialogProps {
  readonly order: Order;
  readonly onClose: () => void;
}

/** Applies for the refund of codes of a purchase: as many as are given back, at the price that was paid (domain G4). */
export function RefundCodesDialog({ order, onClose }: RefundCodesDialogProps) {
  const { t } = useTranslation('codes');
  const orderNo = order.orderNo ?? '';
  const facts = useQuery({
    queryKey: ['refundFacts', orderNo],
    queryFn: ({ signal }) =>
      send(salesCalls.refundFacts, {
        query: { bizType: payBizType.is.codes, orderNo },
        signal,
        toast: false,
      }),
    gcTime: 0,
    retry: false,
  });
  if (facts.data) {
    const left = facts.data.codes?.returnable ?? 0;
    return <RefundForm order={order} facts={facts.data} left={left} onClose={onClose} />;
  }
  return (
    <Dialog title={t('refund.title')} width={560} footer={null} onClose={onClose}>
      {facts.error instanceof ApiError ? (
        <Alert type="error" showIcon title={facts.error.message} />
      ) : (
        <Skeleton active paragraph={{ rows: 6 }} />
      )}
    </Dialog>
  );
}

/** The codes that are apart from the unused ones: taken back by the house, or moved to somebody else. */
function Apart({ codes }: { readonly codes: RefundFacts['codes'] }) {
  const { t } = useTranslation('codes');
  const { takenBack = 0, moved = [] } = codes ?? {};
  if (takenBack === 0 && moved.length === 0) return null;
  return (
    <ul className={styles.apart}>
      {takenBack > 0 && <li>{t('refund.takenBack', { text: grouped(takenBack) })}</li>}
      {moved.map(({ partnersName, count }) => (
        <li key={partnersName ?? ''}>
          {t('refund.moved', { text: grouped(count), to: partnersName ?? t('house') })}
        </li>
      ))}
    </ul>
  );
}

interface RefundFormProps extends RefundCodesDialogProps {
  readonly facts: RefundFacts;
  /** Codes that can still be given back. */
  readonly left: number;
}

function RefundForm({ order, facts, left, onClose }: RefundFormProps) {
  const { t } = useTranslation(['codes', 'sales']);
  const id = useId();
  const applying = useApplyRefund({ bizType: payBizType.is.codes, orderNo: facts.orderNo }, cardOrder);
  const [count, setCount] = useState<unknown>(String(left));
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState<{ readonly count?: string; readonly reason?: string }>({});
  const price = textOf(order.unitPrice);
  const number = /^\d+$/.test(textOf(count)) ? Number(count) : 0;
  const fits = number >= 1 && number <= left;
  const amount = halfUp2(times(price, number));
  if (applying.done) {
    return (
      <RefundDone
        orderNo={facts.orderNo}
        passed={applying.done === 'passed'}
        used={facts.used}
        onClose={onClose}
      />
    );
  }
  const apply = () => {
    const found = {
      ...(!fits && { count: t('refund.countWrong', { left: grouped(left) }) }),
      ...(!reason.trim() && { reason: t('sales:refund.reasonFirst') }),
    };
    setWrong(found);
    if (Object.keys(found).length === 0) void applying.send(amount, reason.trim());
  };
  const figures = [
    [t('refund.bought'), grouped(order.quantity ?? 0)],
    [t('refund.paid'), <Amount key="paid" value={facts.payAmount} />],
    [t('refund.refunded'), <Amount key="refunded" value={facts.refundAmount} />],
  ] as const;
  return (
    <Dialog
      long
      title={t('refund.title')}
      width={560}
      okText={t('sales:refund.submit')}
      okButtonProps={{ disabled: left === 0 }}
      busy={applying.busy}
      onOk={apply}
      onClose={onClose}
      problem={applying.problem}
    >
      <p className={styles.number}>{facts.orderNo}</p>
      <Figures of={figures} />
      <Apart codes={facts.codes} />
      {left === 0 ? (
        <Alert type="info" showIcon title={t(facts.codes?.making ? 'refund.making' : 'refund.none')} />
      ) : (
        <>
          <Alert
            className={styles.people ?? ''}
            type={facts.used ? 'warning' : 'info'}
            showIcon
            title={t(facts.used ? 'refund.peopleTwo' : 'refund.people')}
          />
          <Flex vertical gap={6}>
            <div className={styles.codes}>
              <AskedInput
                field={cardOrder.fields.quantity}
                name="count"
                label={t('refund.count')}
                values={{ count }}
                hint={t('refund.countHint', { left: grouped(left), price: yuanText(price).slice(1) })}
                wrong={wrong.count}
                required
                onChange={next => {
                  setCount(next);
                  setWrong(({ count: _, ...rest }) => rest);
                }}
              />
              <Button size="small" onClick={() => setCount(String(left))}>
                {t('refund.all', { left: grouped(left) })}
              </Button>
              <div className={styles.due} aria-live="polite">
                <span>{t('refund.amount')}</span>
                {fits ? <Amount value={amount} size="large" /> : <span>–</span>}
              </div>
            </div>
            <ReasonField
              id={`${id}-reason`}
              value={reason}
              wrong={wrong.reason}
              onChange={next => {
                setReason(next);
                setWrong(({ reason: _, ...rest }) => rest);
              }}
            />
          </Flex>
        </>
      )}
    </Dialog>
  );
}
