import type { JobClass } from '@yikao/model/contexts/shared/schedule.codes.ts';
import { officialSync } from './content/official/official-sync.ts';
import { followRemind } from './crm/follow-remind.ts';
import { leadRecycle } from './crm/lead-recycle.ts';
import { applyClean } from './partner/apply-clean.ts';
import { sessionClean } from './people/session-clean.ts';
import { calendarCheck } from './school/calendar-check.ts';
import { settleDraft } from './settlement/settle-draft.ts';
import type { ScheduledHandler } from './shared/scheduled-handler.ts';
import { statCheck } from './statistics/stat-check.ts';
import { visitRollup } from './statistics/stat-rollup.ts';
import { fileClean } from './system/schedule/file-clean.ts';
import { historyClean } from './system/schedule/history-clean.ts';
import { stepJob } from './system/schedule/step-jobs.ts';
import { courseClean } from './teaching/course-clean.ts';
import { ttTokenRefresh } from './tiktok/token-refresh.ts';

/** The work of each kind of scheduled job; completeness is the compiler's job. */
export const handlers = {
  sessionCleanJob: sessionClean,
  fileCleanJob: fileClean,
  historyCleanJob: historyClean,
  calendarCheckJob: calendarCheck,
  applyCleanJob: applyClean,
  courseCleanJob: courseClean,
  settleDraftJob: settleDraft,
  leadRecycleJob: leadRecycle,
  followRemindJob: followRemind,
  officialSyncJob: officialSync,
  ttTokenRefreshJob: ttTokenRefresh,
  visitRollupJob: visitRollup,
  statCheckJob: statCheck,
  orderCloseJob: stepJob('orderCloseJob'),
  codeExpireJob: stepJob('codeExpireJob'),
  userCardExpireJob: stepJob('userCardExpireJob'),
  couponExpireJob: stepJob('couponExpireJob'),
  permExpireJob: stepJob('permExpireJob'),
  mockStatusJob: stepJob('mockStatusJob'),
  crawlerDispatchJob: stepJob('crawlerDispatchJob'),
  pushDispatchJob: stepJob('pushDispatchJob'),
  dueStepsJob: stepJob('dueStepsJob'),
} satisfies Record<JobClass, ScheduledHandler>;
