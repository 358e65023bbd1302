import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type NoticeChoice, noticeCalls } from '@yikao/model/contexts/notice/notice.calls.ts';
import { type NoticeWay, noticeEvent } from '@yikao/model/contexts/notice/notice.codes.ts';
import { Skeleton, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../engine/api/send.ts';
import { unlessRefused } from '../../engine/api/unless-refused.ts';
import { LoadFailed } from '../../engine/boundary/LoadFailed.tsx';
import { EmptyState } from '../../fields/parts/EmptyState.tsx';
import { useLanguage } from '../../i18n/i18n.ts';
import styles from './messages.module.css';

const ways: readonly NoticeWay[] = ['page', 'text'];
const queryKey = ['messages', 'choices'];

/** The person's wishes to be notified of each event, among the ways that the operator has on. */
export function NoticeChoices() {
  const { t } = useTranslation('notices');
  const language = useLanguage();
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => send(noticeCalls.choices, { signal, toast: false }),
    staleTime: 0,
  });
  if (error && !data) return <LoadFailed of={{ error, forbidden: false, retry: () => void refetch() }} />;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  const events = noticeEvent.items.filter(({ code }) => data.some(({ event }) => event === code));
  if (events.length === 0) {
    return <EmptyState size="small" title={t('choices.none')} hint={t('choices.noneHint')} />;
  }
  return (
    <>
      <p className={styles.hint}>{t('choices.hint')}</p>
      <table className={styles.choices}>
        <thead>
          <tr>
            <th scope="col">{t('choices.event')}</th>
            {ways.map(way => (
              <th key={way} scope="col">
                {t(`way.${way}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {events.map(({ code, label }) => (
            <tr key={code}>
              <th scope="row">{label[language]}</th>
              {ways.map(way => {
                const choice = data.find(one => one.event === code && one.way === way);
                return (
                  <td key={way}>
                    {choice ? <Choice choice={choice} name={`${label[language]} ${t(`way.${way}`)}`} /> : '–'}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function Choice({ choice, name }: { readonly choice: NoticeChoice; readonly name: string }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const change = async (wanted: boolean) => {
    setBusy(true);
    await unlessRefused(() => send(noticeCalls.choose, { body: { ...choice, wanted } }));
    await client.invalidateQueries({ queryKey });
    setBusy(false);
  };
  return (
    <Switch
      size="small"
      checked={choice.wanted}
      loading={busy}
      aria-label={name}
      onChange={wanted => void change(wanted)}
    />
  );
}
