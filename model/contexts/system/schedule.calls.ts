import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { pageOf } from '../../calls/envelope.ts';
import { counted, keyValue } from '../../calls/values.ts';
import { label } from '../../kernel/label.ts';
import { limits } from '../../limits.ts';
import { sysJob } from './sys-job.ts';

/** A new job with a further option: one added as paused waits to be resumed (domain 3.11). */
const addJobBody = z.looseObject({
  paused: z
    .union([z.boolean(), z.enum(['true', 'false', '1', '0']), z.literal(1), z.literal(0)])
    .transform(given => [true, 'true', '1', 1].includes(given))
    .default(false),
});

/** One run of a scheduled job. */
const jobLogRow = z.object({
  logId: z.number(),
  jobId: z.number(),
  jobName: z.string(),
  /** See `runCause`. */
  cause: z.number(),
  /** When it was due. Times are `YYYY-MM-DD HH:mm:ss`, Asia/Shanghai. */
  fireTime: z.string(),
  /** Null while it waits. */
  startTime: z.string().nullable(),
  endTime: z.string().nullable(),
  /** See `runResult`; null while it waits or runs. */
  result: z.number().nullable(),
  message: z.string(),
  /** Number of attempts; more than one if a node died in between. */
  attempts: z.number(),
});

/** See {@link jobLogRow}. */
export type JobLogRow = z.infer<typeof jobLogRow>;

/** Further calls of scheduled jobs (spec section 7; domain A10). */
export const scheduleCalls = {
  add: call(`POST ${sysJob.path}/add_job`, {
    once: true,
    of: sysJob,
    label: label('新增定时任务', 'Add a scheduled job'),
    may: 'sys:job:add',
    body: addJobBody,
    data: z.record(z.string(), z.unknown()),
    message: 'added',
    audit: 'add',
    fails: ['duplicate'],
  }),
  pauseAll: call(`POST ${sysJob.path}/pause_all`, {
    of: sysJob,
    label: label('暂停全部定时任务', 'Pause all scheduled jobs'),
    may: 'sys:job:update',
    data: counted,
  }),
  resumeAll: call(`POST ${sysJob.path}/resume_all`, {
    of: sysJob,
    label: label('恢复全部定时任务', 'Resume all scheduled jobs'),
    may: 'sys:job:update',
    data: counted,
  }),
  /** A job that is running is deleted only by force (domain 3.11). */
  remove: call(`POST ${sysJob.path}/delete_job`, {
    of: sysJob,
    label: label('删除定时任务', 'Delete a scheduled job'),
    may: 'sys:job:delete',
    body: z.object({ jobId: keyValue, force: z.boolean().default(false) }),
    data: counted,
    message: 'deleted',
    audit: 'delete',
    fails: ['notFound', 'notAllowedNow'],
  }),
  /** A node picks it up within seconds. Paused jobs may also be run. */
  runOnce: call(`POST ${sysJob.path}/run_once`, {
    once: true,
    of: sysJob,
    label: label('立即执行一次', 'Run once now'),
    may: 'sys:job:update',
    body: z.object({ jobId: keyValue }),
    data: z.object({ logId: z.number() }),
    message: 'jobStarted',
    fails: ['notFound'],
  }),
  /** The runs of one job, or of all. */
  runs: call(`GET ${sysJob.path}/log`, {
    of: sysJob,
    label: label('定时任务执行记录', 'Runs of scheduled jobs'),
    may: 'sys:job:list',
    query: z.object({ jobId: keyValue.optional() }),
    pageSize: limits.pageSize,
    data: pageOf(jobLogRow),
  }),
} as const;
