import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Job } from './job.ts';

/** Milliseconds after which a file that no job has touched belongs to a job that was given up. */
const keptMs = 3 * 24 * 60 * 60 * 1000;

/**
 * Where this attempt of a job writes its file. Removes what the job's other attempts have left, but for the file
 * `standing` that it goes on with, and what jobs have left behind that never came back.
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
 * Takes an earlier attempt's file over as `path`. It is copied, because the earlier attempt may be alive after all and
 * still write into its own. Answers whether the file is there: on another node it is not.
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
