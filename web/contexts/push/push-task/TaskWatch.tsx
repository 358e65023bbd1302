import { pushStatus } from '@yikao/model/contexts/push/push.codes.ts';
import { limits } from '@yikao/model/limits.ts';
import { useEffect, useEffectEvent } from 'react';
import type { ListController } from '../../../engine/list/use-list-controller.ts';

/** Reads the list again as long as one of the tasks in sight is built or sent. */
export function TaskWatch({ list }: { readonly list: ListController }): null {
  const moves = list.rows.some(
    row => row.pushStatus === pushStatus.is.building || row.pushStatus === pushStatus.is.distributing,
  );
  const look = useEffectEvent(() => list.refresh());
  useEffect(() => {
    if (!moves) return;
    const timer = setInterval(look, limits.jobRefreshMs);
    return () => clearInterval(timer);
  }, [moves]);
  return null;
}
