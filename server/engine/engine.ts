import { failure } from '@yikao/model/errors.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Clock } from '../platform/clock.ts';
import type { DiskRoom } from '../platform/disk-room.ts';
import type { FileStore } from '../platform/files/types.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { JobWork } from './jobs/lifecycle/job-work.ts';
import type { DatasetServers } from './server-side.ts';
import type { Db } from './sql.ts';
import type { StepServer } from './steps/step-server.ts';

/** Hands jobs of the history to whoever runs them. */
export interface JobQueue {
  /** Queues a job as part of the transaction that writes its row: both exist when it commits, or neither. */
  enqueue(db: Db, jobId: number): Promise<void>;
  /** Takes a job out of the queue, as part of a transaction. Answers false, and does nothing, while it is worked on. */
  withdraw(db: Db, jobId: number): Promise<boolean>;
  /** Has this node look for new jobs; after the commit. */
  wake(): void;
}

/** The queue of a process that starts no jobs: refuses each, and says why. */
export function noQueue(why: string): JobQueue {
  const refuse = () => Promise.reject(new Error(why));
  return { enqueue: refuse, withdraw: refuse, wake: () => {} };
}

/** The parts that the whole engine works with: the declarations, their server sides, and the platform. */
export interface Engine {
  readonly datasets: readonly AnyDataset[];
  readonly servers: DatasetServers;
  /** The machines whose steps rows can take, with what the server does for them. */
  readonly steps: readonly StepServer[];
  /** The work of the server for each kind of job. */
  readonly jobWorks: readonly JobWork[];
  readonly db: Db;
  readonly files: FileStore;
  readonly room: DiskRoom;
  /** Seals what the database keeps and must not know. */
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly jobs: JobQueue;
  /** The dataset of that name; throws `noSuchCall` when there is none. */
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
