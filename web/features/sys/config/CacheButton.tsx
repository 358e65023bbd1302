import { ClearOutlined } from '@ant-design/icons';
import { referenceCalls } from '@yikao/model/calls/reference.ts';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notice } from '../../../engine/api/notice.ts';
import { send } from '../../../engine/api/send.ts';
import { can } from '../../../engine/session/session.ts';
import styles from './Page.module.css';

/** Has every node read its look-ups anew (domain D19); absent for whoever may not. */
export function CacheButton() {
  const { t } = useTranslation('guide');
  const [busy, setBusy] = useState(false);
  if (!can(referenceCalls.cleanCache.may)) return null;
  const clean = async () => {
    setBusy(true);
    try {
      await send(referenceCalls.cleanCache, { body: {} });
      notice.success(t('cache.done'));
    } catch {
      // The call itself has told the person why.
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.cache}>
      <p>{t('cache.text')}</p>
      <Button icon={<ClearOutlined aria-hidden />} loading={busy} onClick={() => void clean()}>
        {t('cache.clean')}
      </Button>
    </div>
  );
}
