import type { registry } from '@yikao/model/contexts/datasets.ts';
import type { pushCalls } from '@yikao/model/contexts/push/push.calls.ts';
import { deviceStatus, sendStatus } from '@yikao/model/contexts/push/push.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Engine } from '../../engine/engine.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Db, Tx } from '../../engine/table/sql.ts';
import { transact } from '../../engine/write/transaction.ts';
import { enabled } from '../shared/enabled.ts';

const deviceIs = codesOf(deviceStatus);
const sendIs = codesOf(sendStatus);

/** The device of a person in an app. */
interface PersonInApp {
  readonly appId: number;
  readonly userId: number;
}

/**
 * Chooses for each person and app the valid device that was active last (domain 3.9: one push for each person and app).
 * The caller's transaction has changed devices of theirs.
 */
async function choose(db: Tx, people: readonly PersonInApp[]): Promise<void> {
  if (people.length === 0) return;
  const apps = people.map(({ appId }) => appId);
  const users = people.map(({ userId }) => userId);
  await sql`
    with people as (select distinct app_id, user_id from unnest(${apps}::bigint[], ${users}::bigint[]) as p(app_id, user_id)),
    ranked as (
      select d.device_id, row_number() over (
        partition by d.app_id, d.user_id
        order by d.device_status desc, d.last_active_time desc, d.device_id desc) = 1 as first
      from t_push_device as d join people as p on p.app_id = d.app_id and p.user_id = d.user_id
      where not d.deleted
    )
    update t_push_device as d set chosen = r.first::integer from ranked as r
    where d.device_id = r.device_id and d.chosen <> r.first::integer`.execute(db);
}

/** Chooses again after devices with these ids were deleted or restored. */
export async function chooseFor(db: Tx, deviceIds: readonly number[]): Promise<void> {
  const found = await sql<PersonInApp>`
    select app_id, user_id from t_push_device
    where device_id = any(${deviceIds}::bigint[]) and user_id is not null`.execute(db);
  await choose(db, found.rows);
}

/** Marks the devices whose tokens a vendor no longer knows, so that later pushes leave them out. */
export async function markDead(db: Tx, deviceIds: readonly number[]): Promise<void> {
  if (deviceIds.length === 0) return;
  await sql`
    update t_push_device set device_status = ${deviceIs.dead}
    where device_id = any(${deviceIds}::bigint[]) and device_status = ${deviceIs.live}`.execute(db);
  await chooseFor(db, deviceIds);
}

async function appOf(db: Db, appKey: string) {
  const found = await sql<Columns<typeof registry.pushApp, 'appId' | 'platform'>>`
    select app_id, platform from t_push_app where app_key = ${appKey} and status = ${enabled}
      and not deleted`.execute(db);
  const [app] = found.rows;
  if (!app) throw failure('notFound');
  return app;
}

/**
 * Binds a device, as its app asks at each start: a new row, or the one with its token. A token that another person had
 * changes hands. Many come in a day, so they are no part of the history.
 */
export async function bindDevice(
  engine: Engine,
  { appKey, token, userId, provinceId, model, version, tags }: z.output<typeof pushCalls.bind.body>,
): Promise<{ deviceId: number }> {
  return transact(engine.db, async db => {
    const { appId, platform } = await appOf(db, appKey);
    await sql`select pg_advisory_xact_lock(hashtextextended(${`push:${appId}:${token}`}, 0))`.execute(db);
    const known = await sql<Columns<typeof registry.wishUser, 'userId' | 'provinceId'>>`
      select user_id, province_id from t_wish_user where user_id = ${userId ?? 0} and not deleted`.execute(
      db,
    );
    const person = known.rows[0];
    const place =
      await sql`select 1 from t_province where province_id = ${provinceId ?? 0} and not deleted`.execute(db);
    const province = place.rows.length > 0 ? provinceId : (person?.provinceId ?? null);
    const before = await sql<Columns<typeof registry.pushDevice, 'deviceId' | 'userId'>>`
      select device_id, user_id from t_push_device
      where app_id = ${appId} and token = ${token} and not deleted for update`.execute(db);
    const old = before.rows[0];
    const user = person?.userId ?? null;
    const now = engine.clock.now();
    const written = await (old
      ? sql<Columns<typeof registry.pushDevice, 'deviceId'>>`
          update t_push_device set user_id = ${user}, platform = ${platform}, model = ${model ?? null},
            app_version = ${version ?? null}, province_id = ${province ?? null}::bigint, tags = ${tags ?? null},
            last_active_time = ${now}::timestamptz, device_status = ${deviceIs.live},
            chosen = 1, update_time = ${now}::timestamptz
          where device_id = ${old.deviceId} returning device_id`.execute(db)
      : sql<Columns<typeof registry.pushDevice, 'deviceId'>>`
          insert into t_push_device (app_id, user_id, token, platform, model, app_version, province_id, tags,
            last_active_time, device_status, chosen)
          values (${appId}, ${user}, ${token}, ${platform}, ${model ?? null}, ${version ?? null},
            ${province ?? null}::bigint, ${tags ?? null}, ${now}::timestamptz, ${deviceIs.live}, 1)
          returning device_id`.execute(db));
    const people = [old?.userId, user].flatMap(id => (id ? [{ appId, userId: id }] : []));
    await choose(db, people);
    return { deviceId: written.rows[0]?.deviceId ?? 0 };
  });
}

/** The device with a token; throws `notFound` if there is none. */
async function deviceOf(db: Tx, appKey: string, token: string) {
  const { appId } = await appOf(db, appKey);
  const found = await sql<Columns<typeof registry.pushDevice, 'deviceId' | 'userId'>>`
    select device_id, user_id from t_push_device
    where app_id = ${appId} and token = ${token} and not deleted for update`.execute(db);
  const [device] = found.rows;
  if (!device) throw failure('notFound');
  return { appId, ...device };
}

/** Releases a device from its person: somebody has logged out, or the app was removed. Twice does no harm. */
export async function unbindDevice(
  engine: Engine,
  { appKey, token }: z.output<typeof pushCalls.unbind.body>,
): Promise<void> {
  await transact(engine.db, async db => {
    const { appId, deviceId, userId } = await deviceOf(db, appKey, token);
    await sql`
      update t_push_device set user_id = null, device_status = ${deviceIs.dead}, chosen = 1
        where device_id = ${deviceId}`.execute(db);
    if (userId !== null) await choose(db, [{ appId, userId }]);
  });
}

/** Notes that a push was tapped; the first tap of a device counts. */
export async function noteClick(
  engine: Engine,
  { appKey, token, taskId }: z.output<typeof pushCalls.click.body>,
): Promise<void> {
  await transact(engine.db, async db => {
    const { deviceId } = await deviceOf(db, appKey, token);
    await sql`
      update t_push_record set clicked = 1, click_time = ${engine.clock.now()}::timestamptz
      where task_id = ${taskId} and device_id = ${deviceId} and clicked = 0
        and send_status <> ${sendIs.waiting}`.execute(db);
  });
}
