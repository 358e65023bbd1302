import { useCallback, useEffect, useState } from 'react';
import { refreshRows } from '../calls/refresh-rows.ts';
import { isRunning, jobStarted, useJob } from './use-jobs.ts';

/**
 * Follows a job by id, and reloads the rows it changes once it is over: those of `datasets`, which must be a stable
 * array.
 */
export function useJobRun(datasets: readonly { readonly name: string }[]): (jobId: number) => void {
  const [jobId, setJobId] = useState<number>();
  const job = useJob(jobId);
  const over = job !== undefined && !isRunning(job);
  useEffect(() => {
    if (over) void refreshRows(...datasets);
  }, [over, datasets]);
  return useCallback(id => {
    setJobId(id);
    jobStarted();
  }, []);
}
