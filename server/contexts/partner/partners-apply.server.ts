import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { defineServer } from '../../engine/table/server-side.ts';
import { column } from '../../engine/table/sql.ts';

/** Server side of the applications: the inviting partner, and whether a licence picture was included. */
export const partnersApplyServer = defineServer(registry.partnersApply, {
  expressions: {
    inviterId: alias => sql`(
      select inviter.user_id from t_admin_user as inviter
      where inviter.rec_code = upper(${column(alias, 'rec_code')}) and not inviter.deleted)`,
    licenseFlag: alias => sql`(${column(alias, 'license')} is not null)::integer::smallint`,
  },
});
