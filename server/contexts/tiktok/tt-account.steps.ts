import type { registry } from '@yikao/model/contexts/datasets.ts';
import { ttMountStatus } from '@yikao/model/contexts/tiktok/tiktok.codes.ts';
import { ttAccountSteps } from '@yikao/model/contexts/tiktok/tt-account.machine.ts';
import { ttMountSteps } from '@yikao/model/contexts/tiktok/tt-mount.machine.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { defineStepServer } from '../../engine/steps/step-server.ts';
import { takeStep } from '../../engine/steps/take-step.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Tx } from '../../engine/table/sql.ts';

const ttMountIs = codesOf(ttMountStatus);

/** Codes of `ttMountStatus`. */
const submitted = ttMountStatus.is.submitted;

/** Takes the mounts of accounts away (domain 3.10): those in review go back to draft, the others are unbound. */
async function endMounts(engine: Engine, db: Tx, accountIds: readonly number[]): Promise<void> {
  const found = await sql<Columns<typeof registry.ttMount, 'id' | 'mountStatus'>>`
    select id, mount_status from t_tt_mount
    where account_id = any(${accountIds}::bigint[])
      and mount_status in (${ttMountIs.submitted}, ${ttMountIs.approved}, ${ttMountIs.mounted}) and not deleted
    order by id for update`.execute(db);
  const by = { kind: 'step', cause: 'ttAccount.unbind' } as const;
  const inReview = found.rows.filter(({ mountStatus }) => mountStatus === submitted).map(({ id }) => id);
  const live = found.rows.filter(({ mountStatus }) => mountStatus !== submitted).map(({ id }) => id);
  if (inReview.length > 0)
    await takeStep(engine, ttMountSteps, 'withdraw', { keys: inReview, by, within: db });
  if (live.length > 0) await takeStep(engine, ttMountSteps, 'unbind', { keys: live, by, within: db });
}

/** The effects of an account's steps (domain 3.10). Its tokens are forgotten with the bond. */
export const ttAccountStepServer = defineStepServer(ttAccountSteps, {
  needs: {},
  effects: {
    async unbind({ engine, db, rows }) {
      const keys = rows.map(({ rowKey }) => rowKey);
      await endMounts(engine, db, keys);
      await sql`
        update t_tt_account set access_token = null, refresh_token = null, refresh_until = null
        where id = any(${keys}::bigint[])`.execute(db);
      return new Map(keys.map(key => [key, { values: { expireTime: null } }]));
    },
  },
});
