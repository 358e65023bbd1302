import { useQueryClient } from '@tanstack/react-query';
import { type LockRow, lockCalls } from '@yikao/model/contexts/people/locks.calls.ts';
import { Button, type TableColumnsType } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notice } from '../../../../../engine/api/notice.ts';
import { send } from '../../../../../engine/api/send.ts';
import { unlessRefused } from '../../../../../engine/api/unless-refused.ts';
import { useQuestions } from '../../../../../engine/boundary/questions.ts';
import { PagedTable } from '../../../../../engine/paged/PagedTable.tsx';
import styles from '../../../../../engine/paged/paged.module.css';
import { can } from '../../../../../engine/session/session.ts';
import { PageHeading } from '../../../../../engine/tab/PageHeading.tsx';
import { SmsUsage } from './SmsUsage.tsx';

/** Milliseconds between automatic updates of the list. */
const refreshMs = 30_000;

/** Locks caused by failed logins, to view and lift, and the usage of text codes. */
export default function LockPage() {
  const { t } = useTranslation(['security', 'engine']);
  const modal = useQuestions();
  const client = useQueryClient();
  const [selected, setSelected] = useState<readonly string[]>([]);
  const lifts = can(lockCalls.lift.may);

  const lift = async (keys: readonly string[]) => {
    await unlessRefused(async () => {
      const { count } = await send(lockCalls.lift, { body: { keys } });
      notice.success(t('lock.lifted', { count }));
      setSelected([]);
      await client.invalidateQueries({ queryKey: [lockCalls.list.path] });
    });
  };
  const ask = (title: string, keys: readonly string[]) =>
    modal.confirm({ title, content: t('lock.liftText'), okText: t('lock.lift'), onOk: () => lift(keys) });

  const columns: TableColumnsType<LockRow> = [
    {
      key: 'user',
      title: t('lock.account'),
      width: 200,
      render: (_, row) =>
        row.userName === null ? (
          <span className={styles.account}>{t('lock.everyAccount')}</span>
        ) : (
          <span className={styles.user}>
            {row.nickName ?? row.userName}
            <span className={styles.account}>
              {row.nickName === null ? t('lock.noAccount') : row.userName}
            </span>
          </span>
        ),
    },
    {
      key: 'kind',
      title: t('lock.whom'),
      width: 300,
      render: (_, row) => t(`lock.kind.${row.kind}`),
    },
    {
      key: 'network',
      title: t('lock.network'),
      width: 190,
      render: (_, row) => row.network ?? <span className={styles.account}>–</span>,
    },
    { key: 'until', title: t('lock.until'), width: 142, render: (_, row) => row.until.slice(0, 16) },
    ...(lifts
      ? [
          {
            key: 'actions',
            title: t('engine:list.actions'),
            width: 90,
            fixed: 'end' as const,
            render: (_: unknown, row: LockRow) => (
              <Button type="link" size="small" onClick={() => ask(t('lock.liftAsk'), [row.key])}>
                {t('lock.lift')}
              </Button>
            ),
          },
        ]
      : []),
  ];

  return (
    <div className={styles.page}>
      <PageHeading />
      <SmsUsage />
      <PagedTable<LockRow>
        call={lockCalls.list}
        rowKey="key"
        columns={columns}
        width={940}
        texts={{
          search: t('lock.search'),
          none: t('lock.none'),
          total: total => t('lock.total', { total }),
        }}
        refreshMs={refreshMs}
        tools={
          selected.length > 0 && (
            <Button onClick={() => ask(t('lock.liftSome', { count: selected.length }), selected)}>
              {t('lock.liftSelected', { count: selected.length })}
            </Button>
          )
        }
        {...(lifts && {
          rowSelection: {
            selectedRowKeys: [...selected],
            preserveSelectedRowKeys: true,
            onChange: keys => setSelected(keys.map(String)),
            getCheckboxProps: row => ({
              'aria-label': [row.userName, row.network].filter(Boolean).join(' '),
            }),
          },
        })}
      />
    </div>
  );
}
