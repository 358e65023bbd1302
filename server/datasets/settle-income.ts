import type { Income } from '@yikao/model/calls/settlement.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { failure } from '@yikao/model/errors.ts';
import { itemKinds } from '@yikao/model/rules/commission.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Actor } from '../engine/actor.ts';
import type { Engine } from '../engine/engine.ts';
import { readParameter } from '../engine/parameter.ts';
import { boundTo, scopeCondition } from '../engine/scope.ts';
import { seenBy } from '../engine/seen.ts';
import type { Condition } from '../engine/sql.ts';

const { partnersSettle, serviceOrder } = registry;

const dayMs = 86_400_000;

/** Commission of the orders that meet a condition, order by order, and whether a settlement that was sent on holds it. */
function commissions(
  rate: 'commission_rate' | 'parent_rate',
  kind: number,
  where: Condition,
): RawBuilder<unknown> {
  return sql`
    select o.pay_time, round(greatest(o.pay_amount - o.refund_amount, 0) * ${sql.id('o', rate)}, 2) as amount,
      exists(
        select from t_settle_item as i join t_partners_settle as s on s.settle_id = i.settle_id
        where i.order_id = o.order_id and i.item_kind = ${kind} and i.live = 1 and not i.deleted
          and s.settle_status in (1, 2, 3)) as held
    from t_service_order as o
    where o.status = 1 and o.pay_type not in (6, 9) and not o.deleted and ${where}`;
}

/**
 * Commission within the actor's reach (domain 4.10): of all time, of yesterday and of this month by the day of payment, and
 * what can be asked for, which is of orders paid `settle.freezeDays` days ago or earlier that no settlement sent on holds.
 * Rounded order by order, as settlements do; shares in orders of channels below count for the partner above.
 *
 * @throws `forbidden` for whoever looks on without seeing amounts.
 */
export async function incomeOf(engine: Engine, actor: Actor): Promise<Income> {
  if (seenBy(partnersSettle, actor) !== partnersSettle) throw failure('forbidden');
  const { db, clock } = engine;
  const now = clock.now();
  const today = shanghaiTime(now).slice(0, 10);
  const freezeDays = Number(await readParameter(db, 'settle.freezeDays'));
  const thawed = new Date(now.getTime() - freezeDays * dayMs);
  const own = scopeCondition(serviceOrder, actor, 'o');
  const partnersIds = boundTo(actor, 'partner', 'read');
  const shares = partnersIds
    ? sql<SqlBool>`o.parent_partners_id = any(${[...partnersIds]}::bigint[])`
    : sql<SqlBool>`o.parent_partners_id is not null and ${own}`;
  const midnight = sql`${today}::date::timestamp at time zone 'Asia/Shanghai'`;
  const found = await sql<Record<keyof Income, string>>`
    select coalesce(sum(amount), 0) as "grandTotalAmount",
      coalesce(sum(amount) filter (where pay_time >= (${today}::date - 1)::timestamp at time zone 'Asia/Shanghai'
        and pay_time < ${midnight}), 0) as "yesterdayAmount",
      coalesce(sum(amount) filter (where pay_time >= date_trunc('month', ${today}::timestamp) at time zone 'Asia/Shanghai'),
        0) as "thisMonthAmount",
      coalesce(sum(amount) filter (where pay_time <= ${thawed} and not held), 0) as "canWithdrawAmount"
    from (
      ${commissions('commission_rate', itemKinds.order, sql<SqlBool>`o.commission_rate > 0 and o.partners_id is not null and ${own}`)}
      union all
      ${commissions('parent_rate', itemKinds.parent, sql<SqlBool>`o.parent_rate > 0 and ${shares}`)}
    ) as due`.execute(db);
  const row = found.rows[0];
  return {
    grandTotalAmount: Number(row?.grandTotalAmount ?? 0),
    yesterdayAmount: Number(row?.yesterdayAmount ?? 0),
    thisMonthAmount: Number(row?.thisMonthAmount ?? 0),
    canWithdrawAmount: Number(row?.canWithdrawAmount ?? 0),
  };
}
