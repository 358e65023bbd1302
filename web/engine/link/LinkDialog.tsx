import { channelPage } from '@yikao/model/contexts/partner/channels.calls.ts';
import { fileName } from '@yikao/model/rules/file-name.ts';
import { Button, QRCode, Typography } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../clipboard.ts';
import { Dialog } from '../dialogs/Dialog.tsx';
import styles from './LinkDialog.module.css';

/** A channel whose link is shown, by name and code. */
export interface LinkOf {
  readonly name: string;
  readonly code: string;
}

/** Width of the picture that is saved, in pixels: sharp on a poster. */
const savedWidth = 800;

/** The public page, under which a visitor is counted for the channel of this code. */
function linkOf(code: string): string {
  return `${window.location.origin}${channelPage(code)}`;
}

/** The link of a channel with its QR code, to copy and to save as a picture (domain F4, 10). */
export function LinkDialog({ of, onClose }: { readonly of: LinkOf; readonly onClose: () => void }) {
  const { t } = useTranslation('people');
  const picture = useRef<HTMLDivElement>(null);
  const link = linkOf(of.code);
  const save = () => {
    const canvas = picture.current?.querySelector('canvas');
    if (!canvas) return;
    const anchor = document.createElement('a');
    anchor.href = canvas.toDataURL('image/png');
    anchor.download = fileName(`${of.name}-${of.code}.png`);
    anchor.click();
  };
  return (
    <Dialog
      title={t('channel.title', { name: of.name })}
      width={420}
      onClose={onClose}
      footer={
        <>
          <Button onClick={save}>{t('channel.save')}</Button>
          <Button type="primary" onClick={() => void copyText(link)}>
            {t('channel.copy')}
          </Button>
        </>
      }
    >
      <div className={styles.link}>
        {/* Black on white in dark mode too: some cameras cannot read inverted codes. */}
        <QRCode aria-label={link} value={link} size={200} color="#000000" bgColor="#ffffff" />
        <div ref={picture} hidden>
          <QRCode value={link} size={savedWidth} color="#000000" bgColor="#ffffff" marginSize={4} />
        </div>
        <Typography.Text code>{link}</Typography.Text>
        <Typography.Text type="secondary">{t('channel.text')}</Typography.Text>
      </div>
    </Dialog>
  );
}
