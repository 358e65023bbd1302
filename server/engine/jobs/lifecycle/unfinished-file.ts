import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Job } from './job.ts';

/** Milliseconds after which a file that no job has touched belongs to a job that was given up. */
const keptMs = 3 * 24 * 60 * 60 * 1000;

/**
 * The path for this attempt's file. Removes files of the job's other attempts, except `standing`, which it continues,
 * and leftovers of jobs that never resumed.
 */
export async function unfinishedPath(
  workFolder: string,
  job: Job,
  kind: string,
  standing: string | undefined,
): Promise<string> {
  await mkdir(workFolder, { recursive: true });
  for (const name of await readdir(workFolder)) {
    const path = join(workFolder, name);
    if (path === standing) continue;
    // Another job's process may sweep at the same time.
    const found = await stat(path).catch(() => undefined);
    const forgotten = found !== undefined && Date.now() - found.mtimeMs > keptMs;
    if (forgotten || name.startsWith(`job-${job.id}-`)) await rm(path, { force: true });
  }
  return join(workFolder, `job-${job.id}-${job.attempts}.${kind}`);
}

/**
 * Copies an earlier attempt's file to `path`, because that attempt may still be alive and writing. Returns false if the
 * file is not here: on another node it is not.
 */
export async function takeOver(earlier: string, path: string): Promise<boolean> {
  try {
    await copyFile(earlier, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
