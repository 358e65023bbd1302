import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type JobRow, maySeeOwnJobs } from '@yikao/model/calls/jobs.ts';
import { datasetOfTable } from '@yikao/model/contexts/datasets.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { limits } from '@yikao/model/limits.ts';
import { useEffect, useRef, useState } from 'react';
import { queryClient } from '../api/query-client.ts';
import { listJobs } from '../calls/job-calls.ts';
import { refreshRows } from '../calls/refresh-rows.ts';
import { canAny } from '../session/session.ts';
import { type JobSample, sampled } from './job-rates.ts';

/** Milliseconds between updates of a running job that the person is waiting for. */
const watchMs = 700;
/** Jobs the job centre shows. */
const centreSize = 20;

/** Reports whether the person may see jobs at all. */
export function maySeeJobs(): boolean {
  return canAny(maySeeOwnJobs);
}

/** Reports whether a job is still running. */
export function isRunning(job: JobRow): boolean {
  return job.status === 'processing';
}

/** Jobs of a history as the person sees them. */
export interface JobHistory {
  readonly jobs: readonly JobRow[];
  /** Rows a second of the running ones. */
  readonly rates: ReadonlyMap<number, JobSample>;
  readonly total: number;
  readonly current: number;
  readonly loading: boolean;
  goTo(current: number): void;
}

function useRates(jobs: readonly JobRow[] | undefined, at: number): ReadonlyMap<number, JobSample> {
  const [samples, setSamples] = useState<ReadonlyMap<number, JobSample>>(new Map());
  useEffect(() => {
    if (jobs) setSamples(before => sampled(before, jobs, at));
  }, [jobs, at]);
  return samples;
}

/** The history of some kinds of jobs, 5 per page, reloaded every 2 s while shown (spec sections 4 and 9). */
export function useJobHistory(bizTypes: readonly number[]): JobHistory {
  const [current, setCurrent] = useState(1);
  const query = { bizTypeVal: bizTypes, current, size: limits.jobPageSize };
  const { data, isPending, dataUpdatedAt } = useQuery({
    queryKey: ['jobs', query],
    queryFn: ({ signal }) => listJobs(query, signal),
    enabled: maySeeJobs(),
    placeholderData: keepPreviousData,
    refetchInterval: limits.jobRefreshMs,
  });
  return {
    jobs: data?.records ?? [],
    rates: useRates(data?.records, dataUpdatedAt),
    total: data?.total ?? 0,
    current,
    loading: isPending && maySeeJobs(),
    goTo: setCurrent,
  };
}

/** One job, reloaded until it ends; undefined until loaded. */
export function useJob(id: number | undefined): JobRow | undefined {
  const { data } = useQuery({
    queryKey: ['jobs', 'one', id],
    queryFn: ({ signal }) => listJobs({ ids: id ?? 0, current: 1, size: 1 }, signal),
    enabled: id !== undefined && maySeeJobs(),
    refetchInterval: ({ state }) => (state.data?.records.every(job => !isRunning(job)) ? false : watchMs),
  });
  const job = id === undefined ? undefined : data?.records.find(found => found.id === id);
  const ended = job !== undefined && !isRunning(job);
  useEffect(() => {
    if (ended)
      void queryClient.invalidateQueries({
        queryKey: ['jobs'],
        predicate: ({ queryKey }) => queryKey[1] !== 'one',
      });
  }, [ended]);
  return job;
}

/** Notifies every list of jobs that one was started. */
export function jobStarted(): void {
  void queryClient.invalidateQueries({ queryKey: ['jobs'] });
}

/** Reports whether an export of the dataset may hand out secrets, which changes their rows. */
function handsOut({ excel, fields }: AnyDataset): boolean {
  return excel?.export.some(name => fields[name]?.kind === 'secret') === true;
}

/** The person's own jobs, newest first; `onEnd` is called for each that ends, on any page. */
export function useJobCentre(
  open: boolean,
  onEnd: (job: JobRow) => void,
): { running: readonly JobRow[]; finished: readonly JobRow[]; rates: ReadonlyMap<number, JobSample> } {
  const seen = useRef<ReadonlySet<number>>(new Set());
  const query = { mine: '1', current: 1, size: centreSize } as const;
  const { data, dataUpdatedAt } = useQuery({
    queryKey: ['jobs', query],
    queryFn: ({ signal }) => listJobs(query, signal),
    // Jobs only run if they were started here or in another window, and the next update finds both.
    refetchInterval: ({ state }) =>
      open || state.data?.records.some(isRunning) ? limits.jobRefreshMs : false,
  });
  const jobs = data?.records;

  useEffect(() => {
    if (!jobs) return;
    for (const job of jobs) {
      if (isRunning(job) || !seen.current.has(job.id)) continue;
      onEnd(job);
      const dataset = job.tableId === null ? undefined : datasetOfTable(job.tableId);
      if (dataset && !job.dryRun && (job.op !== 'export' || handsOut(dataset))) void refreshRows(dataset);
    }
    seen.current = new Set(jobs.filter(isRunning).map(job => job.id));
  }, [jobs, onEnd]);

  return {
    running: jobs?.filter(isRunning) ?? [],
    finished: jobs?.filter(job => !isRunning(job)) ?? [],
    rates: useRates(jobs, dataUpdatedAt),
  };
}
