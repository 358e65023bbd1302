import type { registry } from '@yikao/model/contexts/datasets.ts';
import type { Visit } from '@yikao/model/contexts/statistics/statistics.calls.ts';
import { limits } from '@yikao/model/limits.ts';
import { readInstant } from '@yikao/model/rules/times.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { transact } from '../../engine/write/transaction.ts';
import { clockMs } from '../shared/signed-calls.ts';

const dayMs = 86_400_000;
/** The outcome of visits reported by an app. */
export interface Ingested {
  readonly accepted: number;
  readonly repeated: number;
  readonly unknown: number;
  readonly late: number;
}

/**
 * Records visits (0.7, 13): each event id counts once, whenever and however often it arrives. A visit belongs to its
 * day in Asia/Shanghai, and to the channel and organisation of its user at that day's first visit.
 */
export async function takeVisits(engine: Engine, events: readonly Visit[]): Promise<Ingested> {
  const now = engine.clock.now();
  const oldest = now.getTime() - limits.visitDays * dayMs;
  const timely = events.filter(({ visitTime }) => {
    const time = readInstant(visitTime)?.getTime();
    return time !== undefined && time >= oldest && time <= now.getTime() + clockMs;
  });
  // In one order for all, so that no two calls wait for each other.
  const ordered = timely.toSorted((one, other) => (one.eventId < other.eventId ? -1 : 1));
  const late = events.length - timely.length;
  if (ordered.length === 0) return { accepted: 0, repeated: 0, unknown: 0, late };
  return transact(engine.db, async db => {
    const users = await sql<Columns<typeof registry.wishUser, 'userId'>>`
      select user_id from t_wish_user
      where user_id = any(${ordered.map(({ userId }) => userId)}::bigint[]) and not deleted
      order by user_id for no key update`.execute(db);
    const known = new Set(users.rows.map(({ userId }) => userId));
    const ours = ordered.filter(({ userId }) => known.has(userId));
    const fresh = await sql<{ eventId: string }>`
      insert into yikao_visit_event (event_id, receive_time)
      select event_id, ${now} from unnest(${ours.map(({ eventId }) => eventId)}::text[]) as e(event_id)
      on conflict (event_id) do nothing returning event_id`.execute(db);
    const left = new Set(fresh.rows.map(({ eventId }) => eventId));
    // An event that is twice in one call counts once.
    const taken = ours.filter(({ eventId }) => left.delete(eventId));
    if (taken.length > 0) {
      await sql`
        with visits as (
          select * from unnest(${taken.map(({ userId }) => userId)}::bigint[],
            ${taken.map(({ visitTime }) => visitTime)}::timestamptz[]) as v(user_id, visit_time)
        ), seen as (
          update t_wish_user as u set visit_num = u.visit_num + v.num,
            first_visit_time = least(u.first_visit_time, v.first_time),
            last_visit_time = greatest(u.last_visit_time, v.last_time)
          from (select user_id, count(*)::integer as num, min(visit_time) as first_time, max(visit_time) as last_time
            from visits group by user_id) as v
          where u.user_id = v.user_id
        )
        insert into yikao_visit_day as d
          (day, user_id, source_id, channel_id, province_id, partners_id, agent_id, sale_user_id, visit_num)
        select v.day, v.user_id, u.source_id, u.channel_id, u.province_id, u.partners_id, u.agent_id, u.sale_user_id, v.num
        from (select (visit_time at time zone 'Asia/Shanghai')::date as day, user_id, count(*)::integer as num
          from visits group by 1, 2) as v
        join t_wish_user as u on u.user_id = v.user_id
        order by v.day, v.user_id
        on conflict (day, user_id) do update set visit_num = d.visit_num + excluded.visit_num`.execute(db);
    }
    return {
      accepted: taken.length,
      repeated: ours.length - taken.length,
      unknown: ordered.length - ours.length,
      late,
    };
  });
}
