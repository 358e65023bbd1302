import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import type { Logger } from '../../../platform/logger.ts';
import type { Db } from '../../sql.ts';
import { jobText } from '../text.ts';
import { claimJob, findJob, finishJob } from './job.ts';

/** The parts that {@link createJobRunner} needs. */
export interface RunnerOptions {
  /** The program of a job's process; it is given the job's id as its only argument. */
  readonly program: URL;
  /** Environment of the process. */
  readonly env: NodeJS.ProcessEnv;
  readonly db: Db;
  readonly logger: Logger;
}

/** Runs jobs, each in a process of its own. */
export interface JobRunner {
  /** Resolves when the job is over, in whatever way; rejects when another attempt should be made. */
  run(jobId: number): Promise<void>;
  /** Ends the running processes; their jobs go on elsewhere or after a restart. */
  stop(): Promise<void>;
}

/** Megabytes of JavaScript heap a job may use; the rest of its data lies outside the heap in bounded buffers. */
const heapMegabytes = 320;

/**
 * The options of Node for a job's process. Rows live as long as their chunk, past the small space that Node gives to
 * young objects: with more of it they are not copied out of there before they die (measured: a tenth less work, a
 * third less memory). And little else is in the heap, so that Node would look through all of it every few thousand
 * rows; it may grow to three times what lives in it first (a sixth less work, a quarter more memory).
 */
export const jobProcessFlags: readonly string[] = [
  `--max-old-space-size=${heapMegabytes}`,
  '--max-semi-space-size=16',
  '--heap-growing-percent=200',
];

/** Milliseconds after which a process that was told to end is ended by force. */
const endMs = 1_500;

/**
 * Attempts in a row without getting further after which a job is given up, so that one bad file cannot come back for
 * ever. A job that gets on may be interrupted as often as it will.
 */
const maxFruitless = 4;

/**
 * A process per job: a file that crashes its reader costs one attempt and nothing else, memory is bounded by
 * the process, and the calls are answered meanwhile (workbooks.md, hostile files).
 */
export function createJobRunner({ program, env, db, logger }: RunnerOptions): JobRunner {
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
      // A process that died before it took the job up has made an attempt all the same.
      const job = found.attempts === before?.attempts ? ((await claimJob(db, jobId)) ?? found) : found;
      if (!stopping && job.fruitless >= maxFruitless) {
        await finishJob(db, job, { status: 'fail', message: jobText('crashed') });
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
