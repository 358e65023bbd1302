import { registry } from '@yikao/model/contexts/datasets.ts';
import { orderStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import { liveStatus } from '@yikao/model/contexts/teaching/teaching.codes.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db, Tx } from '../../../engine/table/sql.ts';
import { openChange } from '../../../engine/write/change.ts';
import { updateLocked } from '../../../engine/write/internal-write.ts';
import { lockRows } from '../../../engine/write/lock-rows.ts';

const orderIs = codesOf(orderStatus);
const liveIs = codesOf(liveStatus);

const { liveSession } = registry;

/** Deals of a session, from the orders that were placed in it and are paid. */
interface Deals {
  readonly id: number;
  readonly dealNum: number;
  readonly orderAmount: string;
}

/** The end of the sessions of rooms. */
interface SessionEnd {
  readonly liveIds: readonly number[];
  /** In Asia/Shanghai, `YYYY-MM-DD HH:mm:ss`. */
  readonly stopTime: string;
  readonly byClock: boolean;
  readonly actor: Actor;
}

/** Ends the sessions of rooms with the figures that they have by then. */
export async function endSessions(
  engine: Engine,
  db: Tx,
  { liveIds, stopTime, byClock, actor }: SessionEnd,
): Promise<void> {
  const change = await openChange(engine, db, liveSession, { actor, now: engine.clock.now() });
  const found = await sql<Deals>`
    select s.id, count(o.order_id)::integer as deal_num,
      coalesce(sum(o.pay_amount), 0)::numeric(12,2)::text as order_amount
    from t_live_session as s
      left join t_service_order as o on o.live_id = s.live_id and o.create_time >= s.start_time
        and o.status in (${orderIs.paid}, ${orderIs.refunding}) and not o.deleted
    where s.live_id = any(${[...liveIds]}::bigint[]) and s.stop_time is null and not s.deleted
    group by s.id`.execute(db);
  const deals = new Map(found.rows.map(row => [row.id, row]));
  const rows = await lockRows(engine, db, liveSession, [...deals.keys()], actor);
  await updateLocked(
    engine,
    db,
    liveSession,
    rows.map(row => ({
      row,
      values: {
        ...{ stopTime, endedBy: byClock ? (2 as const) : (1 as const) },
        dealNum: deals.get(row.rowKey)?.dealNum ?? 0,
        orderAmount: deals.get(row.rowKey)?.orderAmount ?? '0.00',
      },
    })),
    { by: actor, change },
  );
}

/** Figures of a room that an app reports. */
export interface Watched {
  readonly roomNo: string;
  readonly online: number;
  readonly views: number;
}

/**
 * Counts views and the peak of a room that is live, and of its session. Counters move without a version, so that they do
 * not disturb people who edit the room. Returns undefined for a room that is not live.
 */
export async function countViewers(
  db: Db,
  { roomNo, online, views }: Watched,
): Promise<Columns<typeof registry.live, 'viewNum' | 'peakNum'> | undefined> {
  const found = await sql<Columns<typeof registry.live, 'viewNum' | 'peakNum'>>`
    with room as (
      update t_live set view_num = least(view_num + ${views}, 2000000000), peak_num = greatest(peak_num, ${online})
      where room_no = ${roomNo} and live_status = ${liveIs.living} and not deleted
      returning id, view_num, peak_num
    ), session as (
      update t_live_session as s
      set view_num = least(s.view_num + ${views}, 2000000000), peak_num = greatest(s.peak_num, ${online})
      from room where s.live_id = room.id and s.stop_time is null and not s.deleted
    )
    select view_num, peak_num from room`.execute(db);
  return found.rows[0];
}
