import type { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { postMessages } from '../../../engine/outbox/post.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db } from '../../../engine/table/sql.ts';

/** Trouble with a task that its maker is told of. */
export type CrawlerTrouble = 'broken' | 'off' | 'brokenOff';

/** The words of the text message; only in Chinese, since the numbers are China's. */
const words: Readonly<Record<CrawlerTrouble, string>> = {
  broken: '选择器可能已失效',
  off: '连续失败三次，已自动停用',
  brokenOff: '选择器可能已失效，连续失败三次后已自动停用',
};

/**
 * Posts a text message to the maker of a task, in the transaction of the step that found the trouble (domain 3.13).
 * Nobody is told of a task that the product made, or whose maker has no mobile number.
 */
export async function postCrawlerNotice(
  engine: Engine,
  db: Db,
  taskId: number,
  trouble: CrawlerTrouble,
): Promise<void> {
  const found = await sql<
    Columns<typeof registry.adminUser, 'userId' | 'nickName' | 'mobile'> & { taskName: string }
  >`
    select u.user_id, u.nick_name, u.mobile, t.task_name
    from t_crawler_task as t join t_admin_user as u on u.user_id = t.create_by and not u.deleted and u.status = 1
    where t.task_id = ${taskId} and u.mobile is not null`.execute(db);
  const [maker] = found.rows;
  if (!maker?.mobile) return;
  await postMessages(engine, db, [
    {
      topic: 'sms',
      subject: `crawlerTask:${taskId}`,
      content: {
        mobile: maker.mobile,
        topic: 'crawler',
        values: { name: maker.nickName ?? '', task: maker.taskName, what: words[trouble] },
        owner: { userId: maker.userId, partnersId: null, provinceId: null, agentId: null },
      },
    },
  ]);
}
