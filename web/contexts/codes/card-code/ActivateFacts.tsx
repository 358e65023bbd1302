import { useTranslation } from 'react-i18next';
import styles from './ActivateFacts.module.css';
import type { Code } from './CodeCell.tsx';

/** The effect of an activation, shown before a candidate is chosen. */
export function ActivateFacts({ code: { serialNo, cardName, codeExpireTime } }: { readonly code: Code }) {
  const { t } = useTranslation('codes');
  const card = cardName ?? '';
  return (
    <div className={styles.facts}>
      <b>{t('activate.what', { card, serial: serialNo })}</b>
      <p>{t('activate.will', { card })}</p>
      {codeExpireTime && <p>{t('activate.until', { time: codeExpireTime.slice(0, 16) })}</p>}
    </div>
  );
}
