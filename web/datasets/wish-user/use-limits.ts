import { consumerCalls } from '@yikao/model/calls/consumers.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { send } from '../../engine/api/send.ts';
import { useKept } from '../../engine/hooks/use-kept.ts';

/** All that is limited of a candidate's year, as it stands; read once for the tab and the dialog. */
export function useLimits(userId: number) {
  return useKept({
    queryKey: ['limits', registry.userLimit.name, userId],
    queryFn: ({ signal }) => send(consumerCalls.limits, { query: { userId }, signal, toast: false }),
  });
}
