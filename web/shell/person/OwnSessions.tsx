import { useQuery, useQueryClient } from '@tanstack/react-query';
import { sessionCalls } from '@yikao/model/contexts/people/people.calls.ts';
import { Button, Skeleton, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceOf } from '../../contexts/people/sessions/device.ts';
import { notice } from '../../engine/api/notice.ts';
import { send } from '../../engine/api/send.ts';
import { unlessRefused } from '../../engine/api/unless-refused.ts';
import styles from './OwnSessions.module.css';

/** Where the person is logged in; a login of another machine can be ended from here. */
export function OwnSessions() {
  const { t } = useTranslation('people');
  const client = useQueryClient();
  const [busy, setBusy] = useState<number>();
  const { data, error } = useQuery({
    queryKey: ['ownSessions'],
    queryFn: ({ signal }) => send(sessionCalls.own, { signal, toast: false }),
    staleTime: 0,
  });
  const end = async (sessionId: number) => {
    setBusy(sessionId);
    await unlessRefused(async () => {
      await send(sessionCalls.end, { body: { ids: [sessionId] } });
      notice.success(t('sessions.ended'));
      await client.invalidateQueries({ queryKey: ['ownSessions'] });
    }).finally(() => setBusy(undefined));
  };
  return (
    <section className={styles.sessions}>
      <h2>{t('sessions.own')}</h2>
      {error ? (
        <p>{error.message}</p>
      ) : !data ? (
        <Skeleton active title={false} paragraph={{ rows: 2 }} />
      ) : (
        <ul>
          {data.map(session => (
            <li key={session.sessionId}>
              <div>
                <span title={session.userAgent}>{deviceOf(session.userAgent) || t('sessions.unknown')}</span>
                {session.remember && <Tag>{t('sessions.remembered')}</Tag>}
                <div className={styles.more}>
                  {session.ip} · {t('sessions.seenTime')} {session.seenTime.slice(0, 16)}
                </div>
              </div>
              {session.current ? (
                <Tag color="blue">{t('sessions.current')}</Tag>
              ) : (
                <Button
                  size="small"
                  loading={busy === session.sessionId}
                  onClick={() => void end(session.sessionId)}
                >
                  {t('sessions.end')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
