import { CloseOutlined } from '@ant-design/icons';
import { transStatus } from '@yikao/model/contexts/teaching/teaching.codes.ts';
import { Button, Progress } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListController } from '../../../engine/list/use-list-controller.ts';
import styles from './UploadFooter.module.css';
import { dismissUpload, useVideoUploads } from './use-uploads.ts';

/** Milliseconds between two looks at videos that are being converted. */
const lookMs = 3_000;

const moving: readonly unknown[] = transStatus.items
  .filter(({ name }) => name === 'whole' || name === 'processing')
  .map(({ code }) => code);

/** The uploads of this browser with their progress; the list is read again while videos in sight are converted. */
export function UploadFooter({ list }: { readonly list: ListController }) {
  const { t } = useTranslation('teaching');
  const uploads = useVideoUploads();
  const watches = list.rows.some(row => moving.includes(row.transStatus));
  const look = useEffectEvent(() => list.refresh());
  useEffect(() => {
    if (!watches) return;
    const timer = setInterval(look, lookMs);
    return () => clearInterval(timer);
  }, [watches]);
  // An upload that ended has become a row.
  useEffect(() => {
    if (uploads.length === 0) look();
  }, [uploads.length]);
  if (uploads.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={t('upload.list')}>
      {uploads.map(({ id, file, share, problem, stop }) => (
        <li key={id} className={styles.item}>
          <span className={styles.name}>{file.name}</span>
          {problem === undefined ? (
            <Progress
              className={styles.progress ?? ''}
              percent={Math.floor(share * 100)}
              size="small"
              aria-label={t('upload.progress', { name: file.name })}
            />
          ) : (
            <span className={styles.problem} role="alert">
              {problem}
            </span>
          )}
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined aria-hidden />}
            aria-label={t(problem === undefined ? 'upload.stop' : 'upload.dismiss', { name: file.name })}
            onClick={() => (problem === undefined ? stop() : dismissUpload(id))}
          />
        </li>
      ))}
    </ul>
  );
}
