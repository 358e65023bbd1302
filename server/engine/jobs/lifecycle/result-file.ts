import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { fileName } from '@yikao/model/rules/file-name.ts';
import { sql } from 'kysely';
import type { JobContext } from '../work.ts';
import type { Job } from './job.ts';

/** Media types of files that jobs create. */
const mimes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
} as const;

/** Usage 4: made by an export (domain A9). */
const exportUsage = 4;

/** Largest result, in bytes: beyond any workbook that a sheet's bounds allow. */
const maxResultBytes = 64 * 1024 ** 3;

/**
 * Lets `write` create a file in a separate folder, stores it for the job's owner, and returns its path. `name` is the
 * download name.
 */
export async function storeResult(
  context: JobContext,
  job: Job,
  kind: keyof typeof mimes,
  name: string,
  write: (path: string) => Promise<void>,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'yikao-job-'));
  try {
    const path = join(folder, `result.${kind}`);
    await write(path);
    return await storeFile(context, job, kind, name, path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Stores a finished file as the job's owner's and answers its path; `name` as in {@link storeResult}. */
export async function storeFile(
  { engine }: JobContext,
  job: Job,
  kind: keyof typeof mimes,
  name: string,
  path: string,
): Promise<string> {
  const day = shanghaiTime(engine.clock.now()).slice(0, 7).replace('-', '/');
  const key = `result/${day}/${job.id}-${crypto.randomUUID()}.${kind}`;
  const stored = await engine.files.put(key, createReadStream(path), {
    maxBytes: maxResultBytes,
    contentType: mimes[kind],
  });
  await sql`
    insert into t_upload_file (path, origin_name, size, mime, sha256, usage, user_id)
    values (${`/${key}`}, ${fileName(name)}, ${stored.size}, ${mimes[kind]}, ${stored.sha256}, ${exportUsage}, ${job.userId})
  `.execute(engine.db);
  return `/${key}`;
}
