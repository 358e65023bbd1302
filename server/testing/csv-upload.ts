import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Engine } from '../engine/engine.ts';

/** Puts a csv file into the store as an upload of `userId`; answers the path that calls take. */
export async function uploadCsv(
  { files, db }: Engine,
  userId: number,
  lines: readonly string[],
): Promise<string> {
  const key = `test/${crypto.randomUUID()}.csv`;
  const content = `\uFEFF${lines.join('\r\n')}\r\n`;
  const stored = await files.put(key, Readable.from(content), { maxBytes: 1_000_000 });
  await sql`
    insert into t_upload_file (path, origin_name, size, mime, sha256, usage, user_id)
    values (${`/${key}`}, 'test', ${stored.size}, 'text/csv', ${stored.sha256}, 1, ${userId})`.execute(db);
  return `/${key}`;
}
