import { type Label, label } from '@yikao/model/kernel/label.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import type { Tx } from '../../../engine/table/sql.ts';
import { accountsWhere } from '../../notice/people.ts';
import { tell } from '../../notice/tell.ts';

/** Trouble with a task that its maker is notified of. */
export type CrawlerTrouble = 'broken' | 'off' | 'brokenOff';

/** The trouble in words; texts are in Chinese, since the numbers are China's. */
const words: Readonly<Record<CrawlerTrouble, Label>> = {
  broken: label('选择器可能已失效', 'its selectors may be broken'),
  off: label('连续失败三次，已自动停用', 'it failed three times in a row and is switched off'),
  brokenOff: label(
    '选择器可能已失效，连续失败三次后已自动停用',
    'its selectors may be broken; it is switched off after three failures in a row',
  ),
};

/** A task in trouble; its version tells one trouble from the next. */
interface Troubled {
  readonly rowKey: number;
  readonly version: number;
  readonly taskName: string;
}

/**
 * Tells the maker of a task, in the transaction of the step that found the trouble (domain 3.13). Nobody is notified of a task
 * that the product made.
 */
export async function tellOfTrouble(
  engine: Engine,
  db: Tx,
  { rowKey, version, taskName }: Troubled,
  trouble: CrawlerTrouble,
): Promise<void> {
  const what = words[trouble];
  const subject = `crawlerTask:${rowKey}`;
  const maker = accountsWhere(
    sql<SqlBool>`u.user_id = (select t.create_by from t_crawler_task as t where t.task_id = ${rowKey})`,
  );
  await tell(engine, db, 'crawlerTrouble', {
    occasion: `${subject}/${version}`,
    // The texts of a task go one after the other.
    people: sql`select ${subject}::text as person, m.account_id, m.consumer_id, m.mobile, m.name, m.partners_id,
      m.province_id, m.agent_id from (${maker}) as m`,
    values: { task: taskName, what },
    rowId: rowKey,
    own: { topic: 'crawler', values: { task: taskName, what: what.zh } },
  });
}
