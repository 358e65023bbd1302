import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { focusRow } from '../hooks/use-list-keys.ts';
import styles from './ListShortcuts.module.css';

/** Ways past what stands before the rows, for whoever has no mouse: seen only while they have the focus. */
export function SkipLinks({ screen }: { readonly screen: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation('engine');
  const to = (selector: string) => () => screen.current?.querySelector<HTMLElement>(selector)?.focus();
  return (
    <nav className={styles.skip} aria-label={t('keys.skip')}>
      <button type="button" onClick={() => screen.current && focusRow(screen.current)}>
        {t('keys.toRow')}
      </button>
      <button type="button" onClick={to('form input:enabled')}>
        {t('keys.toFilter')}
      </button>
      <button type="button" onClick={to('[role="toolbar"] button:enabled')}>
        {t('keys.toTools')}
      </button>
    </nav>
  );
}
