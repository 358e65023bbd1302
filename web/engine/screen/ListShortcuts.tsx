import type { Label } from '@yikao/model/kernel/label.ts';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import styles from './ListShortcuts.module.css';
import { focusRow } from './use-list-keys.ts';

/** The start of a list for readers of screens, since its tab shows the title: a heading, and links to its parts. */
export function PageStart({
  title,
  screen,
}: {
  readonly title: Label;
  readonly screen: RefObject<HTMLElement | null>;
}) {
  const language = useLanguage();
  return (
    <>
      <h1 className={styles.heading}>{title[language]}</h1>
      <SkipLinks screen={screen} />
    </>
  );
}

/** Links that skip the content before the rows, for keyboard users: visible only while focused. */
function SkipLinks({ screen }: { readonly screen: RefObject<HTMLElement | null> }) {
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
