import { useQuery } from '@tanstack/react-query';
import { leadCalls } from '@yikao/model/contexts/crm/leads.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { send } from '../../../engine/api/send.ts';
import type { FiltersOf } from '../../../engine/list/list-query.ts';
import { can } from '../../../engine/session/session.ts';

/** Milliseconds between automatic updates of the number. */
const refreshMs = 120_000;

/** The number of the person's own leads due by the end of today; not loaded for people without leads. */
export function useDue() {
  const { data } = useQuery({
    // Below the key of the rows: changes of leads reload it.
    queryKey: ['rows', registry.lead.name, 'due'],
    queryFn: ({ signal }) => send(leadCalls.due, { signal, toast: false }),
    enabled: can(leadCalls.due.may),
    refetchInterval: refreshMs,
  });
  return data;
}

/** The list filters for the person's own leads due by the end of today. */
export function dueFilters(userId: number): FiltersOf<typeof registry.lead> {
  const today = shanghaiTime(new Date()).slice(0, 10);
  return {
    leadStatus: ['1', '2', '3'],
    saleUserId: [String(userId)],
    nextFollowTimeEnd: [today],
  };
}
