import { failure } from '@yikao/model/errors.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Clock } from '../platform/clock.ts';
import type { DiskRoom } from '../platform/disk-room.ts';
import type { FileStore } from '../platform/files/types.ts';
import type { FetchOutside } from '../platform/outside/types.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Ending, Job } from './jobs/lifecycle/job.ts';
import type { JobWork } from './jobs/lifecycle/job-work.ts';
import type { StepServer } from './steps/step-server.ts';
import type { DatasetServers } from './table/server-side.ts';
import type { Db, Tx } from './table/sql.ts';

/** Passes jobs in the history to their workers. */
export interface JobQueue {
  /** Queues a job in the transaction that writes its row, so that both are committed or neither. */
  enqueue(db: Tx, jobId: number): Promise<void>;
  /** Takes a job out of the queue, as part of a transaction. Answers false, and does nothing, while it is worked on. */
  withdraw(db: Tx, jobId: number): Promise<boolean>;
  /** Has this node look for new jobs; after the commit. */
  wake(): void;
}

/** The queue of a process that cannot start jobs: it refuses each with the reason. */
export function noQueue(why: string): JobQueue {
  const refuse = () => Promise.reject(new Error(why));
  return { enqueue: refuse, withdraw: refuse, wake: () => {} };
}

/** Follows a job that ended, in the transaction that ends it. An error it throws leaves the job to another attempt. */
export type JobEnded = (engine: Engine, db: Tx, job: Job, ending: Ending) => Promise<void>;

/** The parts that the whole engine works with: the declarations, their server sides, and the platform. */
export interface Engine {
  readonly datasets: readonly AnyDataset[];
  readonly servers: DatasetServers;
  /** The machines and their server sides. */
  readonly steps: readonly StepServer[];
  /** The work of the server for each kind of job. */
  readonly jobWorks: readonly JobWork[];
  /** Hears of every job that ends. */
  readonly jobEnded?: JobEnded;
  readonly db: Db;
  readonly files: FileStore;
  readonly room: DiskRoom;
  /** Encrypts values that the database stores but must not be able to read. */
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly jobs: JobQueue;
  /** Fetches pages of the public internet, and nothing of our own network. */
  readonly fetchOutside: FetchOutside;
  /** Path of the program that converts videos; undefined where there is none. */
  readonly ffmpeg?: string | undefined;
  /** The public address of the product; without it, links are given as paths. */
  readonly publicUrl?: string | undefined;
  /** The dataset with that name; throws `noSuchCall` if there is none. */
  dataset(name: string): AnyDataset;
}

/** Gathers an {@link Engine}. */
export function createEngine(parts: Omit<Engine, 'dataset'>): Engine {
  const byName = new Map(parts.datasets.map(dataset => [dataset.name, dataset]));
  return {
    ...parts,
    dataset(name) {
      const dataset = byName.get(name);
      if (!dataset) throw failure('noSuchCall');
      return dataset;
    },
  };
}
