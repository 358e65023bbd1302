import { useQueryClient } from '@tanstack/react-query';
import { type ApiTokenRow, apiTokenCalls } from '@yikao/model/contexts/people/api-tokens.calls.ts';
import { Button, type TableColumnsType, Tag, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { notice } from '../../../../../engine/api/notice.ts';
import { send } from '../../../../../engine/api/send.ts';
import { unlessRefused } from '../../../../../engine/api/unless-refused.ts';
import { useQuestions } from '../../../../../engine/boundary/questions.ts';
import { PagedTable } from '../../../../../engine/paged/PagedTable.tsx';
import paged from '../../../../../engine/paged/paged.module.css';
import { can } from '../../../../../engine/session/session.ts';
import styles from './Page.module.css';

/** The API tokens of everyone within the person's reach, to view and revoke. */
export function TokenList() {
  const { t } = useTranslation(['security', 'engine']);
  const modal = useQuestions();
  const client = useQueryClient();

  const revoke = async (tokenId: number) => {
    await unlessRefused(async () => {
      await send(apiTokenCalls.revokeOthers, { body: { ids: [tokenId] } });
      notice.success(t('token.revoked'));
      await client.invalidateQueries({ queryKey: [apiTokenCalls.all.path] });
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

  const columns: TableColumnsType<ApiTokenRow> = [
    {
      key: 'user',
      title: t('token.user'),
      width: 180,
      render: (_, row) => (
        <span className={paged.user}>
          {row.nickName}
          <span className={paged.account}>{row.userName}</span>
        </span>
      ),
    },
    {
      key: 'token',
      title: t('token.token'),
      width: 240,
      render: (_, row) => (
        <span className={paged.user}>
          {row.name}
          <code className={paged.account}>{row.hint}…</code>
          {row.readOnly && <Tag>{t('token.readOnly')}</Tag>}
          {row.expired && <Tag color="red">{t('token.expired')}</Tag>}
        </span>
      ),
    },
    {
      key: 'codes',
      title: t('token.codes'),
      width: 120,
      render: (_, row) => (
        <Tooltip title={<span className={styles.codes}>{row.codes.join('\n')}</span>}>
          <span>{t('token.permissions', { count: row.codes.length })}</span>
        </Tooltip>
      ),
    },
    {
      key: 'seenTime',
      title: t('token.seenTime'),
      width: 142,
      render: (_, row) => row.seenTime?.slice(0, 16) ?? t('token.never'),
    },
    {
      key: 'ip',
      title: t('token.ip'),
      width: 130,
      render: (_, row) => row.seenIp ?? <span className={paged.account}>–</span>,
    },
    {
      key: 'createTime',
      title: t('token.createTime'),
      width: 142,
      render: (_, row) => row.createTime.slice(0, 16),
    },
    {
      key: 'expireTime',
      title: t('token.expireTime'),
      width: 142,
      render: (_, row) => row.expireTime.slice(0, 16),
    },
    ...(can('sys:online:kick')
      ? [
          {
            key: 'actions',
            title: t('engine:list.actions'),
            width: 90,
            fixed: 'end' as const,
            render: (_: unknown, row: ApiTokenRow) => (
              <Button type="link" size="small" danger onClick={() => ask(row)}>
                {t('token.revoke')}
              </Button>
            ),
          },
        ]
      : []),
  ];

  return (
    <PagedTable<ApiTokenRow>
      call={apiTokenCalls.all}
      rowKey="tokenId"
      columns={columns}
      width={1080}
      texts={{
        search: t('token.search'),
        none: t('token.none'),
        total: total => t('token.total', { total }),
      }}
    />
  );
}
