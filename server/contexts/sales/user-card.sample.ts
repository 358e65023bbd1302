import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { defineSample } from '../../engine/testing/sample-side.ts';

/** Entitlements of the white list are not taken back by hand. */
export const userCardSample = defineSample(registry.userCard, {
  beside: (db, key) => sql`update t_user_card set source_type = 4 where id = ${key}`.execute(db),
});
