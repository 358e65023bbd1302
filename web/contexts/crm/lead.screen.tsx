import { CalendarOutlined } from '@ant-design/icons';
import { leadCalls } from '@yikao/model/contexts/crm/leads.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { reachCalls } from '@yikao/model/contexts/reach/reach.calls.ts';
import { salesCalls } from '@yikao/model/contexts/sales/sales.calls.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import type { BulkAction, RowTab } from '../../engine/screen/screen-parts.ts';
import { can } from '../../engine/session/session.ts';
import { useSession } from '../../engine/session/use-session.ts';
import { CallDock, type Called } from '../reach/CallDock.tsx';
import { TextDialog } from '../reach/TextDialog.tsx';
import type { OrderedLead } from '../sales/PlaceOrderDialog.tsx';
import { AssignDialog } from './lead/AssignDialog.tsx';
import { CallNote } from './lead/CallNote.tsx';
import { dueFilters, useDue } from './lead/due.ts';
import { FollowTab } from './lead/FollowTab.tsx';
import { LeadOrder } from './lead/LeadOrder.tsx';
import { useMerging } from './lead/use-merging.tsx';

const { lead } = registry;

/** Leads (domain M1, 10): distributed in three ways, followed up in the details, with a reminder of today's tasks. */
export default function LeadPage() {
  const { t } = useTranslation(['crm', 'reach']);
  const { userId } = useSession();
  const due = useDue();
  const [shared, setShared] = useState<{
    readonly ids: readonly number[];
    readonly select: (ids: readonly number[]) => void;
  }>();
  const { action: mergeAction, dialog: mergeDialog } = useMerging();
  const [texted, setTexted] = useState<readonly number[]>();
  const [called, setCalled] = useState<Called>();
  const bulk = useMemo<BulkAction<typeof lead>[]>(
    () => [
      {
        key: 'share',
        may: leadCalls.assign.may,
        label: t('assign.open'),
        act: ({ keys, select }) => setShared({ ids: keys, select: ids => select([...ids]) }),
      },
      mergeAction,
      {
        key: 'text',
        may: reachCalls.send.may,
        label: t('reach:text.open'),
        act: ({ keys }) => setTexted(keys),
      },
    ],
    [t, mergeAction],
  );
  const tabs = useMemo<RowTab<typeof lead>[]>(
    () => [
      {
        key: 'talk',
        label: t('follow.tab'),
        first: true,
        offers: ['call', 'follow'],
        render: row => <FollowTab row={row} onCall={can(reachCalls.call.may) ? setCalled : undefined} />,
      },
    ],
    [t],
  );
  const [ordering, setOrdering] = useState<OrderedLead>();
  const orders = useMemo<RowAction<typeof lead>[]>(
    () => [
      {
        key: 'order',
        may: salesCalls.place.may,
        label: t('order.open'),
        // People who have no leads find some in the pool first.
        fits: ({ leadStatus }) => [1, 2, 3, 4].includes(leadStatus ?? 0),
        act: ({ leadId, studentName, mobile }) =>
          setOrdering({ leadId: leadId ?? 0, name: [studentName, mobile].filter(Boolean).join(' ') }),
      },
    ],
    [t],
  );
  const actions = useMemo<RowAction<typeof lead>[]>(
    () => [
      {
        key: 'call',
        may: reachCalls.call.may,
        label: t('reach:call.open'),
        lead: true,
        // Won, invalid and lost leads are called from their details.
        fits: ({ leadStatus }) => [0, 1, 2, 3].includes(leadStatus ?? 0),
        act: ({ leadId, studentName, mobile }) =>
          setCalled({ leadId, name: [studentName, mobile].filter(Boolean).join(' ') }),
      },
      ...orders,
    ],
    [t, orders],
  );
  return (
    <>
      <DatasetScreen
        dataset={lead}
        rowActions={actions}
        drawerActions={orders}
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
      {called && (
        <CallDock key={called.leadId} called={called} onClose={() => setCalled(undefined)}>
          {called.leadId !== undefined && can(leadCalls.follow.may) && <CallNote leadId={called.leadId} />}
        </CallDock>
      )}
      {texted && <TextDialog to={{ leadIds: texted }} onClose={() => setTexted(undefined)} />}
      {ordering && <LeadOrder lead={ordering} onClose={() => setOrdering(undefined)} />}
      {mergeDialog}
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
