import { CalendarOutlined } from '@ant-design/icons';
import { leadCalls } from '@yikao/model/calls/leads.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DatasetScreen } from '../engine/dataset/DatasetScreen.tsx';
import type { BulkAction, RowTab } from '../engine/dataset/screen-parts.ts';
import { can } from '../engine/session/session.ts';
import { useSession } from '../engine/session/use-session.ts';
import { AssignDialog } from './lead/AssignDialog.tsx';
import { dueFilters, useDue } from './lead/due.ts';
import { FollowTab } from './lead/FollowTab.tsx';

const { lead } = registry;

/** Leads (domain M1, 10): shared out in three ways, followed up in the details, with a reminder of what is due today. */
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
  return (
    <>
      <DatasetScreen
        dataset={lead}
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
      {shared && (
        <AssignDialog
          leadIds={shared.ids}
          onClose={left => {
            setShared(undefined);
            // Those that are left stay selected.
            if (left) shared.select(left);
          }}
        />
      )}
    </>
  );
}
