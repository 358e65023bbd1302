import { registry } from '@yikao/model/contexts/datasets.ts';
import { orderStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import type { SettleTotals } from '@yikao/model/contexts/settlement/rules/commission.ts';
import type { Drawn, DrawnLine, Statement } from '@yikao/model/contexts/settlement/settlement.calls.ts';
import { failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { validateRow } from '@yikao/model/kernel/validate/row.ts';
import { limits } from '@yikao/model/limits.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { compare, sum } from '@yikao/model/rules/money.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { findRow } from '../../engine/read/info.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { scopeIssues, scopeValues } from '../../engine/scope/scope.ts';
import { seenBy } from '../../engine/scope/seen.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Db } from '../../engine/table/sql.ts';
import { referenceIssues } from '../../engine/write/references.ts';
import { add } from '../../engine/write/save.ts';
import { overlapping, type SettleItem, type SettlePeriod, settleLines, totalsOf } from './settle-lines.ts';

const orderIs = codesOf(orderStatus);

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
  const found = await sql<Columns<typeof registry.agent, 'agentId' | 'agentName'>>`
    select agent_id, agent_name from t_agent
    where agent_id = any(${ids}::bigint[])`.execute(db);
  return new Map(found.rows.map(row => [row.agentId, row.agentName]));
}

/** Lines with their sums for a preview and a statement, the first {@link limits.statementLines} of them. */
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
 * The amounts of a settlement with these values, calculated as for a real one but without storing it. Throws
 * `invalidFields` for everything that would prevent it, including an overlapping settlement.
 */
export async function previewSettlement(engine: Engine, actor: Actor, body: object): Promise<Drawn> {
  const { db } = engine;
  const input = { ...scopeValues(partnersSettle, actor), ...body };
  const { values, issues } = validateRow(partnersSettle, input, 'create', engine.clock.now());
  issues.push(...scopeIssues(partnersSettle, actor, values));
  issues.push(...(await referenceIssues(engine, db, partnersSettle, actor, values, values)));
  // Without problems, the values match the declaration.
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
    select order_num, order_amount, refund_amount, base_amount, commission, parent_commission,
      agent_commission, carried_amount, payable_amount, adjust_amount, settle_status
    from t_partners_settle where settle_id = ${settleId}`.execute(engine.db);
  const [row] = found.rows;
  if (!row) throw failure('notFound');
  return { settleId, settleStatus: row.settleStatus, ...numbersOf(row, row.adjustAmount) };
}

/** Purchases of codes that a partner, or one of its channels, paid in a period, the first of them. */
async function purchasesOf(db: Db, settleId: number): Promise<Statement['purchases']> {
  const found = await sql<
    Columns<typeof registry.cardOrder, 'orderNo' | 'quantity' | 'unitPrice' | 'payAmount' | 'refundAmount'> &
      Columns<typeof registry.card, 'cardName'>
  >`
    select o.order_no, c.card_name, o.quantity, o.unit_price, o.pay_amount, o.refund_amount
    from t_partners_settle as s
      join t_card_order as o on o.partners_id = s.partners_id and (coalesce(s.channel_id, 0) = 0 or o.channel_id = s.channel_id)
        and (o.pay_time at time zone 'Asia/Shanghai')::date between s.period_start and s.period_end
      join t_card as c on c.card_id = o.card_id
    where s.settle_id = ${settleId}
      and o.status in (${orderIs.paid}, ${orderIs.refunded}, ${orderIs.refunding}) and not o.deleted
    order by o.pay_time, o.order_id limit ${limits.statementLines}`.execute(db);
  return found.rows.map(({ unitPrice, payAmount, refundAmount, ...row }) => ({
    ...row,
    unitPrice: Number(unitPrice),
    payAmount: Number(payAmount),
    refundAmount: Number(refundAmount),
  }));
}

type Head = Omit<Statement, keyof Drawn | 'purchases'> & { readonly adjustAmount: string };

/**
 * A settlement for printing, with the lines in force. Throws `notFound` for one out of reach, and `forbidden` for
 * people with read-only access who may not see amounts.
 */
export async function statementOf(engine: Engine, actor: Actor, settleId: number): Promise<Statement> {
  const { db } = engine;
  if (seenBy(partnersSettle, actor) !== partnersSettle) throw failure('forbidden');
  if (!(await findRow(engine, db, partnersSettle, actor, settleId))) throw failure('notFound');
  const found = await sql<Head & { createTime: Date; payTime: Date | null }>`
    select s.settle_id, s.settle_no, s.period_start, s.period_end, s.settle_status, c.channel_name,
      p.partners_name, p.account_name, p.bank_name, p.bank_no, s.adjust_amount, s.create_time,
      submitter.nick_name as submit_by, confirmer.nick_name as confirm_by, s.pay_time, s.invoice_no, s.remark
    from t_partners_settle as s
      join t_partners as p on p.partners_id = s.partners_id
      left join t_channel as c on c.channel_id = s.channel_id
      left join t_admin_user as submitter on submitter.user_id = s.submit_by
      left join t_admin_user as confirmer on confirmer.user_id = s.confirm_by
    where s.settle_id = ${settleId}`.execute(db);
  const [head] = found.rows;
  if (!head) throw failure('notFound');
  const lines = await sql<Shown>`
    select item_kind, order_no, order_type, agent_id, pay_amount, refund_amount, rate, commission,
      parent_commission, agent_commission
    from t_settle_item where settle_id = ${settleId} and live = 1 and not deleted
    order by item_kind, item_id`.execute(db);
  const drawn = await drawnOf(db, lines.rows, head.adjustAmount);
  return {
    ...head,
    ...drawn,
    purchases: await purchasesOf(db, settleId),
    createTime: shanghaiTime(head.createTime),
    payTime: head.payTime && shanghaiTime(head.payTime),
  };
}
