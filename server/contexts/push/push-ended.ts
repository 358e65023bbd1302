import type { registry } from '@yikao/model/contexts/datasets.ts';
import type { RowOf } from '@yikao/model/kernel/dataset.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import type { StepRow } from '../../engine/steps/step-server.ts';
import type { Tx } from '../../engine/table/sql.ts';
import { accountsWhere } from '../notice/people.ts';
import { tell } from '../notice/tell.ts';

/** Tells the maker of a push that it was sent, or that it stopped with a failure. */
export async function tellOfEnd(
  engine: Engine,
  db: Tx,
  rows: readonly StepRow<RowOf<typeof registry.pushTask>>[],
  sent: boolean,
): Promise<void> {
  for (const { rowKey, version, taskName, successNum, failNum } of rows) {
    await tell(engine, db, 'pushEnded', {
      occasion: `pushTask:${rowKey}/${version}`,
      people: accountsWhere(
        sql<SqlBool>`u.user_id = (select t.create_by from t_push_task as t where t.task_id = ${rowKey})`,
      ),
      values: {
        task: taskName,
        result: sent
          ? label(
              `已完成，成功 ${successNum}，失败 ${failNum}`,
              `sent: ${successNum} arrived, ${failNum} failed`,
            )
          : label('中断，请查看原因后继续', 'stopped; see why, and go on with it'),
      },
      rowId: rowKey,
    });
  }
}
