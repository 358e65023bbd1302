import { useQueryClient } from '@tanstack/react-query';
import { type SessionRow, sessionCalls } from '@yikao/model/contexts/people/people.calls.ts';
import { Button, type TableColumnsType, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notice } from '../../../../../engine/api/notice.ts';
import { send } from '../../../../../engine/api/send.ts';
import { unlessRefused } from '../../../../../engine/api/unless-refused.ts';
import { useQuestions } from '../../../../../engine/boundary/questions.ts';
import { PagedTable } from '../../../../../engine/paged/PagedTable.tsx';
import styles from '../../../../../engine/paged/paged.module.css';
import { can } from '../../../../../engine/session/session.ts';
import { deviceOf } from '../../../sessions/device.ts';

/** A time to the minute. */
function minute(time: string): string {
  return time.slice(0, 16);
}

/** Milliseconds between automatic updates of the list. */
const refreshMs = 30_000;

/** Everyone logged in within the person's reach, to view and log out. */
export function SessionList() {
  const { t } = useTranslation(['people', 'engine']);
  const modal = useQuestions();
  const client = useQueryClient();
  const [selected, setSelected] = useState<readonly number[]>([]);
  const kicks = can(sessionCalls.kickOut.may);

  const kick = async (ids: readonly number[]) => {
    await unlessRefused(async () => {
      const { count } = await send(sessionCalls.kickOut, { body: { ids } });
      notice.success(t('sessions.kicked', { count }));
      setSelected([]);
      await client.invalidateQueries({ queryKey: [sessionCalls.online.path] });
    });
  };
  const ask = (title: string, ids: readonly number[]) =>
    modal.confirm({
      title,
      content: t('sessions.kickText'),
      okText: t('sessions.kick'),
      okButtonProps: { danger: true },
      onOk: () => kick(ids),
    });

  const columns: TableColumnsType<SessionRow> = [
    {
      key: 'user',
      title: t('sessions.user'),
      width: 220,
      render: (_, row) => (
        <span className={styles.user}>
          {row.nickName}
          <span className={styles.account}>{row.userName}</span>
          {row.current && <Tag color="blue">{t('sessions.current')}</Tag>}
        </span>
      ),
    },
    { key: 'ip', dataIndex: 'ip', title: t('sessions.ip'), width: 130 },
    {
      key: 'device',
      title: t('sessions.device'),
      width: 170,
      render: (_, row) => (
        <span title={row.userAgent}>{deviceOf(row.userAgent) || t('sessions.unknown')}</span>
      ),
    },
    {
      key: 'createTime',
      dataIndex: 'createTime',
      title: t('sessions.loginTime'),
      width: 142,
      render: minute,
    },
    { key: 'seenTime', dataIndex: 'seenTime', title: t('sessions.seenTime'), width: 142, render: minute },
    {
      key: 'expireTime',
      dataIndex: 'expireTime',
      title: t('sessions.expireTime'),
      width: 142,
      render: minute,
    },
    ...(kicks
      ? [
          {
            key: 'actions',
            title: t('engine:list.actions'),
            width: 110,
            fixed: 'end' as const,
            render: (_: unknown, row: SessionRow) =>
              !row.current && (
                <Button
                  type="link"
                  size="small"
                  danger
                  onClick={() => ask(t('sessions.kickAsk', { name: row.nickName }), [row.sessionId])}
                >
                  {t('sessions.kick')}
                </Button>
              ),
          },
        ]
      : []),
  ];

  return (
    <PagedTable<SessionRow>
      call={sessionCalls.online}
      rowKey="sessionId"
      columns={columns}
      width={980}
      texts={{
        search: t('sessions.search'),
        none: t('sessions.none'),
        total: total => t('sessions.total', { total }),
      }}
      refreshMs={refreshMs}
      tools={
        kicks &&
        selected.length > 0 && (
          <Button danger onClick={() => ask(t('sessions.kickSome', { count: selected.length }), selected)}>
            {t('sessions.kickSelected', { count: selected.length })}
          </Button>
        )
      }
      {...(kicks && {
        rowSelection: {
          selectedRowKeys: [...selected],
          preserveSelectedRowKeys: true,
          onChange: keys => setSelected(keys.map(Number)),
          getCheckboxProps: row => ({ disabled: row.current, 'aria-label': row.userName }),
        },
      })}
    />
  );
}
