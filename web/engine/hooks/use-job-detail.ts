import { useQuery } from '@tanstack/react-query';
import { type JobDetail, readJob } from '../calls/job-calls.ts';

/** Details of a job: its sentence and its first row errors; undefined until they have come. */
export function useJobDetail(id: number | undefined): JobDetail | undefined {
  return useQuery({
    queryKey: ['job-detail', id],
    queryFn: () => readJob(id ?? 0),
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY, // asked for once the job has ended; its details do not change any more
  }).data;
}
