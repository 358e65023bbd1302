import { registry } from '@yikao/model/contexts/datasets.ts';
import { minus } from '@yikao/model/rules/money.ts';
import { useTranslation } from 'react-i18next';
import { readSummary } from '../../../engine/calls/dataset-calls.ts';
import { useKept } from '../../../engine/layout/use-kept.ts';
import type { ListController } from '../../../engine/list/use-list-controller.ts';
import { Figures } from '../../../fields/parts/Figures.tsx';
import { Amount } from '../../payment/Amount.tsx';

const { serviceOrder } = registry;

/**
 * The amounts received and refunded for the filtered orders (domain 10), from the declared sums: pending and closed
 * orders have an amount that nobody has paid.
 */
export function PaidTotals({ list }: { readonly list: ListController }) {
  const { t } = useTranslation('sales');
  const { filters } = list;
  const sums = useKept({
    queryKey: ['rows', serviceOrder.name, 'summary', filters],
    queryFn: ({ signal }) => readSummary(serviceOrder, filters, signal),
  });
  const { payAmount, refundAmount } = sums.data?.values ?? {};
  const known = sums.data !== undefined;
  const [paid, back] = [payAmount ?? '0.00', refundAmount ?? '0.00'];
  const figures = [
    ['totalPaid', paid],
    ['totalRefunded', back],
    ['totalNet', minus(paid, back)],
  ] as const;
  return (
    <Figures
      look="line"
      label={t('order.totals')}
      stale={sums.stale}
      of={figures.map(([key, value]) => [
        t(`order.${key}`),
        known ? <Amount key={key} value={value} /> : '–',
      ])}
    />
  );
}
