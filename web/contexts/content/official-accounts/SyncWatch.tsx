import { useEffect, useEffectEvent } from 'react';
import type { ListController } from '../../../engine/list/use-list-controller.ts';

/** Milliseconds between two looks at accounts that are being synchronised. */
const lookMs = 2_000;

/** Code of a synchronisation that is under way (`syncState`). */
const running = 1;

/** Reads the list again as long as one of the accounts in sight is being synchronised. */
export function SyncWatch({ list }: { readonly list: ListController }): null {
  const isRunning = list.rows.some(({ syncState }) => syncState === running);
  const look = useEffectEvent(() => list.refresh());
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(look, lookMs);
    return () => clearInterval(timer);
  }, [isRunning]);
  return null;
}
