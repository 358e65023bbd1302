import { registry } from '@yikao/model/contexts/datasets.ts';
import { payType } from '@yikao/model/contexts/payment/payment.codes.ts';
import { orderStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import { itemKinds } from '@yikao/model/contexts/settlement/rules/commission.ts';
import type { Income } from '@yikao/model/contexts/settlement/settlement.calls.ts';
import { failure } from '@yikao/model/errors.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { dayPlus } from '@yikao/model/rules/times.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { readParameter } from '../../engine/read/parameter.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { boundTo, scopeCondition } from '../../engine/scope/scope.ts';
import { seenBy } from '../../engine/scope/seen.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Condition } from '../../engine/table/sql.ts';
import { type Apart, type Asked, figureRows } from '../shared/figures.ts';

const orderIs = codesOf(orderStatus);
const payIs = codesOf(payType);

const { partnersSettle, serviceOrder } = registry;

const dayMs = 86_400_000;
/** Later than any day that something was paid on. */
const lastDay = '9999-12-31';

/** The day before a day, `YYYY-MM-DD`. */
const dayBefore = (day: string) => dayPlus(day, -1);

/** The first of some days. */
function least(...days: readonly string[]): string {
  return days.toSorted()[0] ?? lastDay;
}

/** Commission of orders that meet a condition and are not in a submitted settlement, per order. */
function unheld(
  rate: 'commission_rate' | 'parent_rate',
  kind: number,
  where: Condition,
): RawBuilder<unknown> {
  return sql`
    select round(greatest(o.pay_amount - o.refund_amount, 0) * ${sql.id('o', rate)}, 2) as amount
    from t_service_order as o
    where o.status = ${orderIs.paid} and o.pay_type not in (${payIs.code}, ${payIs.free}) and not o.deleted
      and ${where}
      and not exists(
        select from yikao_held_order as h where h.order_id = o.order_id and h.item_kind = ${kind})`;
}

/**
 * Commission within the actor's reach (domain 4.10): of all time, of yesterday and of this month by the day of payment,
 * and the claimable amount, from orders paid at least `settle.freezeDays` days ago that are in no submitted settlement.
 * Rounded per order, as in settlements; shares in orders of lower channels count for the partner above. Read from the
 * daily roll-ups, except for the one day that the time limit divides, which is read from its orders.
 *
 * @throws `forbidden` for people with read-only access who may not see amounts.
 */
export async function incomeOf(engine: Engine, actor: Actor): Promise<Income> {
  if (seenBy(partnersSettle, actor) !== partnersSettle) throw failure('forbidden');
  const { db, clock } = engine;
  const now = clock.now();
  const today = shanghaiTime(now).slice(0, 10);
  const freezeDays = await readParameter(db, 'settle.freezeDays');
  const thawed = new Date(now.getTime() - freezeDays * dayMs);
  const thawedDay = shanghaiTime(thawed).slice(0, 10);
  const own = (alias: string) => scopeCondition(serviceOrder, actor, alias);
  const partnersIds = boundTo(actor, 'partner', 'read');
  const above = (owner: RawBuilder<unknown>, alias: string) =>
    partnersIds
      ? sql<SqlBool>`${owner} = any(${[...partnersIds]}::bigint[])`
      : sql<SqlBool>`${owner} is not null and ${own(alias)}`;
  const shares = partnersIds ? { within: above(sql`r.partners_id`, 'r') } : {};
  const firstDay = least(thawedDay, `${today.slice(0, 8)}01`, dayBefore(today));
  const days = { from: firstDay, to: lastDay };
  const rows = (asked: Asked, apart: readonly Apart[], sign: 1 | -1) => sql`
    select ${sql.lit(sign)} as sign, ${apart.length > 0 ? sql`day` : sql`null::date as day`}, amount
    from ${figureRows(actor, asked, apart)} as r`;
  const thawedThatDay = sql<SqlBool>`o.pay_time >= ${thawedDay}::date::timestamp at time zone 'Asia/Shanghai'
    and o.pay_time <= ${thawed}`;
  const found = await sql<Record<keyof Income, string>>`
    select coalesce(sum(amount) filter (where sign = 1 and day is null), 0) as grand_total_amount,
      coalesce(sum(amount) filter (where sign = 1 and day = ${dayBefore(today)}::date), 0) as yesterday_amount,
      coalesce(sum(amount) filter (where sign = 1 and day >= date_trunc('month', ${today}::date)), 0) as this_month_amount,
      coalesce(sum(sign * amount) filter (where day is null), 0)
        - coalesce(sum(sign * amount) filter (where day >= ${thawedDay}::date), 0)
        + (select coalesce(sum(amount), 0) from (
            ${unheld('commission_rate', itemKinds.order, sql<SqlBool>`o.commission_rate > 0 and o.partners_id is not null and ${own('o')} and ${thawedThatDay}`)}
            union all
            ${unheld('parent_rate', itemKinds.parent, sql<SqlBool>`o.parent_rate > 0 and ${above(sql`o.parent_partners_id`, 'o')} and ${thawedThatDay}`)}
          ) as thawed) as can_withdraw_amount
    from (
      ${sql.join(
        (
          [
            [{ figure: 'commission' }, 1],
            [{ figure: 'parentShare', ...shares }, 1],
            [{ figure: 'heldCommission' }, -1],
            [{ figure: 'heldParentShare', ...shares }, -1],
          ] as const
        ).flatMap(([asked, sign]) => [rows(asked, [], sign), rows({ ...asked, days }, ['day'], sign)]),
        sql` union all `,
      )}
    ) as due`.execute(db);
  const row = found.rows[0];
  return {
    grandTotalAmount: Number(row?.grandTotalAmount ?? 0),
    yesterdayAmount: Number(row?.yesterdayAmount ?? 0),
    thisMonthAmount: Number(row?.thisMonthAmount ?? 0),
    canWithdrawAmount: Number(row?.canWithdrawAmount ?? 0),
  };
}
