import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { audience } from '../../../engine/files/readers.ts';
import { storeUpload } from '../../../engine/files/store.ts';
import { refused } from '../refused.ts';

/** Most pictures that one application may upload, those that were replaced included. */
const mostWorks = 200;

/**
 * `POST /api/exam/app/work`: stores a picture of a work and returns its path, for an answer or an application. Only
 * people who reach a row with it see it. Throws `unmetNeeds` for an unknown application or too many pictures.
 */
export async function takeWork(
  engine: Engine,
  { applyId, name, content }: { readonly applyId: number; readonly name: string; readonly content: string },
): Promise<{ path: string }> {
  const found = await sql<{ known: boolean; works: number }>`
    select exists (select 1 from t_exam_apply where apply_id = ${applyId} and not deleted) as known,
      (select count(*)::integer from t_exam_work where apply_id = ${applyId}) as works`.execute(engine.db);
  if (!found.rows[0]?.known) throw refused('没有这份报名', 'There is no such application');
  if (found.rows[0].works >= mostWorks) throw refused('上传的作品过多', 'Too many works were uploaded');
  const bytes = Buffer.from(content, 'base64');
  const path = await storeUpload(
    engine,
    { kinds: ['jpeg', 'png', 'gif', 'webp'], audience: audience.rows },
    { content: Readable.from([bytes]), name, bytes: bytes.length, by: undefined },
  );
  await sql`insert into t_exam_work (path, apply_id) values (${path}, ${applyId})`.execute(engine.db);
  return { path };
}
