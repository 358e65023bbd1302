import { crawlerSwitch } from '@yikao/model/contexts/content/crawler.codes.ts';
import type { crawlerTask } from '@yikao/model/contexts/content/crawler-task.ts';
import type { DraftOf } from '@yikao/model/kernel/dataset.ts';
import { isCron, nextFireTimes, parseCron } from '@yikao/model/rules/cron.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';

/** The time at which a task runs by itself next, as it is stored; null if it is off or runs by hand alone. */
export function nextRunTime(
  { cronExpression, status }: Pick<DraftOf<typeof crawlerTask>, 'cronExpression' | 'status'>,
  after: Date,
): string | null {
  if (!cronExpression || status !== crawlerSwitch.is.on) return null;
  const cron = parseCron(cronExpression);
  const [next] = isCron(cron) ? nextFireTimes(cron, after, 1) : [];
  return next ? shanghaiTime(next) : null;
}
