import { CheckOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notice } from '../../engine/api/notice.ts';
import { type useMessages, useReadMessages, useUnread } from './use-messages.ts';

/** Marks all messages as read, up to the newest that is shown: one that comes meanwhile stays unread. */
export function ReadAllButton({ messages }: { readonly messages: ReturnType<typeof useMessages> }) {
  const { t } = useTranslation('notices');
  const read = useReadMessages();
  const unread = useUnread() ?? 0;
  const [busy, setBusy] = useState(false);
  const newest = messages.data?.pages[0]?.records[0]?.messageId;
  const readAll = async () => {
    if (newest === undefined) return;
    setBusy(true);
    if (await read({ until: newest })) notice.success(t('readDone'));
    setBusy(false);
  };
  return (
    <Button
      size="small"
      icon={<CheckOutlined aria-hidden />}
      disabled={unread === 0 || newest === undefined}
      loading={busy}
      onClick={() => void readAll()}
    >
      {t('readAll')}
    </Button>
  );
}
