import { crawlStatus } from '@yikao/model/contexts/content/crawler.codes.ts';
import { useEffect, useEffectEvent } from 'react';
import type { ListController } from '../../../engine/list/use-list-controller.ts';

/** Milliseconds between two looks at tasks that run. */
const lookMs = 3_000;

const running = crawlStatus.items.find(({ name }) => name === 'running')?.code;

/** Reads the list again as long as one of the tasks in sight runs. */
export function RunWatch({ list }: { readonly list: ListController }): null {
  const runs = list.rows.some(row => row.crawlStatus === running);
  const look = useEffectEvent(() => list.refresh());
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(look, lookMs);
    return () => clearInterval(timer);
  }, [runs]);
  return null;
}
