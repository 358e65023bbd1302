import { partnersApply } from '@yikao/model/datasets/partner/partners-apply.ts';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../engine/api/api-error.ts';
import { notice } from '../../engine/api/notice.ts';
import { request } from '../../engine/api/request.ts';
import styles from './review.module.css';

/** Sends the answer to the applicant once more. */
export function TellAgain({ applyId }: { readonly applyId: number }) {
  const { t } = useTranslation('partner');
  const [busy, setBusy] = useState(false);
  const tell = async () => {
    setBusy(true);
    try {
      await request('PUT', `${partnersApply.path}/notify`, { body: { applyId } });
      notice.success(t('review.toldAgain'));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error; // shown as a toast already
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.decision}>
      <Button loading={busy} onClick={() => void tell()}>
        {t('review.tell')}
      </Button>
    </div>
  );
}
