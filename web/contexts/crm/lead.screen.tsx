import { CalendarOutlined } from '@ant-design/icons';
import { leadCalls } from '@yikao/model/contexts/crm/leads.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { salesCalls } from '@yikao/model/contexts/sales/sales.calls.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import type { BulkAction, RowTab } from '../../engine/screen/screen-parts.ts';
import { can } from '../../engine/session/session.ts';
import { useSession } from '../../engine/session/use-session.ts';
import type { OrderedLead } from '../sales/PlaceOrderDialog.tsx';
import { AssignDialog } from './lead/AssignDialog.tsx';
import { dueFilters, useDue } from './lead/due.ts';
import { FollowTab } from './lead/FollowTab.tsx';
import { LeadOrder } from './lead/LeadOrder.tsx';

const { lead } = registry;

/** Leads (domain M1, 10): distributed in three ways, followed up in the details, with a reminder of today's tasks. */
export default function LeadPage() {
  const { t } = useTranslation('crm');
  const { userId } = useSession();
  const due = useDue();
  const [shared, setShared] = useState<{
    readonly ids: readonly number[];
    readonly select: (ids: readonly number[]) => void;
  }>();
  const bulk = useMemo<BulkAction<typeof lead>[]>(
    () =>
      can(leadCalls.assign.may)
        ? [
            {
              key: 'share',
              label: t('assign.open'),
              act: ({ keys, select }) => setShared({ ids: keys, select: ids => select([...ids]) }),
            },
          ]
        : [],
    [t],
  );
  const tabs = useMemo<RowTab<typeof lead>[]>(
    () => [{ key: 'talk', label: t('follow.tab'), render: row => <FollowTab row={row} /> }],
    [t],
  );
  const [ordering, setOrdering] = useState<OrderedLead>();
  const actions = useMemo<RowAction<typeof lead>[]>(
    () =>
      can(salesCalls.place.may)
        ? [
            {
              key: 'order',
              label: t('order.open'),
              // People without leads of their own to sell to find some in the pool first.
              fits: ({ leadStatus }) => [1, 2, 3, 4].includes(leadStatus ?? 0),
              act: ({ leadId, studentName, mobile }) =>
                setOrdering({ leadId: leadId ?? 0, name: [studentName, mobile].filter(Boolean).join(' ') }),
            },
          ]
        : [],
    [t],
  );
  return (
    <>
      <DatasetScreen
        dataset={lead}
        rowActions={actions}
        bulkActions={bulk}
        drawerTabs={tabs}
        extra={list =>
          due && due.today > 0
            ? [
                {
                  key: 'due',
                  label: t('due.tool', { count: due.today }),
                  icon: <CalendarOutlined aria-hidden />,
                  act: () => list.search(dueFilters(userId)),
                },
              ]
            : []
        }
      />
      {ordering && <LeadOrder lead={ordering} onClose={() => setOrdering(undefined)} />}
      {shared && (
        <AssignDialog
          leadIds={shared.ids}
          onClose={left => {
            setShared(undefined);
            // Leads that were not assigned stay selected.
            if (left) shared.select(left);
          }}
        />
      )}
    </>
  );
}
