import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** PostgreSQL's cache in megabytes: of a database in memory, of little data, and of much. */
const cacheMb = { memory: 16, little: 64, much: 128 } as const;

/**
 * Bytes of tables and indexes from which data counts as much. Below that the system's own cache makes up for the
 * smaller one; above it, jobs that change every row take a tenth longer without the larger one.
 */
const muchData = 256 * 1024 ** 2;

/**
 * The cache of the embedded database in megabytes, by the data in `folder` at its start; undefined for a database in
 * memory. A folder that does not exist yet holds little data.
 */
export async function embeddedCacheMb(folder: string | undefined): Promise<number> {
  if (folder === undefined) return cacheMb.memory;
  const files = await readdir(join(folder, 'base'), { recursive: true, withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const file of files) if (file.isFile()) bytes += (await stat(join(file.parentPath, file.name))).size;
  return bytes < muchData ? cacheMb.little : cacheMb.much;
}
