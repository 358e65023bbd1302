import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { failure } from '@yikao/model/errors.ts';
import { createMeter } from './measure.ts';
import { checkedKey, type FileStore } from './types.ts';

/** Folder for incomplete uploads; its name is not a valid key segment, so no key refers to it. */
const incoming = '.incoming';

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

/** A {@link FileStore} in a folder, which is created with the first file. */
export function createLocalStore(folder: string): FileStore {
  const pathOf = (key: string): string => join(folder, checkedKey(key));
  return {
    async put(key, content, { maxBytes }) {
      const target = pathOf(key);
      const arriving = join(folder, incoming, randomUUID());
      await mkdir(dirname(arriving), { recursive: true });
      const meter = createMeter(maxBytes);
      try {
        // `flush` writes the content to disk before the rename makes it visible.
        await pipeline(content, meter.stream, createWriteStream(arriving, { flags: 'wx', flush: true }));
        await mkdir(dirname(target), { recursive: true });
        await rename(arriving, target);
      } catch (error) {
        await rm(arriving, { force: true });
        throw error;
      }
      return { key, ...meter.result() };
    },
    async open(key, range) {
      try {
        const file = await open(pathOf(key));
        return file.createReadStream({ ...range });
      } catch (error) {
        if (isMissing(error)) throw failure('notFound', { cause: error });
        throw error;
      }
    },
    async stat(key) {
      try {
        const found = await stat(pathOf(key));
        return found.isFile() ? { key, size: found.size } : undefined;
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    async localCopy(key) {
      if ((await this.stat(key)) === undefined) throw failure('notFound');
      return { path: pathOf(key), release: () => Promise.resolve() };
    },
  };
}
