import { registry } from '@yikao/model/contexts/datasets.ts';
import { importPushAudience } from '@yikao/model/contexts/push/push.jobs.ts';
import { failure } from '@yikao/model/errors.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { defineJobWork, type JobProblem } from '../../engine/jobs/feature/define-job-work.ts';
import { JobFailure } from '../../engine/jobs/lifecycle/failure.ts';
import { listedIn } from '../../engine/jobs/sheet/one-column.ts';
import { scopeCondition } from '../../engine/scope/scope.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { findTask, states } from './tasks.ts';

const { wishUser } = registry;

/** Rows per transaction, and most rows of a file: it is read again for each transaction. */
const chunkRows = 5_000;
const mostRows = 200_000;

const refused = (zh: string, en: string) => failure('unmetNeeds', { params: { zh, en } });

const numbersIn = (engine: Engine, filePath: string) =>
  listedIn(engine, filePath, {
    headers: [wishUser.fields.mobile.label.zh, wishUser.fields.mobile.label.en, 'mobile', '手机号'],
    most: mostRows,
    missing: () =>
      refused('文件里没有“手机”一列，请用模板', 'The file has no column “Mobile”: use the template'),
    tooMany: () =>
      refused(`一个文件最多 ${mostRows} 行，请拆分后再上传`, `A file has ${mostRows} rows at most: split it`),
  });

/**
 * Puts the candidates with the mobile numbers in a file on the list of a task, in place of the list before (domain 0.6:
 * 661). Numbers that belong to nobody within reach are reported by row.
 */
export const importAudienceWork = defineJobWork(importPushAudience, {
  carry: {},
  told: 'mobile',
  total: async ({ engine, params }) => (await numbersIn(engine, params.filePath)).length,
  async chunk(db, { engine, actor, params: { taskId, filePath } }, after) {
    const task = await findTask(db, taskId, true);
    if (task?.pushStatus !== states.draft) {
      throw new JobFailure(label('任务已不是草稿，名单不能再改', 'The task is no draft any more'));
    }
    if (after === 0) await sql`delete from t_push_listed where task_id = ${taskId}`.execute(db);
    const rows = (await numbersIn(engine, filePath)).filter(({ row }) => row > after).slice(0, chunkRows);
    const found = await sql<Columns<typeof registry.wishUser, 'userId' | 'mobile'>>`
      select d.user_id, d.mobile from t_wish_user as d
      where d.mobile = any(${rows.map(({ text }) => text)}::text[]) and not d.deleted
        and ${scopeCondition(wishUser, actor, 'd')}`.execute(db);
    const known = new Set(found.rows.map(({ mobile }) => mobile));
    await sql`
      insert into t_push_listed (task_id, user_id)
      select ${taskId}, unnest(${found.rows.map(({ userId }) => userId)}::bigint[]) on conflict do nothing`.execute(
      db,
    );
    await sql`
      update t_push_task set list_num = (select count(*) from t_push_listed where task_id = ${taskId})
      where task_id = ${taskId}`.execute(db);
    const problems = rows.flatMap(({ row, text }): JobProblem[] =>
      known.has(text)
        ? []
        : [
            {
              key: text,
              row,
              issues: [
                issue('mobile', 'rule', { zh: '没有这个手机号的考生', en: 'No candidate has this number' }),
              ],
            },
          ],
    );
    return {
      rows: rows.length,
      next: rows.length < chunkRows ? undefined : rows.at(-1)?.row,
      inserted: found.rows.length,
      problems,
    };
  },
  message: ({ inserted, failed }) =>
    label(
      `名单有 ${inserted} 人${failed > 0 ? `，${failed} 个手机号没有对应的考生` : ''}`,
      `${inserted} people are on the list${failed > 0 ? `; ${failed} numbers belong to nobody` : ''}`,
    ),
});
