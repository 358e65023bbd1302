import { mkdirSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { failure } from '@yikao/model/errors.ts';
import { limits } from '@yikao/model/limits.ts';
import type { Config } from './config.ts';
import type { Database } from './database/types.ts';
import type { Logger } from './logger.ts';

/** A disk that the product writes to. */
export interface DiskPlace {
  /**
   * Our data on it: `data` (files, work, the embedded database), `temporary`, `database` (a server's on this machine).
   */
  readonly name: 'data' | 'temporary' | 'database';
  /** Bytes that this user may still write. */
  readonly freeBytes: number;
  /** Bytes that have to stay free. */
  readonly reserveBytes: number;
  /** Too little is free for anything large, since a while ago or just now. */
  readonly low: boolean;
}

/** Watches the free space of the disks, so that large writes stop before they are full. */
export interface DiskRoom {
  /** The current state of every disk, at most a second old. */
  places(): Promise<readonly DiskPlace[]>;
  /** Reports whether large writes have to wait. */
  low(): Promise<boolean>;
  /** Throws `diskFull` if a large write of this many bytes would use the reserve. */
  assertRoom(bytes?: number): Promise<void>;
}

/** Milliseconds for which a measurement is valid. */
const looksHoldMs = 1_000;

/** Room is available again once this much of the reserve is free, so that jobs do not stop and resume constantly. */
const enough = 1.2;

/** Bytes that have to stay free on a disk of this size. */
function reserveOf(size: number): number {
  return Math.min(limits.diskReserveBytes, Math.floor(size * limits.diskReserveShare));
}

/** Folders on one disk are one place, named by the first. */
async function onePerDisk(folders: ReadonlyMap<DiskPlace['name'], string>) {
  const disks = new Map<number, { readonly name: DiskPlace['name']; readonly folder: string }>();
  for (const [name, folder] of folders) {
    // A server's folder may be another machine's after all, or not ours to look at.
    const found = await stat(folder).catch(() => undefined);
    if (found && !disks.has(found.dev)) disks.set(found.dev, { name, folder });
  }
  return [...disks.values()];
}

/** Watches the disks of these folders. */
export function watchDisks(folders: ReadonlyMap<DiskPlace['name'], string>, logger: Logger): DiskRoom {
  const low = new Set<string>();
  let disks: ReturnType<typeof onePerDisk> | undefined;
  let seen: Promise<readonly DiskPlace[]> = Promise.resolve([]);
  let seenAt = Number.NEGATIVE_INFINITY;

  async function look(): Promise<readonly DiskPlace[]> {
    disks ??= onePerDisk(folders);
    const places: DiskPlace[] = [];
    for (const { name, folder } of await disks) {
      const { bavail, blocks, bsize } = await statfs(folder);
      const freeBytes = bavail * bsize;
      const reserveBytes = reserveOf(blocks * bsize);
      const wasLow = low.has(name);
      const isLow = freeBytes < reserveBytes * (wasLow ? enough : 1);
      if (isLow && !wasLow) logger.error({ place: name, freeBytes, reserveBytes }, 'The disk is nearly full');
      if (wasLow && !isLow) logger.warn({ place: name, freeBytes }, 'There is room on the disk again');
      if (isLow) low.add(name);
      else low.delete(name);
      places.push({ name, freeBytes, reserveBytes, low: isLow });
    }
    return places;
  }

  const room: DiskRoom = {
    places() {
      if (performance.now() - seenAt > looksHoldMs) {
        seenAt = performance.now();
        seen = look().catch(error => {
          // A disk that cannot be measured must not stop the product; writes fail soon enough if it is full.
          logger.warn({ err: error }, 'The room on the disks cannot be read');
          return [];
        });
      }
      return seen;
    },
    low: async () => (await room.places()).some(place => place.low),
    async assertRoom(bytes = 0) {
      const full = (await room.places()).find(
        place => place.low || place.freeBytes - bytes < place.reserveBytes,
      );
      if (full) throw failure('diskFull', { cause: new Error(`Too little room: ${JSON.stringify(full)}`) });
    },
  };
  return room;
}

/** Data folder of a server on this machine; undefined for one elsewhere, or if this user may not see it. */
async function serverFolder(database: Pick<Database, 'pool'>): Promise<string | undefined> {
  try {
    const { rows } = await database.pool.query<{ folder: string; here: boolean }>(
      `select setting as folder, coalesce(inet_server_addr() <<= '127.0.0.0/8' or inet_server_addr() = '::1', true) as here
       from pg_settings where name = 'data_directory'`,
    );
    return rows[0]?.here ? rows[0].folder : undefined;
  } catch {
    return undefined;
  }
}

/** Watches the disks that a process with these settings writes to. The data folder is made when it is not there. */
export async function openDiskRoom(
  config: Pick<Config, 'dataDir'>,
  database: Pick<Database, 'pool' | 'embedded'>,
  logger: Logger,
): Promise<DiskRoom> {
  mkdirSync(config.dataDir, { recursive: true });
  const folders = new Map<DiskPlace['name'], string>([['data', config.dataDir]]);
  folders.set('temporary', tmpdir());
  const folder = database.embedded ? undefined : await serverFolder(database);
  if (folder !== undefined) folders.set('database', folder);
  return watchDisks(folders, logger);
}
