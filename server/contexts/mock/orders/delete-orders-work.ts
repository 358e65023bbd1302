import { registry } from '@yikao/model/contexts/datasets.ts';
import { deleteOrdersByFile } from '@yikao/model/contexts/mock/mock-files.jobs.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { defineJobWork, type JobProblem } from '../../../engine/jobs/feature/define-job-work.ts';
import { listedIn as columnIn } from '../../../engine/jobs/sheet/one-column.ts';
import { scopeCondition } from '../../../engine/scope/scope.ts';
import { keptByState } from '../../../engine/steps/by-state.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import { openChange } from '../../../engine/write/change.ts';
import { removeUnreferenced } from '../../../engine/write/remove.ts';
import { refused } from '../seats/arrangement-rules.ts';

const { mockOrder } = registry;

/** Rows per transaction. */
const chunkRows = 1_000;
/** Most rows of a file: it is read again for each transaction. */
const mostRows = 100_000;
/** An order number with its row in the file. */
interface Numbered {
  readonly row: number;
  readonly orderNo: string;
}

/**
 * The order numbers in a file. Throws `unmetNeeds` if there is no such column, or more rows than allowed.
 */
async function listedIn(engine: Engine, filePath: string): Promise<readonly Numbered[]> {
  const { zh, en } = mockOrder.fields.orderNo.label;
  const listed = await columnIn(engine, filePath, {
    headers: [zh, en, 'orderNo'],
    most: mostRows,
    missing: () =>
      refused(
        '文件里没有“订单号”一列，请用模板或订单的导出文件',
        'The file has no column “Order number”: use the template, or an export of the orders',
      ),
    tooMany: () =>
      refused(`一个文件最多 ${mostRows} 行，请拆分后再上传`, `A file has ${mostRows} rows at most: split it`),
  });
  return listed.map(({ row, text }) => ({ row, orderNo: text }));
}

/**
 * Moves the orders listed in a file to the trash. Paid orders and those being refunded are kept (domain H16), and those
 * out of reach count as missing; each is reported by row.
 */
export const deleteOrdersWork = defineJobWork(deleteOrdersByFile, {
  carry: { removed: 0 },
  told: 'orderNo',
  total: async ({ engine, params }) => (await listedIn(engine, params.filePath)).length,
  async chunk(db, { engine, dataset, actor, jobId, params }, after, { removed }) {
    const all = await listedIn(engine, params.filePath);
    const rows = all.filter(({ row }) => row > after).slice(0, chunkRows);
    const earlier = new Set(all.filter(({ row }) => row <= after).map(({ orderNo }) => orderNo));
    const change = await openChange(engine, db, dataset, { actor, now: engine.clock.now() });
    const found = await sql<Columns<typeof mockOrder, 'orderNo'> & { key: number }>`
      select d.order_id as key, d.order_no from t_mock_order as d
      where d.order_no = any(${rows.map(({ orderNo }) => orderNo)}::text[]) and not d.deleted
        and ${scopeCondition(mockOrder, actor, 'd', 'write')}
      order by d.order_id for update`.execute(db);
    const keyOf = new Map(found.rows.map(({ key, orderNo }) => [orderNo, key]));
    const keys = found.rows.map(({ key }) => key);
    const kept = new Map(await keptByState(engine, db, dataset, keys));
    const free = keys.filter(key => !kept.has(key));
    const gone = await removeUnreferenced(
      { engine, db, dataset, actor, change, jobId },
      free,
      kept,
      'referencedNow',
    );
    const problems = rows.flatMap(({ row, orderNo }): JobProblem[] => {
      const key = keyOf.get(orderNo);
      const why = key === undefined ? undefined : kept.get(key);
      const twice = earlier.has(orderNo);
      earlier.add(orderNo);
      if (key !== undefined && !why && !twice) return [];
      const unknown = twice
        ? { zh: '该订单号在文件中重复', en: 'The order number is in the file twice' }
        : { zh: '没有这个订单号的订单', en: 'There is no order of this number' };
      return [{ key: orderNo, row, issues: [why ?? issue('orderNo', 'rule', unknown)] }];
    });
    return {
      rows: rows.length,
      next: rows.length < chunkRows ? undefined : rows.at(-1)?.row,
      updated: gone,
      problems,
      carry: { removed: removed + gone },
    };
  },
  message: ({ total, failed, carry: { removed } }) =>
    label(
      `文件列出 ${total} 个订单号，已删除 ${removed} 个订单${failed > 0 ? `，${failed} 个未删除，见错误文件` : ''}`,
      `The file lists ${total} orders: ${removed} were deleted${failed > 0 ? `, ${failed} were not, see the file of errors` : ''}`,
    ),
});
