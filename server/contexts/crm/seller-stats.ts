import { leadStatus } from '@yikao/model/contexts/crm/crm.codes.ts';
import type { SellerStat } from '@yikao/model/contexts/crm/leads.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { callStatus } from '@yikao/model/contexts/reach/reach.codes.ts';
import { limits } from '@yikao/model/limits.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { aggregate } from '../../engine/read/aggregate.ts';
import { filterConditions, pageKeys, type Query } from '../../engine/read/filters.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { scopeCondition } from '../../engine/scope/scope.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { allOf, type Condition } from '../../engine/table/sql.ts';

const callIs = codesOf(callStatus);
const leadIs = codesOf(leadStatus);

const { callRecord, lead } = registry;

/**
 * Connected calls and their seconds by the person who called. The chosen days are those of the calls and the chosen
 * salespeople those who called; every other filter is one of the lead that was called.
 */
async function talksBySeller(engine: Engine, actor: Actor, filters: Query) {
  const { assignTimeStart: from, assignTimeEnd: to, saleUserId, ...ofLead } = filters;
  const asked = {
    ...(from !== undefined && { beginTimeStart: from }),
    ...(to !== undefined && { beginTimeEnd: to }),
    ...(saleUserId !== undefined && { userId: saleUserId }),
  };
  const conditions = filterConditions(engine, lead, ofLead, 'l', { reader: actor, skip: pageKeys });
  const called =
    conditions.length === 0
      ? sql<SqlBool>`true`
      : sql<SqlBool>`d.lead_id in (select l.lead_id from t_lead as l
          where ${allOf([...conditions, scopeCondition(lead, actor, 'l')])} and not l.deleted)`;
  return aggregate(engine, callRecord, actor, {
    measures: { calls: 'count', seconds: { sum: 'callDuration' } },
    filters: asked,
    where: sql<SqlBool>`d.call_status = ${callIs.connected} and d.user_id is not null and ${called}`,
    by: 'userId',
    top: limits.groupsMax,
  });
}

/**
 * `GET …/stat` (domain 10): a row for each person within reach who has a lead or a connected call under the filters, the
 * highest sales first.
 */
export async function sellerStats(engine: Engine, actor: Actor, filters: Query): Promise<SellerStat[]> {
  const of = (where: Condition) =>
    aggregate(engine, lead, actor, {
      measures: { leads: 'count', amount: { sum: 'orderAmount' } },
      filters,
      where: sql<SqlBool>`d.sale_user_id is not null and ${where}`,
      by: 'saleUserId',
      top: limits.groupsMax,
    });
  const [all, followed, won, talks] = await Promise.all([
    of(sql<SqlBool>`true`),
    of(sql<SqlBool>`d.last_follow_time is not null`),
    of(sql<SqlBool>`d.lead_status = ${leadIs.won}`),
    talksBySeller(engine, actor, filters),
  ]);
  // A name that the reader may not see is left out by the aggregate.
  const named = new Map([...talks, ...all].map(({ key, name }) => [Number(key), name]));
  const names = await sql<Columns<typeof registry.adminUser, 'userId' | 'nickName'>>`
    select user_id, nick_name from t_admin_user where user_id = any(${[...named.keys()]}::bigint[])`.execute(
    engine.db,
  );
  const nameOf = new Map(names.rows.map(({ userId, nickName }) => [userId, nickName]));
  const byKey = <V>(groups: readonly { readonly key: number | string | null; readonly values: V }[]) =>
    new Map(groups.map(({ key, values }) => [Number(key), values]));
  const [allBy, followedBy, wonBy, talksBy] = [byKey(all), byKey(followed), byKey(won), byKey(talks)];
  const rows = [...named].map(([key, name]) => {
    const [leads, sold, talked] = [allBy.get(key)?.leads ?? 0, wonBy.get(key), talksBy.get(key)];
    return {
      saleUserId: key,
      saleUserName: name === null ? null : (nameOf.get(key) ?? name),
      assigned: leads,
      followed: followedBy.get(key)?.leads ?? 0,
      won: sold?.leads ?? 0,
      connected: talked?.calls ?? 0,
      minutes: Number((Number(talked?.seconds ?? '0') / 60).toFixed(1)),
      amount: Number(sold?.amount ?? '0'),
      conversion: leads === 0 ? 0 : Number(((sold?.leads ?? 0) / leads).toFixed(4)),
    };
  });
  return rows.toSorted(
    (one, other) => other.amount - one.amount || other.won - one.won || other.connected - one.connected,
  );
}
