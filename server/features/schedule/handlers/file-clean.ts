import { label } from '@yikao/model/kernel/label.ts';
import { sql } from 'kysely';
import { readSetting } from '../../settings.ts';
import type { ScheduledHandler } from './handler.ts';

/** Files removed between two looks at whether the node stops. */
const batch = 100;

/**
 * Removes files that imports have read and exports have made, once they are older than `file.keepDays`. Images and
 * videos stand in rows and stay. The history then says that the job's file has expired. A file goes from the store
 * first: one whose row is left is found again next time.
 */
export const fileClean: ScheduledHandler = async ({ engine, signal }) => {
  const days = await readSetting(engine.db, 'file.keepDays');
  const before = new Date(engine.clock.now().getTime() - days * 86_400_000);
  let count = 0;
  let bytes = 0;
  for (;;) {
    signal.throwIfAborted();
    const found = await sql<{ id: number; path: string; size: number }>`
      select f.file_id as id, f.path, f.size from t_upload_file as f
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
      await sql`delete from t_upload_file where file_id = ${file.id}`.execute(engine.db);
      count += 1;
      bytes += Number(file.size);
    }
    if (found.rows.length < batch) break;
  }
  const megabytes = (bytes / 1024 / 1024).toFixed(1);
  return label(
    `清理 ${days} 天前的文件 ${count} 个，${megabytes} MB`,
    `Removed ${count} files older than ${days} days, ${megabytes} MB`,
  );
};
