import { registry } from '@yikao/model/datasets/index.ts';
import { minus } from '@yikao/model/rules/money.ts';
import { useTranslation } from 'react-i18next';
import { readSummary } from '../../engine/calls/dataset-calls.ts';
import { useKept } from '../../engine/hooks/use-kept.ts';
import type { ListController } from '../../engine/hooks/use-list-controller.ts';
import { Amount } from '../../engine/payment/Amount.tsx';
import styles from './PaidTotals.module.css';

const { serviceOrder } = registry;

/** States of orders whose money has come: paid, being refunded, refunded (domain 3.1). */
const received: readonly string[] = ['1', '4', '3'];

/**
 * The amounts received of the orders that the filters match, and those that have gone back (domain 10): orders that
 * wait or were closed have an amount, but nobody has paid it.
 */
export function PaidTotals({ list }: { readonly list: ListController }) {
  const { t } = useTranslation('sales');
  const chosen = list.filters.status ?? [];
  const status = chosen.length === 0 ? received : received.filter(code => chosen.includes(code));
  const filters = { ...list.filters, status };
  const sums = useKept({
    queryKey: ['rows', serviceOrder.name, 'summary', filters],
    queryFn: ({ signal }) => readSummary(serviceOrder, filters, signal),
    enabled: status.length > 0,
  });
  const { payAmount, refundAmount } = (status.length > 0 ? sums.data?.values : undefined) ?? {};
  const known = status.length === 0 || sums.data !== undefined;
  const [paid, back] = [payAmount ?? '0.00', refundAmount ?? '0.00'];
  const figures = [
    ['totalPaid', paid],
    ['totalRefunded', back],
    ['totalNet', minus(paid, back)],
  ] as const;
  return (
    <dl className={styles.totals} aria-label={t('order.totals')} data-stale={sums.stale}>
      {figures.map(([key, value]) => (
        <div key={key}>
          <dt>{t(`order.${key}`)}</dt>
          <dd>{known ? <Amount value={value} /> : '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
