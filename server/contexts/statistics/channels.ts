import { registry } from '@yikao/model/contexts/datasets.ts';
import {
  type ChannelCount,
  type ChannelWeek,
  clickTypes,
  type KeyLine,
  statusKeys,
} from '@yikao/model/contexts/statistics/statistics.calls.ts';
import { permissionCode } from '@yikao/model/permissions.ts';
import { sum } from '@yikao/model/rules/money.ts';
import { dayPlus } from '@yikao/model/rules/times.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { holds } from '../../engine/scope/access.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { scopeCondition } from '../../engine/scope/scope.ts';
import { type Asked, figureRows, type Range, sums } from '../shared/figures.ts';
import { daysOf, todayOf } from './days.ts';

/**
 * The figure that channels are compared by: a click type, and of orders and codes the card type and status (spec
 * sections 2 and 4).
 */
export interface Click {
  readonly clickType: 1 | 2 | 3 | 4;
  readonly cardType?: number | null | undefined;
  readonly status?: number | null | undefined;
}

/** The figure of the roll-ups that a click type reads; orders and codes begin with the first of their keys. */
function askedBy({ clickType, cardType, status }: Click): Asked {
  if (clickType === clickTypes.userAdd) return { figure: 'userAdd' };
  if (clickType === clickTypes.userActive) return { figure: 'userActive' };
  const key = cardType != null && status != null ? `${cardType}-${status}` : statusKeys[clickType][0];
  return { figure: clickType === clickTypes.online ? 'order' : 'code', kinds: [kindOf(key)] };
}

/** The kind of a key `{card type}-{status}`. */
function kindOf(key: string): number {
  const [type = 0, status = 0] = key.split('-').map(Number);
  return type * 10 + status;
}

/** The name of a channel on `r`, if the reader may see it; otherwise its id, and organic traffic for none. */
function channelName(actor: Actor): RawBuilder<string> {
  const [natural, other] = {
    zh: ['自然流量', '渠道 '],
    en: ['Organic', 'Channel '],
  }[actor.language] as [string, string];
  return sql<string>`case when r.channel_id = 0 then ${natural}::text else coalesce(
    (select c.channel_name from t_channel as c
      where c.channel_id = r.channel_id and ${scopeCondition(registry.channel, actor, 'c', 'name')}),
    ${other}::text || r.channel_id) end`;
}

/** Channels with their figure in some days, the most first, and of equals the smaller number (domain 4.13). */
export async function channelCounts(
  { db }: Pick<Engine, 'db'>,
  actor: Actor,
  click: Click,
  days: Range,
  { size, skip = 0 }: { readonly size: number; readonly skip?: number },
): Promise<{ readonly records: ChannelCount[]; readonly total: number }> {
  const asked = { ...askedBy(click), days };
  const found = await sql<{ channelId: number; countName: string; countNumber: number; total: number }>`
    select r.channel_id, r.num::float8 as count_number, r.total::float8 as total,
      ${channelName(actor)} as count_name
    from (
      select channel_id, sum(num) as num, count(*) over () as total
      from ${figureRows(actor, asked, ['channel_id'])} as r
      group by channel_id having sum(num) <> 0
      order by sum(num) desc, channel_id limit ${size} offset ${skip}) as r
    order by r.num desc, r.channel_id`.execute(db);
  if (found.rows.length === 0 && skip > 0) {
    // A page past the last one still returns the total.
    const { total } = await channelCounts({ db }, actor, click, days, { size: 1 });
    return { records: [], total };
  }
  return {
    total: found.rows[0]?.total ?? 0,
    records: found.rows.map(({ channelId, countName, countNumber }) => ({
      channelId: channelId === 0 ? null : channelId,
      countName,
      countNumber,
      labelType: click.clickType,
    })),
  };
}

/** Channels with their figures of the last seven days, day1 being today; the most first (domain 4.13). */
export async function channelWeeks(
  { db, clock }: Engine,
  actor: Actor,
  click: Click,
): Promise<ChannelWeek[]> {
  const to = todayOf(clock.now());
  const days = daysOf({ from: dayPlus(to, -6), to }).toReversed();
  const asked = { ...askedBy(click), days: { from: dayPlus(to, -6), to } };
  const columns = days.map(
    (day, at) =>
      sql`coalesce(sum(num) filter (where day = ${day}::date), 0)::float8 as ${sql.id(`day${at + 1}`)}`,
  );
  const found = await sql<Omit<ChannelWeek, 'channelId'> & { channelId: number }>`
    select r.*, ${channelName(actor)} as source_name, r.channel_id
    from (
      select channel_id, ${sql.join(columns)}, sum(num)::float8 as total
      from ${figureRows(actor, asked, ['channel_id', 'day'])} as r
      group by channel_id having sum(num) <> 0) as r
    order by r.total desc, r.channel_id`.execute(db);
  return found.rows.map(({ channelId, sourceName, day1, day2, day3, day4, day5, day6, day7, total }) => ({
    channelId: channelId === 0 ? null : channelId,
    sourceName,
    ...{ day1, day2, day3, day4, day5, day6, day7, total },
  }));
}

/** Reports whether a person reads amounts of orders: in their list, or on the dashboard of administrators. */
function seesAmounts(actor: Actor): boolean {
  return holds(actor, 'stat:admin') || holds(actor, permissionCode(registry.serviceOrder, 'list'));
}

/** Orders, with their amounts, or codes of each key of spec section 4 by day, days without any as 0. */
export async function keyLines(
  { db }: Engine,
  actor: Actor,
  clickType: 3 | 4,
  days: Range,
): Promise<KeyLine[]> {
  const keys = statusKeys[clickType];
  const figure = clickType === clickTypes.online ? 'order' : 'code';
  const found = await sums(db, actor, { figure, kinds: keys.map(kindOf), days }, ['kind', 'day']);
  const counted = new Map(found.map(one => [`${one.kind} ${one.day}`, one]));
  const withAmounts = figure === 'order' && seesAmounts(actor);
  return keys.map(key => {
    const ofKey = daysOf(days).map(day => {
      const { num = 0, amount = '0' } = counted.get(`${kindOf(key)} ${day}`) ?? {};
      return { day, num, amount };
    });
    return {
      key,
      total: ofKey.reduce((total, { num }) => total + num, 0),
      amount: withAmounts ? Number(sum(ofKey.map(({ amount }) => amount))) : null,
      line: ofKey.map(({ day, num, amount }) => ({
        ...{ countName: key, countNumber: num, day },
        amount: withAmounts ? Number(amount) : null,
      })),
    };
  });
}
