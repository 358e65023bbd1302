import { scheduledParams } from '@yikao/model/contexts/shared/scheduled-params.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { dataYear } from '@yikao/model/rules/data-year.ts';
import { startCheck } from '../../engine/jobs/check/check.ts';
import { elevated } from '../../engine/scope/actor.ts';
import type { ScheduledHandler } from '../shared/scheduled-handler.ts';

/** The data checks: duplicates, completeness and references, values (domain 4.11). */
const checks = [127, 128, 129] as const;

/** Starts the three checks of the exam calendar for one data year; the check dialog shows their findings. */
export const calendarCheck: ScheduledHandler = async ({ engine, params }) => {
  const year = scheduledParams.calendarCheckJob.parse(params ?? {}).dataYear ?? dataYear(engine.clock.now());
  const dataset = engine.dataset('schExamType');
  const started: number[] = [];
  for (const type of checks) {
    const { id } = await startCheck(engine, dataset, elevated(), { type, dataYear: year });
    started.push(id);
  }
  const jobs = started.map(id => `#${id}`).join(' ');
  return label(`已开始 ${year} 年的检查任务 ${jobs}`, `Started the checks of ${year}: ${jobs}`);
};
