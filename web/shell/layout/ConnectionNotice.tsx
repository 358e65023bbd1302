import { CloudSyncOutlined, DisconnectOutlined, SyncOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../../engine/api/connection.ts';
import { useNewVersion } from '../../engine/api/version.ts';
import styles from './ConnectionNotice.module.css';

interface ConnectionNoticeProps {
  /** True if something on an open page is not saved. */
  readonly unsaved: boolean;
}

/** Shows, in one line, a condition that limits the product, while it lasts. */
export function ConnectionNotice({ unsaved }: ConnectionNoticeProps) {
  const { t } = useTranslation('trouble');
  const connection = useConnection();
  const newVersion = useNewVersion();
  const icon = connection === 'offline' ? <DisconnectOutlined /> : <SyncOutlined spin />;
  return (
    <div role="status" className={styles.notice}>
      {connection !== 'fine' ? (
        <Alert banner type="warning" icon={icon} title={t(`connection.${connection}`)} />
      ) : (
        newVersion && (
          <Alert
            banner
            type="info"
            icon={<CloudSyncOutlined />}
            title={t(unsaved ? 'version.unsaved' : 'version.title')}
            action={
              <Button size="small" type="primary" onClick={() => window.location.reload()}>
                {t('version.reload')}
              </Button>
            }
          />
        )
      )}
    </div>
  );
}
