import { z } from 'zod';

const jobId = z.coerce.number().int().positive();

/** Body of `POST /api/sys/job/add_job`, beside the fields of the job: one that is added paused waits to be resumed (domain 3.11). */
export const addJobBody = z.looseObject({
  paused: z
    .union([z.boolean(), z.enum(['true', 'false', '1', '0']), z.literal(1), z.literal(0)])
    .transform(given => [true, 'true', '1', 1].includes(given))
    .default(false),
});

/** Body of the calls that are about one scheduled job (domain A10). */
export const jobBody = z.object({ jobId });

/** Body of `POST /api/sys/job/delete_job`: a job that is running is deleted only by force (domain 3.11). */
export const deleteJobBody = jobBody.extend({ force: z.boolean().default(false) });

/** Query of `GET /api/sys/job/log`, beside the page: the runs of one job, or of all. */
export const jobLogQuery = z.object({ jobId: jobId.optional() });

/** One run of a scheduled job. */
export const jobLogRow = z.object({
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
  /** Times it was taken up; more than one where a node died in between. */
  attempts: z.number(),
});

/** See {@link jobLogRow}. */
export type JobLogRow = z.infer<typeof jobLogRow>;
