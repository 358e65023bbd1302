import { CalendarOutlined } from '@ant-design/icons';
import { leadCalls } from '@yikao/model/contexts/crm/leads.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { reachCalls } from '@yikao/model/contexts/reach/reach.calls.ts';
import { salesCalls } from '@yikao/model/contexts/sales/sales.calls.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Selected } from '../../engine/list/selected.ts';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import type { BulkAction, RowTab } from '../../engine/screen/screen-parts.ts';
import { can } from '../../engine/session/session.ts';
import { useSession } from '../../engine/session/use-session.ts';
import type { WireRow } from '../../engine/wire-row.ts';
import { CallDock, type Called } from '../reach/CallDock.tsx';
import { TextDialog } from '../reach/TextDialog.tsx';
import type { OrderedLead } from '../sales/PlaceOrderDialog.tsx';
import { AssignDialog } from './lead/AssignDialog.tsx';
import { CallNote } from './lead/CallNote.tsx';
import { dueFilters, useDue } from './lead/due.ts';
import { FollowTab } from './lead/FollowTab.tsx';
import { LeadOrder } from './lead/LeadOrder.tsx';

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
  const [texted, setTexted] = useState<readonly number[]>();
  const [called, setCalled] = useState<Called>();
  const bulk = useMemo<BulkAction<typeof lead>[]>(
    () => [
      ...(can(leadCalls.assign.may)
        ? [
            {
              key: 'share',
              label: t('assign.open'),
              act: ({ keys, select }: Selected<WireRow<typeof lead.fields>>) =>
                setShared({ ids: keys, select: ids => select([...ids]) }),
            },
          ]
        : []),
      ...(can(reachCalls.send.may)
        ? [
            {
              key: 'text',
              label: t('reach:text.open'),
              act: ({ keys }: Selected<WireRow<typeof lead.fields>>) => setTexted(keys),
            },
          ]
        : []),
    ],
    [t],
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
    () =>
      can(salesCalls.place.may)
        ? [
            {
              key: 'order',
              label: t('order.open'),
              // People without leads of their own to sell to find some in the pool first.
              fits: ({ leadStatus }: WireRow<typeof lead.fields>) => [1, 2, 3, 4].includes(leadStatus ?? 0),
              act: ({ leadId, studentName, mobile }: WireRow<typeof lead.fields>) =>
                setOrdering({ leadId: leadId ?? 0, name: [studentName, mobile].filter(Boolean).join(' ') }),
            },
          ]
        : [],
    [t],
  );
  const actions = useMemo<RowAction<typeof lead>[]>(
    () => [
      ...(can(reachCalls.call.may)
        ? [
            {
              key: 'call',
              label: t('reach:call.open'),
              act: ({ leadId, studentName, mobile }: WireRow<typeof lead.fields>) =>
                setCalled({ leadId, name: [studentName, mobile].filter(Boolean).join(' ') }),
            },
          ]
        : []),
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
