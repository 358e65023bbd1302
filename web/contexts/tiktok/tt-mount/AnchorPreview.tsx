import { LinkOutlined, PlayCircleOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import styles from './AnchorPreview.module.css';

interface AnchorPreviewProps {
  readonly anchor: unknown;
  readonly video: unknown;
}

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/** The anchor of a mount as a phone shows it over its video (domain 10). */
export function AnchorPreview({ anchor, video }: AnchorPreviewProps) {
  const { t } = useTranslation('tiktok');
  return (
    <figure className={styles.preview}>
      <div className={styles.phone}>
        <PlayCircleOutlined className={styles.play ?? ''} aria-hidden />
        <div className={styles.caption}>
          <span className={styles.anchor}>
            <LinkOutlined aria-hidden /> {text(anchor) || t('anchorEmpty')}
          </span>
          <p>{text(video) || t('videoEmpty')}</p>
        </div>
      </div>
      <figcaption>{t('preview')}</figcaption>
    </figure>
  );
}

/** The anchor alone, as it lies over a video, beside the buttons of a form. */
export function AnchorStrip({ anchor }: Pick<AnchorPreviewProps, 'anchor'>) {
  const { t } = useTranslation('tiktok');
  return (
    <span className={styles.strip}>
      <span>{t('preview')}</span>
      <span className={styles.video}>
        <span className={styles.anchor}>
          <LinkOutlined aria-hidden /> {text(anchor) || t('anchorEmpty')}
        </span>
      </span>
    </span>
  );
}
