import { ClearOutlined } from '@ant-design/icons';
import { referenceCalls } from '@yikao/model/contexts/reference/reference.calls.ts';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notice } from '../../../../../engine/api/notice.ts';
import { send } from '../../../../../engine/api/send.ts';
import { unlessRefused } from '../../../../../engine/api/unless-refused.ts';
import { can } from '../../../../../engine/session/session.ts';
import styles from './Page.module.css';

/** Makes every node reload its look-ups (domain D19); hidden from people who may not. */
export function CacheButton() {
  const { t } = useTranslation('guide');
  const [busy, setBusy] = useState(false);
  if (!can(referenceCalls.cleanCache.may)) return null;
  const clean = async () => {
    setBusy(true);
    await unlessRefused(async () => {
      await send(referenceCalls.cleanCache, { body: {} });
      notice.success(t('cache.done'));
    }).finally(() => setBusy(false));
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
