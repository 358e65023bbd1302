import { useQuery } from '@tanstack/react-query';
import { leadCalls } from '@yikao/model/calls/leads.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { send } from '../../engine/api/send.ts';
import { can } from '../../engine/session/session.ts';
import type { FilterValues } from '../../fields/field-view.ts';

/** How often the number is read again by itself, in milliseconds. */
const refreshMs = 120_000;

/** How many leads of the person's own are to be followed up by the end of today; nothing for who has no leads. */
export function useDue() {
  const { data } = useQuery({
    // Beside the rows: what changes leads reads it again.
    queryKey: ['rows', registry.lead.name, 'due'],
    queryFn: ({ signal }) => send(leadCalls.due, { signal, toast: false }),
    enabled: can(leadCalls.due.may),
    refetchInterval: refreshMs,
  });
  return data;
}

/** The filters of the list that leave the person's own leads that are due by the end of today. */
export function dueFilters(userId: number): FilterValues {
  const today = shanghaiTime(new Date()).slice(0, 10);
  return {
    leadStatus: ['1', '2', '3'],
    saleUserId: [String(userId)],
    nextFollowTimeEnd: [today],
  };
}
