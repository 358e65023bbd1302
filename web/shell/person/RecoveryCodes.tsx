import { CopyOutlined, DownloadOutlined } from '@ant-design/icons';
import { Button, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../engine/clipboard.ts';
import { useSession } from '../../engine/session/use-session.ts';
import styles from './Security.module.css';

/** Hands a text to the browser's downloads. */
function download(name: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Recovery codes, shown this once, to be copied or saved. */
export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const { t } = useTranslation('security');
  const { userName } = useSession();
  const text = codes.join('\n');
  return (
    <>
      <Typography.Paragraph type="secondary">{t('recovery.text')}</Typography.Paragraph>
      <ol className={styles.codes}>
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles.buttons}>
        <Button icon={<CopyOutlined aria-hidden />} onClick={() => void copyText(text)}>
          {t('recovery.copy')}
        </Button>
        <Button
          icon={<DownloadOutlined aria-hidden />}
          onClick={() =>
            download(
              `yikao-${userName}-recovery-codes.txt`,
              `${t('recovery.fileTitle', { name: userName })}\n\n${text}\n`,
            )
          }
        >
          {t('recovery.download')}
        </Button>
      </div>
    </>
  );
}
