import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './ListShortcuts.module.css';
import { focusRow } from './use-list-keys.ts';

/** Links that skip the content before the rows, for keyboard users: visible only while focused. */
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
