import { CloseOutlined } from '@ant-design/icons';
import { limits } from '@yikao/model/limits.ts';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { type LeftOut, type LeftOutKind, leftOutKinds } from './left-out.ts';
import styles from './PicturesReport.module.css';

interface PicturesReportProps {
  /** The pictures that are still being stored. */
  readonly waiting: number;
  /** The parts that were left out. */
  readonly leftOut: LeftOut;
  readonly onClose: () => void;
}

/** Below the toolbar: how many pictures are on their way, and what the last paste left out, in one sentence. */
export function PicturesReport({ waiting, leftOut, onClose }: PicturesReportProps) {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const listOf = new Intl.ListFormat(language, { type: 'conjunction' });
  const names = listOf.format(leftOut.failed);
  const partOf = (kind: LeftOutKind, count: number) =>
    kind === 'pictureFailed'
      ? t('fields.leftOut.pictureFailed', { count, names })
      : kind === 'pictureSize'
        ? t('fields.leftOut.pictureSize', { count, max: limits.editorImageBytes / 1024 / 1024 })
        : t(`fields.leftOut.${kind}`, { count });
  const parts = leftOutKinds.flatMap(kind => {
    const count = leftOut.counts.get(kind);
    return count === undefined ? [] : [partOf(kind, count)];
  });
  const list = listOf.format(parts);
  return (
    <div role="status" className={styles.report} data-empty={waiting === 0 && leftOut.isNone}>
      {waiting > 0 && <p>{t('fields.picturesWaiting', { count: waiting })}</p>}
      {!leftOut.isNone && (
        <p className={styles.left}>
          {t('fields.leftOut.sentence', { list })}
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined aria-hidden />}
            aria-label={t('fields.leftOut.close')}
            onClick={onClose}
          />
        </p>
      )}
    </div>
  );
}
