import type { Drawn, DrawnLine, Statement } from '@yikao/model/calls/settlement.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/issues.ts';
import { validateRow } from '@yikao/model/kernel/validate.ts';
import { limits } from '@yikao/model/limits.ts';
import type { SettleTotals } from '@yikao/model/rules/commission.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { compare, sum } from '@yikao/model/rules/money.ts';
import { sql } from 'kysely';
import type { Actor } from '../engine/actor.ts';
import type { Engine } from '../engine/engine.ts';
import { findRow } from '../engine/info.ts';
import { referenceIssues } from '../engine/references.ts';
import { add } from '../engine/save.ts';
import { scopeIssues, scopeValues } from '../engine/scope.ts';
import { seenBy } from '../engine/seen.ts';
import type { Db } from '../engine/sql.ts';
import { overlapping, type SettleItem, type SettlePeriod, settleLines, totalsOf } from './settle-lines.ts';

const { partnersSettle } = registry;

/** Lines as far as they are shown. */
type Shown = Omit<SettleItem, 'orderId' | 'carriedFrom'>;

/** Sums as numbers, as they leave. */
const numbersOf = (totals: SettleTotals, adjustAmount: string) => ({
  orderNum: totals.orderNum,
  orderAmount: Number(totals.orderAmount),
  refundAmount: Number(totals.refundAmount),
  baseAmount: Number(totals.baseAmount),
  commission: Number(totals.commission),
  parentCommission: Number(totals.parentCommission),
  agentCommission: Number(totals.agentCommission),
  carriedAmount: Number(totals.carriedAmount),
  adjustAmount: Number(adjustAmount),
  payableAmount: Number(totals.payableAmount),
});

async function agencyNames(db: Db, lines: readonly Shown[]): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(lines.flatMap(({ agentId }) => agentId ?? []))];
  const found = await sql<{ agentId: number; agentName: string }>`
    select agent_id as "agentId", agent_name as "agentName" from t_agent
    where agent_id = any(${ids}::bigint[])`.execute(db);
  return new Map(found.rows.map(row => [Number(row.agentId), row.agentName]));
}

/** Lines with their sums as a preview and a statement show them, the first {@link limits.statementLines} of them. */
async function drawnOf(db: Db, lines: readonly Shown[], adjustAmount: string): Promise<Drawn> {
  const names = await agencyNames(db, lines);
  const passedOn = Map.groupBy(
    lines.filter(line => line.agentId !== null && compare(line.agentCommission, '0') !== 0),
    line => line.agentId ?? 0,
  );
  return {
    ...numbersOf(totalsOf(lines, adjustAmount), adjustAmount),
    lineNum: lines.length,
    lines: lines.slice(0, limits.statementLines).map(
      (line): DrawnLine => ({
        itemKind: line.itemKind,
        orderNo: line.orderNo,
        orderType: line.orderType,
        agentName: line.agentId === null ? null : (names.get(line.agentId) ?? null),
        payAmount: Number(line.payAmount),
        refundAmount: Number(line.refundAmount),
        rate: line.rate === null ? null : Number(line.rate),
        commission: Number(line.commission),
        parentCommission: Number(line.parentCommission),
        agentCommission: Number(line.agentCommission),
      }),
    ),
    agencies: [...passedOn].map(([agentId, theirs]) => ({
      agentName: names.get(agentId) ?? String(agentId),
      lineNum: theirs.length,
      amount: Number(sum(theirs.map(line => line.agentCommission))),
    })),
  };
}

/**
 * The amounts of a settlement of these values, worked out as drawing it does, with nothing kept. Throws
 * `invalidFields` for all that would stand in the way, an overlapping settlement too.
 */
