import { useQuery } from '@tanstack/react-query';
import type { PayBizType } from '@yikao/model/contexts/payment/payment.codes.ts';
import { payBizType } from '@yikao/model/contexts/payment/payment.codes.ts';
import { unusedShare } from '@yikao/model/contexts/sales/rules/refund-share.ts';
import { type RefundFacts, salesCalls } from '@yikao/model/contexts/sales/sales.calls.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { compare, halfUp2 } from '@yikao/model/rules/money.ts';
import { Alert, Button, Flex, Input, Skeleton } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../engine/api/api-error.ts';
import { send as sendCall } from '../../engine/api/send.ts';
import { Dialog } from '../../engine/dialogs/Dialog.tsx';
import { Figures } from '../../fields/parts/Figures.tsx';
import { Amount } from '../payment/Amount.tsx';
import styles from './refund/ApplyRefund.module.css';
import { ReasonField } from './refund/ReasonField.tsx';
import { RefundDone } from './refund/RefundDone.tsx';
import { useApplyRefund } from './refund/use-apply-refund.ts';
import { UsedEntitlements } from './UsedEntitlements.tsx';

/** The kind of order that is refunded. */
interface Refunding {
  readonly bizType: PayBizType;
  /** The orders, whose rows are read again. */
  readonly orders: AnyDataset;
}

interface RefundDialogProps extends Refunding {
  readonly orderNo: string;
  readonly onClose: () => void;
}

/**
 * Requests a refund: shows payment and usage, and asks for the amount and reason. States that somebody else must
 * approve, or two people if the order was used (domain 0.7, 10).
 */
export function RefundDialog({ bizType, orderNo, orders, onClose }: RefundDialogProps) {
  const { t } = useTranslation('sales');
  const facts = useQuery({
    queryKey: ['refundFacts', bizType, orderNo],
    queryFn: ({ signal }) =>
      sendCall(salesCalls.refundFacts, { query: { bizType, orderNo }, signal, toast: false }),
    gcTime: 0,
    retry: false,
  });
  if (facts.data)
    return <RefundForm facts={facts.data} bizType={bizType} orders={orders} onClose={onClose} />;
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

/** Plausible amounts, without redundant ones. */
function suggestions(facts: RefundFacts): { readonly key: 'whole' | 'unused'; readonly amount: string }[] {
  const whole = halfUp2(String(facts.refundable));
  const unused = unusedShare(String(facts.payAmount), String(facts.refundAmount), facts.entitlements);
  return [
    { key: 'whole' as const, amount: whole },
    ...(compare(unused, '0') > 0 && compare(unused, whole) < 0
      ? [{ key: 'unused' as const, amount: unused }]
      : []),
  ];
}

function fits(amount: string, most: string): boolean {
  return /^\d{1,10}(\.\d{1,2})?$/.test(amount) && compare(amount, '0') > 0 && compare(amount, most) <= 0;
}

/** The content of the form of a refund, and how its sending went. */
function useRefundForm(facts: RefundFacts, { bizType, orders }: Refunding) {
  const { t } = useTranslation('sales');
  const { busy, problem, done, send } = useApplyRefund({ bizType, orderNo: facts.orderNo }, orders);
  const most = halfUp2(String(facts.refundable));
  const [amount, setAmount] = useState(most);
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState<{ readonly amount?: string; readonly reason?: string }>({});

  const apply = async () => {
    const found = {
      ...(!fits(amount.trim(), most) && { amount: t('refund.tooMuch', { amount: most }) }),
      ...(!reason.trim() && { reason: t('refund.reasonFirst') }),
    };
    setWrong(found);
    if (Object.keys(found).length > 0) return;
    await send(amount.trim(), reason.trim());
  };

  return {
    ...{ most, amount, reason, wrong, problem, busy, done, apply },
    changeAmount(next: string) {
      setAmount(next);
      setWrong(({ amount: _, ...rest }) => rest);
    },
    changeReason(next: string) {
      setReason(next);
      setWrong(({ reason: _, ...rest }) => rest);
    },
  };
}
type RefundFormState = ReturnType<typeof useRefundForm>;

interface FieldProps {
  readonly id: string;
  readonly form: RefundFormState;
}

/** The amount to refund, with plausible amounts one click away. */
function AmountField({ id, form, facts }: FieldProps & { readonly facts: RefundFacts }) {
  const { t } = useTranslation('sales');
  const { amount, wrong, most } = form;
  return (
    <>
      <label htmlFor={id}>{t('refund.amount')}</label>
      <div className={styles.amount}>
        <Input
          id={id}
          prefix="¥"
          inputMode="decimal"
          value={amount}
          status={wrong.amount ? 'error' : ''}
          aria-describedby={`${id}-hint`}
          aria-invalid={wrong.amount !== undefined}
          onChange={event => form.changeAmount(event.target.value)}
        />
        {suggestions(facts).map(({ key, amount: value }) => (
          <Button
            key={key}
            size="small"
            type={value === amount ? 'primary' : 'default'}
            ghost={value === amount}
            onClick={() => form.changeAmount(value)}
          >
            {t(`refund.${key}`, { amount: value })}
          </Button>
        ))}
      </div>
      <p id={`${id}-hint`} className={styles.hint} data-wrong={wrong.amount !== undefined}>
        {wrong.amount ?? t('refund.atMost', { amount: most })}
      </p>
    </>
  );
}

interface RefundFormProps extends Refunding {
  readonly facts: RefundFacts;
  readonly onClose: () => void;
}

function RefundForm({ facts, bizType, orders, onClose }: RefundFormProps) {
  const { t } = useTranslation('sales');
  const id = useId();
  const form = useRefundForm(facts, { bizType, orders });
  const { used } = facts;
  if (form.done) {
    return (
      <RefundDone orderNo={facts.orderNo} passed={form.done === 'passed'} used={used} onClose={onClose} />
    );
  }
  const figures = [
    ['paid', facts.payAmount],
    ['refunded', facts.refundAmount],
    ['left', facts.refundable],
  ] as const;
  return (
    <Dialog
      title={t('refund.title')}
      width={560}
      okText={t('refund.submit')}
      busy={form.busy}
      onOk={form.apply}
      onClose={onClose}
      problem={form.problem}
    >
      <p className={styles.number}>{facts.orderNo}</p>
      <Figures of={figures.map(([key, value]) => [t(`refund.${key}`), <Amount key={key} value={value} />])} />
      {/* Other orders give none: what was used of them is their service. */}
      {facts.bizType === payBizType.is.service && <UsedEntitlements of={facts.entitlements} />}
      <Alert
        className={styles.people ?? ''}
        type={used ? 'warning' : 'info'}
        showIcon
        title={t(used ? 'refund.twoPeople' : 'refund.onePerson')}
      />
      <Flex vertical gap={6}>
        <AmountField id={`${id}-amount`} form={form} facts={facts} />
        <ReasonField
          id={`${id}-reason`}
          value={form.reason}
          wrong={form.wrong.reason}
          onChange={form.changeReason}
        />
      </Flex>
    </Dialog>
  );
}
