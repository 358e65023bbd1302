import { registry } from '@yikao/model/datasets/index.ts';
import { sql } from 'kysely';
import { defineServer } from '../engine/server-side.ts';
import { column } from '../engine/sql.ts';

/** Server side of the applications: whose invite code was given, and whether a picture of a licence came along. */
export const partnersApplyServer = defineServer(registry.partnersApply, {
  expressions: {
    inviterId: alias => sql`(
      select inviter.user_id from t_admin_user as inviter
      where inviter.rec_code = upper(${column(alias, 'rec_code')}) and not inviter.deleted)`,
    licenseFlag: alias => sql`(${column(alias, 'license')} is not null)::integer::smallint`,
  },
});
