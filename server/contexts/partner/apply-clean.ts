import { reviewStatus } from '@yikao/model/contexts/partner/partner.codes.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { sql } from 'kysely';
import type { UploadFile } from '../../engine/files/upload-file.ts';
import { readParameter } from '../../engine/read/parameter.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { ScheduledHandler } from '../shared/scheduled-handler.ts';

const reviewIs = codesOf(reviewStatus);

const dayMs = 86_400_000;
/** Milliseconds a licence may lie about that no application names: more than any registration takes. */
const orphanMs = dayMs;
/** Files removed between two looks at whether the node stops. */
const batch = 100;

/**
 * Removes leftovers of registrations: expired text codes, licences of applications refused longer ago than
 * `file.keepDays`, and pictures that no application names, because a newer one replaced them or a node died in between.
 * The file is removed from the store first: if its row is left, the next run finds it again.
 */
export const applyClean: ScheduledHandler = async ({ engine, signal }) => {
  const now = engine.clock.now();
  const days = await readParameter(engine.db, 'file.keepDays');
  await sql`delete from t_sms_code where expire_time < ${now}`.execute(engine.db);
  await sql`
    update t_partners_apply set license = null
    where license is not null and audit_status = ${reviewIs.rejected}
      and audit_time < ${new Date(now.getTime() - days * dayMs)}`.execute(engine.db);
  let count = 0;
  for (;;) {
    signal.throwIfAborted();
    const found = await sql<Pick<UploadFile, 'fileId' | 'path'>>`
      select f.file_id, f.path from t_upload_file as f
      where f.usage = 5 and f.user_id is null and f.create_time < ${new Date(now.getTime() - orphanMs)}
        and not exists (select 1 from t_partners_apply as a where a.license = f.path)
      order by f.file_id limit ${batch}`.execute(engine.db);
    for (const { fileId, path } of found.rows) {
      await engine.files.remove(path.slice(1));
      await sql`delete from t_upload_file where file_id = ${fileId}`.execute(engine.db);
      count += 1;
    }
    if (found.rows.length < batch) break;
  }
  return label(`清理注册资质图片 ${count} 个`, `Removed ${count} pictures of registrations`);
};
