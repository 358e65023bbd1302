import type { AppEntry } from '@yikao/model/contexts/content/display.calls.ts';
import { Flex, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { StoredImage } from '../../../fields/files/StoredImage.tsx';
import styles from './MenuPhone.module.css';

/** An entry, or one beneath another. */
type Shown = Pick<AppEntry, 'menuId' | 'menuName' | 'icon' | 'loginFlag'>;

function Entry({ menuName, icon, loginFlag }: Shown) {
  const { t } = useTranslation('display');
  return (
    <li className={styles.entry}>
      <span className={styles.icon}>
        <StoredImage path={icon} alt="" />
      </span>
      <span>{menuName}</span>
      {loginFlag === 1 && <small>{t('phone.login')}</small>}
    </li>
  );
}

/** The front page of the app with its grid of entries; the entries beneath one have a separate card. */
export function MenuPhone({ entries }: { readonly entries: readonly AppEntry[] | undefined }) {
  const { t } = useTranslation('display');
  if (entries === undefined) return <Skeleton active className={styles.waiting ?? ''} />;
  if (entries.length === 0) return <p className={styles.nothing}>{t('phone.nothing')}</p>;
  return (
    <div className={styles.page}>
      <ul className={styles.grid}>
        {entries.map(entry => (
          <Entry key={entry.menuId} {...entry} />
        ))}
      </ul>
      {entries
        .filter(({ children }) => children.length > 0)
        .map(({ menuId, menuName, children }) => (
          <Flex component="section" key={menuId} vertical gap={6}>
            <b>{menuName}</b>
            <ul className={styles.grid}>
              {children.map(entry => (
                <Entry key={entry.menuId} {...entry} />
              ))}
            </ul>
          </Flex>
        ))}
    </div>
  );
}
