import type { registry } from '@yikao/model/contexts/datasets.ts';
import { ttAuth, ttMountStatus } from '@yikao/model/contexts/tiktok/tiktok.codes.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { sql } from 'kysely';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { transact } from '../../engine/write/transaction.ts';
import type { ScheduledHandler } from '../shared/scheduled-handler.ts';
import { extendHours } from './grants.ts';
import { postAsks } from './messages.ts';

const ttAuthIs = codesOf(ttAuth);
const ttMountIs = codesOf(ttMountStatus);

/** Hours before its end from which an authorisation is renewed; the job comes every hour. */
const renewHours = 24;

/** Hours between two tries to extend a refresh token that ends soon: each refused one is a call. */
const extendEveryHours = 24;

/**
 * Renews the authorisations that end soon, and those that ended and can still be renewed, extends the refresh tokens that
 * end soon, and has the figures of mounts read (domain 3.11 `ttTokenRefreshJob`).
 */
export const ttTokenRefresh: ScheduledHandler = async ({ engine }) => {
  const now = engine.clock.now();
  const until = new Date(now.getTime() + renewHours * 3_600_000);
  const extendFrom = new Date(now.getTime() + extendHours * 3_600_000);
  const lastTry = new Date(now.getTime() - extendEveryHours * 3_600_000);
  const renewed = await transact(engine.db, async db => {
    const accounts = await sql<Columns<typeof registry.ttAccount, 'id'>>`
      select id from t_tt_account
      where auth_status in (${ttAuthIs.authorised}, ${ttAuthIs.expired}) and refresh_until > ${now}::timestamptz
        and (expire_time < ${until}::timestamptz or (refresh_until <= ${extendFrom}::timestamptz
          and auth_time <= ${lastTry}::timestamptz))
        and refresh_token is not null and not deleted order by id`.execute(db);
    const mounts = await sql<Columns<typeof registry.ttMount, 'id'>>`
      select id from t_tt_mount where mount_status = ${ttMountIs.mounted} and platform_id is not null and not deleted
      order by id`.execute(db);
    await postAsks(engine, db, [
      ...accounts.rows.map(({ id }) => ({ ask: 'renew' as const, id })),
      ...mounts.rows.map(({ id }) => ({ ask: 'mountState' as const, id })),
    ]);
    return accounts.rows.length;
  });
  return label(`续期 ${renewed} 个抖音账号`, `Renews ${renewed} accounts of Douyin`);
};
