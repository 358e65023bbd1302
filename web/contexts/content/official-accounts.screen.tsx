import { officialCalls } from '@yikao/model/contexts/content/official.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { mayChange } from '../../engine/access/may.ts';
import { notice } from '../../engine/api/notice.ts';
import { send } from '../../engine/api/send.ts';
import { unlessRefused } from '../../engine/api/unless-refused.ts';
import { refreshRows } from '../../engine/calls/refresh-rows.ts';
import { listAddress, useGoTo } from '../../engine/link/page-address.ts';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import { SyncCell } from './official-accounts/SyncCell.tsx';
import { SyncWatch } from './official-accounts/SyncWatch.tsx';
import { WaitingNote } from './official-accounts/WaitingNote.tsx';

const { officialAccounts, officialArticle } = registry;

const overrides = { cells: { syncState: SyncCell } };

/** Code of a synchronisation that is under way (`syncState`). */
const running = 1;

/** Official accounts (domain L2, 10): synchronised one by one; beneath the list what was imported and never published. */
export default function OfficialAccountsPage() {
  const { t } = useTranslation('article');
  const go = useGoTo();
  const actions = useMemo<RowAction<typeof officialAccounts>[]>(
    () => [
      {
        key: 'sync',
        may: mayChange(officialAccounts) && officialCalls.sync.may,
        label: t('official.sync'),
        lead: true,
        fits: ({ syncState }) => syncState !== running,
        act: async ({ id }) => {
          await unlessRefused(async () => {
            await send(officialCalls.sync, { body: { id } });
            notice.success(t('official.begun'));
            await refreshRows(officialAccounts);
          });
        },
      },
      {
        key: 'articles',
        may: 'base:officialarticle:list',
        label: t('official.articles'),
        act: ({ id }) => go(listAddress(officialArticle, { accountId: id })),
      },
    ],
    [t, go],
  );
  return (
    <DatasetScreen
      dataset={officialAccounts}
      overrides={overrides}
      rowActions={actions}
      footer={list => (
        <>
          <SyncWatch list={list} />
          <WaitingNote />
        </>
      )}
    />
  );
}
