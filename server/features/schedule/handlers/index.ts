import type { JobClass } from '@yikao/model/codes/schedule.ts';
import { applyClean } from './apply-clean.ts';
import { calendarCheck } from './calendar-check.ts';
import { fileClean } from './file-clean.ts';
import type { ScheduledHandler } from './handler.ts';
import { historyClean } from './history-clean.ts';
import { leadRecycle } from './lead-recycle.ts';
import { sessionClean } from './session-clean.ts';
import { settleDraft } from './settle-draft.ts';
import { statCheck } from './stat-check.ts';
import { visitRollup } from './stat-rollup.ts';

/** The work of each kind of scheduled job; completeness is the compiler's job. */
export const handlers = {
  sessionCleanJob: sessionClean,
  fileCleanJob: fileClean,
  historyCleanJob: historyClean,
  calendarCheckJob: calendarCheck,
  applyCleanJob: applyClean,
  settleDraftJob: settleDraft,
  leadRecycleJob: leadRecycle,
  visitRollupJob: visitRollup,
  statCheckJob: statCheck,
} satisfies Record<JobClass, ScheduledHandler>;
