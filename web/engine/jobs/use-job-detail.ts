import { useQuery } from '@tanstack/react-query';
import { type JobDetail, readJob } from '../calls/job-calls.ts';

/** Details of a job: its message and its first row errors; undefined until loaded. */
export function useJobDetail(id: number | undefined): JobDetail | undefined {
  return useQuery({
    queryKey: ['job-detail', id],
    queryFn: () => readJob(id ?? 0),
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY, // requested after the job has ended; its details no longer change
  }).data;
}
