import { registry } from '@yikao/model/datasets/index.ts';
import { deleteOrdersByFile } from '@yikao/model/jobs/mock-files.ts';
import { cellText } from '@yikao/model/kernel/cell.ts';
import { issue } from '@yikao/model/kernel/issues.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { sql } from 'kysely';
import { openChange } from '../../engine/change.ts';
import type { Engine } from '../../engine/engine.ts';
import { defineJobWork, type JobProblem } from '../../engine/jobs/feature/define-job-work.ts';
import { plainHeader } from '../../engine/jobs/sheet/headers.ts';
import { removeUnreferenced } from '../../engine/remove.ts';
import { scopeCondition } from '../../engine/scope.ts';
import { keptByState } from '../../engine/steps/by-state.ts';
import { openWorkbook, type SheetRow } from '../../excel/index.ts';
import { refused } from './arrangement-rules.ts';

const { mockOrder } = registry;

/** Rows of one transaction. */
const chunkRows = 1_000;
/** Rows of a file: it is read anew for each transaction. */
const mostRows = 100_000;
/** Rows above the table in which its header is looked for. */
const headerWithin = 10;

/** A number of an order, where it stands in the file. */
interface Listed {
  readonly row: number;
  readonly orderNo: string;
}

const headers = new Set(
  [mockOrder.fields.orderNo.label.zh, mockOrder.fields.orderNo.label.en, 'orderNo'].map(plainHeader),
);

/**
 * The order numbers of a file's first sheet that is not hidden, from the column that is headed by them. Throws `unmetNeeds` where
 * there is no such column, or more than a file may have.
 */
async function listedIn(engine: Engine, filePath: string): Promise<readonly Listed[]> {
  const copy = await engine.files.localCopy(filePath.slice(1));
  try {
    const workbook = await openWorkbook(copy.path);
    try {
      const sheet = workbook.sheets.find(({ hidden }) => !hidden)?.index ?? 0;
      return await numbersOf(workbook.rows(sheet));
    } finally {
      await workbook.close();
    }
  } finally {
    await copy.release();
  }
}

async function numbersOf(batches: AsyncIterable<readonly SheetRow[]>): Promise<readonly Listed[]> {
  const listed: Listed[] = [];
  let at: number | undefined;
  for await (const batch of batches) {
    for (const { number, cells } of batch) {
      if (at === undefined) {
        const found = cells.findIndex(cell => headers.has(plainHeader(cellText(cell))));
        if (found >= 0) at = found;
        else if (number >= headerWithin) throw withoutColumn();
        continue;
      }
      const orderNo = cellText(cells[at]);
      if (orderNo !== '') listed.push({ row: number, orderNo });
      if (listed.length > mostRows)
        throw refused(
          `一个文件最多 ${mostRows} 行，请拆分后再上传`,
          `A file has ${mostRows} rows at most: split it`,
        );
    }
  }
  if (at === undefined) throw withoutColumn();
  return listed;
}

function withoutColumn() {
  return refused(
    '文件里没有“订单号”一列，请用模板或订单的导出文件',
    'The file has no column “Order number”: use the template, or an export of the orders',
  );
}

/**
 * Puts the orders of a file into the trash. Those that are paid or being refunded stay (domain H16), as do those out of
 * reach, which are not there; each is told by its row.
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
    const found = await sql<{ key: number; orderNo: string }>`
      select d.order_id::integer as key, d.order_no as "orderNo" from t_mock_order as d
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
        ? { zh: '该订单号在文件中重复', en: 'The order number stands in the file twice' }
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
