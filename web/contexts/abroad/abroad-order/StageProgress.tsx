import { serviceStage } from '@yikao/model/contexts/abroad/abroad.codes.ts';
import type { registry } from '@yikao/model/contexts/datasets.ts';
import { useTranslation } from 'react-i18next';
import type { WireRow } from '../../../engine/wire-row.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import styles from './StageProgress.module.css';

interface StageProgressProps {
  readonly row: WireRow<typeof registry.abroadOrder.fields>;
  /** Shows the stage after a step forward or back. */
  readonly to?: 1 | -1;
}

/** The stages of an order's service, with the present one (domain O4). */
export function StageProgress({ row, to }: StageProgressProps) {
  const { t } = useTranslation('abroad');
  const language = useLanguage();
  const stages = serviceStage.items;
  const at = stages.findIndex(({ code }) => code === row.serviceStage);
  const next = to === undefined ? undefined : stages[at + to];
  const current = next ? stages.indexOf(next) : at;
  return (
    <div className={styles.progress}>
      <ol aria-label={t('stages')}>
        {stages.map(({ code, label }, place) => (
          <li
            key={code}
            data-stands={place < current ? 'done' : place === current ? 'now' : 'later'}
            aria-current={place === current ? 'step' : undefined}
          >
            <span aria-hidden>{code}</span>
            {label[language]}
          </li>
        ))}
      </ol>
      {next && (
        <p>{t('stageChange', { from: stages[at]?.label[language] ?? '', to: next.label[language] })}</p>
      )}
    </div>
  );
}
