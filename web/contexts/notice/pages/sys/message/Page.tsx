import { Switch } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeading } from '../../../../../engine/tab/PageHeading.tsx';
import { MessageList } from '../../../MessageList.tsx';
import styles from '../../../messages.module.css';
import { ReadAllButton } from '../../../ReadAllButton.tsx';
import { useMessages } from '../../../use-messages.ts';

/** All messages of the person; open to everybody who is logged in. */
export default function MessagesPage() {
  const { t } = useTranslation('notices');
  const id = useId();
  const [onlyUnread, setOnlyUnread] = useState(false);
  const messages = useMessages();
  return (
    <div className={styles.page}>
      <PageHeading />
      <div>
        <div className={styles.tools}>
          <ReadAllButton messages={messages} />
          <span>
            <label htmlFor={id}>{t('onlyUnread')}</label>
            <Switch id={id} size="small" checked={onlyUnread} onChange={setOnlyUnread} />
          </span>
        </div>
        <MessageList
          messages={messages}
          onlyUnread={onlyUnread}
          onAll={onlyUnread ? () => setOnlyUnread(false) : undefined}
        />
      </div>
    </div>
  );
}
