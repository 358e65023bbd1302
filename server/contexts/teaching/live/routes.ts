import { registry } from '@yikao/model/contexts/datasets.ts';
import { type LiveStreams, liveCalls } from '@yikao/model/contexts/teaching/live.calls.ts';
import { livePlatform, liveStatus } from '@yikao/model/contexts/teaching/teaching.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import { limits } from '@yikao/model/limits.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { handle } from '../../../engine/http/handle.ts';
import { findRow } from '../../../engine/read/info.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import { type LiveVendor, streamAddresses } from '../../../platform/live/push-address.ts';
import type { Feature } from '../../shared/feature.ts';
import { signedCalls } from '../../shared/signed-calls.ts';
import { countViewers } from './sessions.ts';

const { live } = registry;

/** Most bytes of a call that an app signs. */
const mostBytes = 16 * 1024;

/** The room of a platform of our own, for which addresses are issued (domain J5). */
const ownPlatform = livePlatform.is.own;

/**
 * The addresses of the session of a room, made again each time and stored nowhere. The stream is that of the session, so
 * that an address of an earlier one shows nothing. The push address begins a stream for some minutes alone, and is made
 * again while the room is live: after the end nobody can begin with it. Throws `notFound`, and `notAllowedNow` while the room is not live.
 */
async function streamsOf(
  engine: Engine,
  vendor: LiveVendor | undefined,
  actor: Actor,
  id: number,
): Promise<LiveStreams> {
  const row = await findRow(engine, engine.db, live, actor, id);
  if (!row) throw failure('notFound');
  if (row.liveStatus !== liveStatus.is.living || row.stopDue === null) throw failure('notAllowedNow');
  const stopDue = row.stopDue;
  if (row.platform !== ownPlatform || vendor === undefined) {
    const expireTime = shanghaiTime(stopDue);
    return { pushUrl: null, server: null, streamKey: null, playUrl: row.playUrl, expireTime };
  }
  const found = await sql<Columns<typeof registry.liveSession, 'id'>>`
    select id from t_live_session where live_id = ${id} and stop_time is null and not deleted
    order by id desc limit 1`.execute(engine.db);
  const stream = `${row.roomNo}_${found.rows[0]?.id ?? 0}`;
  const push = new Date(Math.min(engine.clock.now().getTime() + limits.pushAddressMs, stopDue.getTime()));
  return {
    ...streamAddresses(vendor, stream, { push, play: stopDue }),
    expireTime: shanghaiTime(push),
  };
}

/** Push addresses of live rooms, and the figures that apps report. */
export const liveFeature: Feature = (app, context) => {
  const { engine, config } = context;
  handle(app, liveCalls.push, ({ actor, query }) => streamsOf(engine, config.live, actor, query.id));
  signedCalls(app, context, mostBytes, scope =>
    handle(scope, liveCalls.online, async ({ body }) => {
      const counted = await countViewers(engine.db, body);
      if (!counted) throw failure('notFound');
      return counted;
    }),
  );
};
