import { label } from '@yikao/model/kernel/label.ts';
import { sql } from 'kysely';
import { findUnheld } from '../../../engine/files/unheld.ts';
import type { UploadFile } from '../../../engine/files/upload-file.ts';
import { readParameter } from '../../../engine/read/parameter.ts';
import type { ScheduledHandler } from '../../shared/scheduled-handler.ts';

/** Files removed between two looks at whether the node stops. */
const batch = 100;

/** Pictures that are looked for in texts at once. */
const looked = 500;

/**
 * Removes input files of imports and output files of jobs older than `file.keepDays`, and unused pictures, videos and
 * documents of that age. The history then shows the job's file as expired. The file is removed from the store first: if
 * its row is left, the next run finds it again.
 */
export const fileClean: ScheduledHandler = async ({ engine, signal }) => {
  const days = await readParameter(engine.db, 'file.keepDays');
  const before = new Date(engine.clock.now().getTime() - days * 86_400_000);
  let count = 0;
  let bytes = 0;
  for (;;) {
    signal.throwIfAborted();
    const found = await sql<Pick<UploadFile, 'fileId' | 'path' | 'size'>>`
      select f.file_id, f.path, f.size from t_upload_file as f
      where f.usage in (1, 4) and f.create_time < ${before} and not exists (
        select 1 from t_biz_log as j where j.file_path = f.path and j.status = 'processing')
      order by f.file_id limit ${batch}`.execute(engine.db);
    for (const file of found.rows) {
      await engine.files.remove(file.path.slice(1));
      await sql`update t_biz_log set url = null, file_expired = true where url = ${file.path}`.execute(
        engine.db,
      );
      await sql`update t_biz_log set log_url = null, file_expired = true where log_url = ${file.path}`.execute(
        engine.db,
      );
      await sql`delete from t_upload_file where file_id = ${file.fileId}`.execute(engine.db);
      count += 1;
      bytes += file.size;
    }
    if (found.rows.length < batch) break;
  }
  for (let after: number | undefined = 0; after !== undefined; ) {
    signal.throwIfAborted();
    const found: Awaited<ReturnType<typeof findUnheld>> = await findUnheld(engine, {
      before,
      after,
      limit: looked,
    });
    for (const file of found.files) {
      await engine.files.remove(file.path.slice(1));
      await sql`delete from t_upload_file where file_id = ${file.fileId}`.execute(engine.db);
      count += 1;
      bytes += file.size;
    }
    after = found.last;
  }
  const megabytes = (bytes / 1024 / 1024).toFixed(1);
  return label(
    `清理 ${days} 天前的文件 ${count} 个，${megabytes} MB`,
    `Removed ${count} files older than ${days} days, ${megabytes} MB`,
  );
};
