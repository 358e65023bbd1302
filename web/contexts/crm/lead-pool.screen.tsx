import { useQuery } from '@tanstack/react-query';
import { type LeadsTaken, leadCalls } from '@yikao/model/contexts/crm/leads.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { screenRegistry } from '@yikao/model/contexts/screens.ts';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notice } from '../../engine/api/notice.ts';
import { send } from '../../engine/api/send.ts';
import { unlessRefused } from '../../engine/api/unless-refused.ts';
import { useQuestions } from '../../engine/boundary/questions.ts';
import { refreshRows } from '../../engine/calls/refresh-rows.ts';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import type { BulkAction } from '../../engine/screen/screen-parts.ts';
import { can } from '../../engine/session/session.ts';
import { LeftDialog } from '../../engine/steps/LeftDialog.tsx';
import styles from './lead-pool/Quota.module.css';

const { leadPool } = screenRegistry;
const { lead } = registry;

/** The public pool (domain M1, 10): unowned leads, which people claim within their quota. */
export default function LeadPoolPage() {
  const { t } = useTranslation('crm');
  const modal = useQuestions();
  const [left, setLeft] = useState<LeadsTaken>();
  const { data: quota } = useQuery({
    // Below the key of the rows: changes of leads reload it.
    queryKey: ['rows', lead.name, 'quota'],
    queryFn: ({ signal }) => send(leadCalls.quota, { signal, toast: false }),
  });
  const free = quota && Math.max(0, quota.cap - quota.open);

  const claim = useCallback(
    async (leadIds: readonly number[]) => {
      await unlessRefused(async () => {
        const answer = await send(leadCalls.claim, { body: { leadIds: [...leadIds] } });
        if (answer.refused.length > 0) setLeft(answer);
        else notice.success(t('pool.done', { count: answer.count }));
      });
      await refreshRows(lead);
    },
    [t],
  );

  const bulk = useMemo<BulkAction<typeof lead>[]>(
    () => [
      {
        key: 'claim',
        may: leadCalls.claim.may,
        label: t('pool.claim'),
        against: () => (quota && free === 0 ? [t('pool.full', { cap: quota.cap })] : []),
        act: ({ keys, clear }) =>
          modal.confirm({
            title: t('pool.claimAsk', { count: keys.length }),
            content: t('pool.claimText'),
            okText: t('pool.claim'),
            onOk: async () => {
              await claim(keys);
              clear();
            },
          }),
      },
    ],
    [t, modal, claim, quota, free],
  );

  const rowActions = useMemo<RowAction<typeof lead>[]>(
    () => [
      {
        key: 'claim',
        may: leadCalls.claim.may,
        label: t('pool.claim'),
        lead: true,
        against: () => (quota && free === 0 ? [t('pool.full', { cap: quota.cap })] : []),
        // One lead is claimed without a question: it can be given back.
        act: ({ leadId }) => void claim([leadId ?? 0]),
      },
    ],
    [t, claim, quota, free],
  );

  return (
    <>
      <DatasetScreen
        dataset={leadPool}
        rowActions={rowActions}
        drawerActions={rowActions}
        bulkActions={bulk}
        footer={() =>
          quota &&
          can(leadCalls.claim.may) && (
            <p className={styles.quota} data-full={free === 0}>
              {free === 0 ? t('pool.full', { cap: quota.cap }) : t('pool.quota', { ...quota, free })}
            </p>
          )
        }
      />
      {left && (
        <LeftDialog
          title={t('pool.leftTitle', { done: left.count, left: left.refused.length })}
          refused={left.refused}
          onClose={() => setLeft(undefined)}
        />
      )}
    </>
  );
}
