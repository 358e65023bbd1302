import type { JobRow } from '@yikao/model/calls/jobs.ts';

/** The state of a job at an instant. */
export interface JobSample {
  readonly done: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Rows a second since the sample before; undefined until there are two. */
  readonly rate: number | undefined;
}

/** New samples of the running jobs; an answer without news keeps the former rate. */
export function sampled(
  before: ReadonlyMap<number, JobSample>,
  jobs: readonly JobRow[],
  now: number,
): Map<number, JobSample> {
  const samples = new Map<number, JobSample>();
  for (const { id, status, done } of jobs) {
    if (status !== 'processing') continue;
    const last = before.get(id);
    if (last && done <= last.done) samples.set(id, last);
    else {
      const rate =
        last && now > last.at ? Math.round(((done - last.done) * 1000) / (now - last.at)) : undefined;
      samples.set(id, { done, at: now, rate });
    }
  }
  return samples;
}
