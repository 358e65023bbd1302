import { failure } from '@yikao/model/errors.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Clock } from '../platform/clock.ts';
import type { DiskRoom } from '../platform/disk-room.ts';
import type { FileStore } from '../platform/files/types.ts';
import type { DatasetServers } from './server-side.ts';
import type { Db } from './sql.ts';

/** Hands a job of the history to whoever runs jobs. */
export interface JobQueue {
  /** Returns once the job is safely queued. */
  enqueue(jobId: number): Promise<void>;
}

/** What every part of the engine works with: the declarations, their server sides, and the platform. */
export interface Engine {
  readonly datasets: readonly AnyDataset[];
  readonly servers: DatasetServers;
  readonly db: Db;
  readonly files: FileStore;
  readonly room: DiskRoom;
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
