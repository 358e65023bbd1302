import { PlusOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ApiTokenRow, apiTokenCalls } from '@yikao/model/contexts/people/api-tokens.calls.ts';
import { limits } from '@yikao/model/limits.ts';
import { Button, Skeleton, Tag, Tooltip } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notice } from '../../engine/api/notice.ts';
import { send } from '../../engine/api/send.ts';
import { unlessRefused } from '../../engine/api/unless-refused.ts';
import { useQuestions } from '../../engine/boundary/questions.ts';
import { EmptyState } from '../../fields/parts/EmptyState.tsx';
import { NewTokenDialog } from './NewTokenDialog.tsx';
import styles from './Security.module.css';

/** The person's own tokens for scripts: permissions, last use and expiry. */
export function ApiTokens() {
  const { t } = useTranslation('security');
  const modal = useQuestions();
  const client = useQueryClient();
  const [making, setMaking] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['apiTokens'],
    queryFn: ({ signal }) => send(apiTokenCalls.own, { signal, toast: false }),
    staleTime: 0,
  });
  const read = () => client.invalidateQueries({ queryKey: ['apiTokens'] });
  const revoke = async (tokenId: number) => {
    await unlessRefused(async () => {
      await send(apiTokenCalls.revoke, { body: { ids: [tokenId] } });
      notice.success(t('token.revoked'));
      await read();
    });
  };
  const ask = ({ tokenId, name }: ApiTokenRow) =>
    modal.confirm({
      title: t('token.revokeAsk', { name }),
      content: t('token.revokeText'),
      okText: t('token.revoke'),
      okButtonProps: { danger: true },
      onOk: () => revoke(tokenId),
    });
  const full = (data?.length ?? 0) >= limits.apiTokens;

  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <p className={styles.more}>{t('token.text')}</p>
        <Tooltip title={full ? t('token.most', { max: limits.apiTokens }) : undefined}>
          <Button
            type="primary"
            icon={<PlusOutlined aria-hidden />}
            disabled={!data || full}
            onClick={() => setMaking(true)}
          >
            {t('token.create')}
          </Button>
        </Tooltip>
      </div>
      {error ? (
        <p>{error.message}</p>
      ) : !data ? (
        <Skeleton active title={false} paragraph={{ rows: 3 }} />
      ) : data.length === 0 ? (
        <EmptyState size="small" title={t('token.none')} hint={t('token.noneHint')} />
      ) : (
        <div className={styles.box} data-tall="true">
          {data.map(row => (
            <div key={row.tokenId} className={styles.line}>
              <div>
                <div className={styles.name}>
                  {row.name} <code>{row.hint}…</code>
                  {row.readOnly && <Tag>{t('token.readOnly')}</Tag>}
                  {row.expired && <Tag color="red">{t('token.expired')}</Tag>}
                </div>
                <div className={styles.more}>
                  <Tooltip title={<span className={styles.codeList}>{row.codes.join('\n')}</span>}>
                    <span>{t('token.permissions', { count: row.codes.length })}</span>
                  </Tooltip>
                  {' · '}
                  {t('token.expires', { time: row.expireTime.slice(0, 10) })}
                  {' · '}
                  {row.seenTime
                    ? `${t('token.seen', { time: row.seenTime.slice(0, 16) })} ${row.seenIp ?? ''}`
                    : t('token.never')}
                </div>
              </div>
              <Button size="small" danger onClick={() => ask(row)}>
                {t('token.revoke')}
              </Button>
            </div>
          ))}
        </div>
      )}
      {making && (
        <NewTokenDialog
          onClose={made => {
            setMaking(false);
            if (made) void read();
          }}
        />
      )}
    </section>
  );
}
