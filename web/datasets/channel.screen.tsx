import { registry } from '@yikao/model/datasets/index.ts';
import { Button, Modal, QRCode, Typography } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../engine/clipboard.ts';
import { DatasetScreen } from '../engine/dataset/DatasetScreen.tsx';
import type { RowAction } from '../engine/dataset/RowActions.tsx';
import styles from './channel/link.module.css';

/** The public page, under which a visitor is counted for the channel of this code. */
function linkOf(code: string): string {
  return `${window.location.origin}/website?channel=${encodeURIComponent(code)}`;
}

/** Channels as a tree, each with its link and QR code (domain F4). */
export default function ChannelPage() {
  const { t } = useTranslation('people');
  const [opened, setOpened] = useState<{ readonly name: string; readonly code: string }>();
  const actions = useMemo<RowAction<typeof registry.channel>[]>(
    () => [
      {
        key: 'link',
        label: t('channel.action'),
        act: row => setOpened({ name: row.channelName ?? '', code: row.channel ?? '' }),
      },
    ],
    [t],
  );
  const link = linkOf(opened?.code ?? '');
  return (
    <>
      <DatasetScreen dataset={registry.channel} rowActions={actions} />
      <Modal
        open={opened !== undefined}
        title={t('channel.title', { name: opened?.name ?? '' })}
        width={420}
        onCancel={() => setOpened(undefined)}
        footer={
          <Button type="primary" onClick={() => void copyText(link)}>
            {t('channel.copy')}
          </Button>
        }
      >
        <div className={styles.link}>
          {/* Black on white in the dark as well: not every camera reads it the other way round. */}
          <QRCode value={link} size={200} color="#000000" bgColor="#ffffff" />
          <Typography.Text code>{link}</Typography.Text>
          <Typography.Text type="secondary">{t('channel.text')}</Typography.Text>
        </div>
      </Modal>
    </>
  );
}
