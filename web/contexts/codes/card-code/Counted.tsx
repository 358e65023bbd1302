import { codeStatus } from '@yikao/model/contexts/codes/codes.codes.ts';
import { Alert, Checkbox, Spin } from 'antd';
import { useTranslation } from 'react-i18next';
import { grouped } from '../../../engine/grouped.ts';
import { Figures } from '../../../fields/parts/Figures.tsx';
import { useLanguage } from '../../../i18n/i18n.ts';
import styles from './BatchDialog.module.css';
import type { BatchState } from './use-batch.ts';

/** States of a code in the order of its life. */
const states = ['unused', 'issued', 'activated', 'expired', 'voided'] as const;

function stateOf(name: (typeof states)[number]) {
  const item = codeStatus.items.find(one => one.name === name);
  return { label: item?.label ?? { zh: name, en: name }, tone: item?.tone ?? 'plain' };
}

/** The numbers of the chosen codes by state and owner. Several owners have to be confirmed. */
export function Counted({ batch }: { readonly batch: BatchState }) {
  const { t } = useTranslation('codes');
  const language = useLanguage();
  const { counts, counting, countProblem, several, sure } = batch;
  if (countProblem !== undefined) return <Alert type="error" showIcon title={countProblem} />;
  if (!counts) {
    return counting ? (
      <p className={styles.hint} role="status">
        <Spin size="small" /> {t('batch.counting')}
      </p>
    ) : null;
  }
  if (counts.total === 0) return <Alert type="info" showIcon title={t('batch.none')} />;
  const nameOf = (name: string | null) => name ?? t('house');
  return (
    <section className={styles.counted} data-stale={counting}>
      <b role="status">{t('batch.counted', { count: grouped(counts.total) })}</b>
      <Figures
        of={states.map(name => {
          const { label, tone } = stateOf(name);
          return [label[language], grouped(counts[name]), counts[name] === 0 ? 'none' : tone];
        })}
      />
      {several ? (
        <Alert
          type="warning"
          showIcon
          title={t('batch.several', { count: counts.owners.length })}
          description={
            <>
              <ul className={styles.owners}>
                {counts.owners.map(({ partnersId, partnersName, count }) => (
                  <li key={partnersId ?? 0}>
                    <span>{nameOf(partnersName)}</span>
                    <span>{grouped(count)}</span>
                  </li>
                ))}
              </ul>
              <Checkbox checked={sure} onChange={event => batch.setSure(event.target.checked)}>
                {t('batch.sure', { count: counts.owners.length })}
              </Checkbox>
            </>
          }
        />
      ) : (
        <p className={styles.owner}>
          {t('batch.owners')} <b>{nameOf(counts.owners[0]?.partnersName ?? null)}</b>
        </p>
      )}
    </section>
  );
}
