import { consumerCalls } from '@yikao/model/contexts/consumer/consumers.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { send } from '../../../engine/api/send.ts';
import { useKept } from '../../../engine/layout/use-kept.ts';

/** All current limits of a candidate's year; loaded once for the tab and the dialog. */
export function useLimits(userId: number) {
  return useKept({
    queryKey: ['limits', registry.userLimit.name, userId],
    queryFn: ({ signal }) => send(consumerCalls.limits, { query: { userId }, signal, toast: false }),
  });
}
