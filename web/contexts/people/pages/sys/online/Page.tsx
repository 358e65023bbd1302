import { Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import paged from '../../../../../engine/paged/paged.module.css';
import { PageHeading } from '../../../../../engine/tab/PageHeading.tsx';
import styles from './Page.module.css';
import { SessionList } from './SessionList.tsx';
import { TokenList } from './TokenList.tsx';

/** Current access: the logins of people, and the API tokens of their scripts. */
export default function OnlinePage() {
  const { t } = useTranslation('security');
  const [shown, setShown] = useState<'sessions' | 'tokens'>('sessions');
  return (
    <div className={paged.page}>
      <PageHeading />
      <Segmented
        className={styles.choice ?? ''}
        aria-label={t('token.what')}
        value={shown}
        onChange={setShown}
        options={[
          { value: 'sessions', label: t('token.sessions') },
          { value: 'tokens', label: t('token.tokens') },
        ]}
      />
      {shown === 'sessions' ? <SessionList /> : <TokenList />}
    </div>
  );
}
