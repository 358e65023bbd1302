import { registry } from '@yikao/model/contexts/datasets.ts';
import { settlementCalls } from '@yikao/model/contexts/settlement/settlement.calls.ts';
import { useTranslation } from 'react-i18next';
import { send } from '../../../engine/api/send.ts';
import { useKept } from '../../../engine/layout/use-kept.ts';
import { Amount } from '../../payment/Amount.tsx';
import styles from './IncomePanel.module.css';

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
    <dl className={styles.figures} aria-label={t('income.title')} data-stale={stale}>
      {figures.map(name => (
        <div key={name}>
          <dt>{t(`income.${name}`)}</dt>
          <dd>{data ? <Amount value={data[name].toFixed(2)} /> : '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
