import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import type { Logger } from '../../../platform/logger.ts';
import type { Db } from '../../table/sql.ts';
import { transact } from '../../write/transaction.ts';
import { jobText } from '../text.ts';
import { claimJob, findJob } from './job.ts';
import type { GiveUp } from './job-work.ts';

/** The parts that {@link createJobRunner} needs. */
export interface RunnerOptions {
  /** The program of a job's process; it is given the job's id as its only argument. */
  readonly program: URL;
  /** Environment of the process. */
  readonly env: NodeJS.ProcessEnv;
  readonly db: Db;
  readonly logger: Logger;
  readonly giveUp: GiveUp;
}

/** Runs each job in a separate process. */
export interface JobRunner {
  /** Resolves when the job is over, with any outcome; rejects if another attempt should be made. */
  run(jobId: number): Promise<void>;
  /** Ends the running processes; their jobs resume on another node or after a restart. */
  stop(): Promise<void>;
}

/** Megabytes of JavaScript heap a job may use; the rest of its data lies outside the heap in bounded buffers. */
const heapMegabytes = 320;

/**
 * Node's options for a job's process. Rows live as long as their chunk, longer than Node's default space for young
 * objects allows: a larger one avoids copying them before they die (measured: a tenth less work, a third less memory).
 * And since little else is on the heap, Node would scan all of it every few thousand rows; letting it first grow to
 * three times its live size saves a sixth of the work for a quarter more memory.
 */
export const jobProcessFlags: readonly string[] = [
  `--max-old-space-size=${heapMegabytes}`,
  '--max-semi-space-size=16',
  '--heap-growing-percent=200',
];

/** Milliseconds before a process that was asked to end is killed. */
const endMs = 1_500;

/**
 * Attempts in a row without progress before a job is given up, so that a bad file cannot return for ever. A job that
 * makes progress may be interrupted any number of times.
 */
const maxFruitless = 4;

/**
 * One process per job: a file that crashes its reader costs only one attempt, memory is limited per process, and calls
 * are answered meanwhile.
 */
export function createJobRunner({ program, env, db, logger, giveUp }: RunnerOptions): JobRunner {
  const running = new Set<ChildProcess>();
  let stopping = false;
  return {
    async run(jobId) {
      if (stopping) throw new Error('The runner is stopping');
      const before = await findJob(db, jobId);
      const child = fork(program, [String(jobId)], {
        env,
        execArgv: [...jobProcessFlags],
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      running.add(child);
      const ended = await new Promise<{ code: number | null; signal: NodeJS.Signals | null }>(
        (resolve, reject) => {
          child.once('error', reject);
          child.once('exit', (code, signal) => resolve({ code, signal }));
        },
      ).finally(() => running.delete(child));
      if (ended.code === 0) return;
      logger.warn({ job: jobId, ...ended }, 'a job process ended before its job did');
      const found = await findJob(db, jobId);
      if (found?.status !== 'processing') return;
      // A process that died before it took the job counts as an attempt.
      const job = found.attempts === before?.attempts ? ((await claimJob(db, jobId)) ?? found) : found;
      if (!stopping && job.fruitless >= maxFruitless) {
        const ending = { status: 'fail', message: jobText('crashed') } as const;
        await transact(db, within => giveUp(within, job, ending));
        return;
      }
      throw new Error(`The process of job ${jobId} ended with ${ended.signal ?? ended.code}`);
    },
    async stop() {
      stopping = true;
      const ends = [...running].map(
        child => new Promise<void>(resolve => child.once('exit', () => resolve())),
      );
      for (const child of running) child.kill('SIGTERM');
      const force = setTimeout(() => {
        for (const child of running) child.kill('SIGKILL');
      }, endMs);
      await Promise.all(ends);
      clearTimeout(force);
    },
  };
}
