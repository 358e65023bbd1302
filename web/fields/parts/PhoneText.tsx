import { CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFieldServices } from '../services.ts';
import { Empty } from './Empty.tsx';
import styles from './fields.module.css';

/** A telephone number that can be dialled and copied; a masked one is only shown. */
export function PhoneText({ text }: { readonly text: string }) {
  const { t } = useTranslation('engine');
  const { copy } = useFieldServices();
  if (!text) return <Empty />;
  if (!/^\+?[\d -]+$/.test(text)) return <span className={styles.number}>{text}</span>;
  return (
    <span className={styles.phone}>
      <a className={styles.number} href={`tel:${text.replace(/[ -]/g, '')}`}>
        {text}
      </a>
      <Button
        type="text"
        size="small"
        icon={<CopyOutlined aria-hidden />}
        aria-label={t('fields.copyNumber', { text })}
        title={t('fields.copyNumber', { text })}
        onClick={() => copy(text)}
      />
    </span>
  );
}
