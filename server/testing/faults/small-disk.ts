import { spawnSync } from 'node:child_process';
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  rmdirSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of some megabytes, to be filled up. */
export interface SmallDisk {
  readonly folder: string;
  /** Bytes that are free. */
  free(): number;
  /** Adds or removes ballast until this many megabytes are free; fewer if others hold the rest. */
  leave(megabytes: number): void;
  unmount(): void;
}

const megabyte = 1024 * 1024;

function mount(folder: string, megabytes: number): boolean {
  // Open to all: PostgreSQL runs as another user than the tests.
  const options = `size=${megabytes}m,mode=777`;
  return spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0;
}

let possible: boolean | undefined;

/**
 * Reports whether this user may mount a small file system; otherwise tests that need one are skipped with a message.
 */
export function smallDisksPossible(): boolean {
  if (possible !== undefined) return possible;
  const folder = mkdtempSync(join(tmpdir(), 'yikao-disk-'));
  possible = mount(folder, 1);
  if (possible) spawnSync('umount', [folder]);
  else console.warn('Tests on a disk that fills up are skipped: this user may not mount a small file system');
  rmdirSync(folder);
  return possible;
}

/** Mounts an empty in-memory file system of this many megabytes. Throws if this user may not. */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'yikao-disk-'));
  if (!mount(folder, megabytes)) {
    rmdirSync(folder);
    throw new Error('This user may not mount a file system');
  }
  const ballast = join(folder, '.ballast');
  const free = (): number => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  };
  return {
    folder,
    free,
    leave(wanted) {
      const file = openSync(ballast, 'a');
      try {
        for (;;) {
          const over = free() - wanted * megabyte;
          const { size } = fstatSync(file);
          if (over < 0 && size > 0) ftruncateSync(file, Math.max(0, size + over));
          else if (over >= 64 * 1024) writeSync(file, Buffer.alloc(Math.min(over, megabyte)));
          else return;
          if (over < 0 && size + over <= 0) return;
        }
      } finally {
        closeSync(file);
      }
    },
    unmount() {
      // Lazily: files that a killed process still holds open are released with it.
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
