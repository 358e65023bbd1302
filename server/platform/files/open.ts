import { join } from 'node:path';
import type { Config } from '../config.ts';
import { createLocalStore } from './local-store.ts';
import { createS3Store } from './s3-store.ts';
import type { FileStore } from './types.ts';

/** The file store of the settings: the bucket of `FILES_URL`, or the folder `files` in the data folder. */
export function openFileStore(config: Pick<Config, 'dataDir' | 'filesUrl'>): FileStore {
  return config.filesUrl === undefined
    ? createLocalStore(join(config.dataDir, 'files'))
    : createS3Store(config.filesUrl);
}
