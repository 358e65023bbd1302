import { noticeSentence } from '@yikao/model/contexts/notice/events.ts';
import type { OwnMessage } from '@yikao/model/contexts/notice/notice.calls.ts';
import { noticeEvent } from '@yikao/model/contexts/notice/notice.codes.ts';
import { Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '../../engine/boundary/LoadFailed.tsx';
import { useGoTo } from '../../engine/link/page-address.ts';
import { useSession } from '../../engine/session/use-session.ts';
import { EmptyState } from '../../fields/parts/EmptyState.tsx';
import { useLanguage } from '../../i18n/i18n.ts';
import { messageAddress } from './message-address.ts';
import styles from './messages.module.css';
import { type useMessages, useReadMessages } from './use-messages.ts';

interface Props {
  /** The messages of {@link useMessages}, loaded by the frame around. */
  readonly messages: ReturnType<typeof useMessages>;
  readonly onlyUnread?: boolean;
  /** Shows those that are read too; absent if they are shown already. */
  readonly onAll?: (() => void) | undefined;
  /** Called when a message has opened its page. */
  readonly onOpen?: () => void;
}

/** The messages of a person, newest first. Pressing one marks it as read and opens its page. */
export function MessageList({ messages, onlyUnread = false, onAll, onOpen }: Props) {
  const { t } = useTranslation('notices');
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = messages;
  if (error && !data) return <LoadFailed of={{ error, forbidden: false, retry: () => void refetch() }} />;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  const all = data.pages.flatMap(({ records }) => records);
  const shown = onlyUnread ? all.filter(({ readFlag }) => readFlag === 0) : all;
  return (
    <>
      {shown.length === 0 ? (
        <EmptyState
          size="small"
          title={t(onlyUnread ? 'noneUnread' : 'none')}
          {...(!onlyUnread && { hint: t('noneHint') })}
        >
          {onAll && <Button onClick={onAll}>{t('all')}</Button>}
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {shown.map(message => (
            <Item key={message.messageId} message={message} onOpen={onOpen} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div className={styles.more}>
          <Button type="text" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      )}
    </>
  );
}

function Item({
  message,
  onOpen,
}: {
  readonly message: OwnMessage;
  readonly onOpen: (() => void) | undefined;
}) {
  const { t } = useTranslation('notices');
  const language = useLanguage();
  const goTo = useGoTo();
  const read = useReadMessages();
  const { userId } = useSession();
  const { messageId, event, details, readFlag, createTime } = message;
  const unread = readFlag === 0;
  const open = () => {
    if (unread) void read({ ids: [messageId] });
    const to = messageAddress(message, userId);
    if (!to) return;
    onOpen?.();
    goTo(to);
  };
  const title = noticeEvent.items.find(({ code }) => code === event)?.label[language] ?? event;
  return (
    <li data-unread={unread}>
      <button type="button" className={styles.message} onClick={open}>
        <span className={styles.head}>
          <b>
            {unread && <i className={styles.dot} role="img" aria-label={t('unread')} />}
            {title}
          </b>
          <time>{createTime.slice(0, 16)}</time>
        </span>
        <span className={styles.text}>{noticeSentence(event, details, language)}</span>
      </button>
    </li>
  );
}
