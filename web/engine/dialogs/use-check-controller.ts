import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CheckFinding, JobRow } from '@yikao/model/calls/jobs.ts';
import { limits } from '@yikao/model/limits.ts';
import { useEffect, useState } from 'react';
import { unlessRefused } from '../api/unless-refused.ts';
import { listFindings, resolveFinding, startCheck } from '../calls/job-calls.ts';
import { isRunning, jobStarted, useJob } from '../jobs/use-jobs.ts';
import type { ListController } from '../list/use-list-controller.ts';

/** A data check without its looks. */
export interface CheckController {
  readonly type: number;
  readonly job: JobRow | undefined;
  readonly running: boolean;
  readonly findings: readonly CheckFinding[];
  readonly total: number;
  readonly current: number;
  readonly loading: boolean;
  choose(type: number): void;
  goTo(current: number): void;
  /** Runs the check on the rows of the list's filter. */
  start(): Promise<void>;
  /** Settles a finding, or opens it again. A refusal has been shown. */
  resolve(checkId: number, resolvedFlag: 0 | 1): Promise<void>;
}

/** Controls the data checks of a list's dataset, of which `first` is shown initially (domain Q23, 4.11). */
export function useCheckController({ dataset, filters }: ListController, first: number): CheckController {
  const client = useQueryClient();
  const [type, setType] = useState(first);
  const [current, setCurrent] = useState(1);
  const [starting, setStarting] = useState(false);
  const [jobId, setJobId] = useState<number>();
  const job = useJob(jobId);
  const query = { type, current, size: limits.pageSize };
  const { data, isFetching } = useQuery({
    queryKey: ['findings', dataset.name, query],
    queryFn: ({ signal }) => listFindings(dataset, query, signal),
    placeholderData: keepPreviousData,
  });
  const ended = job !== undefined && !isRunning(job);
  useEffect(() => {
    if (ended) void client.invalidateQueries({ queryKey: ['findings', dataset.name] });
  }, [ended, client, dataset]);

  return {
    type,
    job,
    running: starting || (job !== undefined && isRunning(job)),
    findings: data?.records ?? [],
    total: data?.total ?? 0,
    current,
    loading: isFetching,
    choose(next) {
      setType(next);
      setCurrent(1);
      setJobId(undefined);
    },
    goTo: setCurrent,
    async start() {
      setStarting(true);
      try {
        setJobId(await startCheck(dataset, type, filters));
        jobStarted();
      } catch {
        // The call has already shown the reason.
      } finally {
        setStarting(false);
      }
    },
    async resolve(checkId, resolvedFlag) {
      await unlessRefused(async () => {
        await resolveFinding(dataset, checkId, resolvedFlag);
        await client.invalidateQueries({ queryKey: ['findings', dataset.name] });
      });
    },
  };
}
