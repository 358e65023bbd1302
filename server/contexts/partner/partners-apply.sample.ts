import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { defineSample } from '../../engine/testing/sample-side.ts';

/** An agency would need the partner that it is put under. Its account gets the password and the role. */
export const partnersApplySample = defineSample(registry.partnersApply, {
  values: () => ({ applyType: 1 }),
  async beside(db, key) {
    await sql`insert into t_partners_apply_password values (${key}, 'x')`.execute(db);
    await sql`insert into t_role (role_name, role_code, data_scope, status, create_time, update_time)
      select 'partner', 'partner', 1, 1, now(), now()
      where not exists (select 1 from t_role where role_code = 'partner')`.execute(db);
  },
});
