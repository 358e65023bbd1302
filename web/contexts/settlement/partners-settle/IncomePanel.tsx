import { registry } from '@yikao/model/contexts/datasets.ts';
import { settlementCalls } from '@yikao/model/contexts/settlement/settlement.calls.ts';
import { useTranslation } from 'react-i18next';
import { send } from '../../../engine/api/send.ts';
import { useKept } from '../../../engine/layout/use-kept.ts';
import { Figures } from '../../../fields/parts/Figures.tsx';
import { Amount } from '../../payment/Amount.tsx';

const figures = ['grandTotalAmount', 'yesterdayAmount', 'thisMonthAmount', 'canWithdrawAmount'] as const;

/** Commission of all that the person reaches, settled or not (domain 4.10). */
export function IncomePanel() {
  const { t } = useTranslation('settle');
  const { data, stale, forbidden } = useKept({
    queryKey: ['rows', registry.partnersSettle.name, 'income'],
    queryFn: ({ signal }) => send(settlementCalls.income, { signal, toast: false }),
  });
  // An agency sees no amounts.
  if (forbidden) return null;
  return (
    <Figures
      look="line"
      label={t('income.title')}
      stale={stale}
      of={figures.map(name => [
        t(`income.${name}`),
        data ? <Amount key={name} value={data[name].toFixed(2)} /> : '–',
      ])}
    />
  );
}