export async function previewSettlement(engine: Engine, actor: Actor, body: object): Promise<Drawn> {
  const { db } = engine;
  const input = { ...scopeValues(partnersSettle, actor), ...body };
  const { values, issues } = validateRow(partnersSettle, input, 'create', engine.clock.now());
  issues.push(...scopeIssues(partnersSettle, actor, values));
  issues.push(...(await referenceIssues(engine, db, partnersSettle, actor, values, values)));
  // Where nothing is wrong with them, the values are those of the declaration.
  const period = values as unknown as SettlePeriod & { readonly adjustAmount: string | null };
  if (issues.length === 0) {
    const other = await overlapping(db, period);
    if (other !== undefined) issues.push(issue('periodStart', 'overlaps', { other }));
  }
  if (issues.length > 0) {
    throw failure('invalidFields', {
      issues,
      labels: name => Object.entries(partnersSettle.fields).find(([key]) => key === name)?.[1].label,
    });
  }
  return drawnOf(db, await settleLines(db, period), period.adjustAmount ?? '0.00');
}

/** Draws a settlement as a save does, and answers its sums (domain 9). Throws as {@link add}. */
export async function drawSettlement(engine: Engine, actor: Actor, body: object) {
  const { settleId = 0 } = await add(engine, seenBy(partnersSettle, actor), actor, body);
  const found = await sql<SettleTotals & { adjustAmount: string; settleStatus: number }>`
    select order_num as "orderNum", order_amount as "orderAmount", refund_amount as "refundAmount",
      base_amount as "baseAmount", commission, parent_commission as "parentCommission",
      agent_commission as "agentCommission", carried_amount as "carriedAmount", payable_amount as "payableAmount",
      adjust_amount as "adjustAmount", settle_status as "settleStatus"
    from t_partners_settle where settle_id = ${settleId}`.execute(engine.db);
  const [row] = found.rows;
  if (!row) throw failure('notFound');
  return { settleId, settleStatus: row.settleStatus, ...numbersOf(row, row.adjustAmount) };
}

type Head = Omit<Statement, keyof Drawn> & { readonly adjustAmount: string };

/**
 * A settlement as it is printed, with the lines that are in force. Throws `notFound` for one out of reach, and
 * `forbidden` for whoever looks on without seeing amounts.
 */
export async function statementOf(engine: Engine, actor: Actor, settleId: number): Promise<Statement> {
  const { db } = engine;
  if (seenBy(partnersSettle, actor) !== partnersSettle) throw failure('forbidden');
  if (!(await findRow(engine, db, partnersSettle, actor, settleId))) throw failure('notFound');
  const found = await sql<Head & { createTime: Date; payTime: Date | null }>`
    select s.settle_id::int8 as "settleId", s.settle_no as "settleNo", s.period_start::text as "periodStart",
      s.period_end::text as "periodEnd", s.settle_status as "settleStatus", c.channel_name as "channelName",
      p.partners_name as "partnersName", p.account_name as "accountName", p.bank_name as "bankName",
      p.bank_no as "bankNo", s.adjust_amount::text as "adjustAmount", s.create_time as "createTime",
      submitter.nick_name as "submitBy", confirmer.nick_name as "confirmBy", s.pay_time as "payTime",
      s.invoice_no as "invoiceNo", s.remark
    from t_partners_settle as s
      join t_partners as p on p.partners_id = s.partners_id
      left join t_channel as c on c.channel_id = s.channel_id
      left join t_admin_user as submitter on submitter.user_id = s.submit_by
      left join t_admin_user as confirmer on confirmer.user_id = s.confirm_by
    where s.settle_id = ${settleId}`.execute(db);
  const [head] = found.rows;
  if (!head) throw failure('notFound');
  const lines = await sql<Shown>`
    select item_kind as "itemKind", order_no as "orderNo", order_type as "orderType", agent_id::int8 as "agentId",
      pay_amount::text as "payAmount", refund_amount::text as "refundAmount", rate::text as rate,
      commission::text as commission, parent_commission::text as "parentCommission",
      agent_commission::text as "agentCommission"
    from t_settle_item where settle_id = ${settleId} and live = 1 and not deleted
    order by item_kind, item_id`.execute(db);
  const drawn = await drawnOf(
    db,
    lines.rows.map(line => ({ ...line, agentId: line.agentId === null ? null : Number(line.agentId) })),
    head.adjustAmount,
  );
  return {
    ...head,
    ...drawn,
    settleId: Number(head.settleId),
    createTime: shanghaiTime(head.createTime),
    payTime: head.payTime && shanghaiTime(head.payTime),
  };
}
