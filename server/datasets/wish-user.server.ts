import { registry } from '@yikao/model/datasets/index.ts';
import { readableCode } from '@yikao/model/rules/readable-code.ts';
import { sql } from 'kysely';
import { defineServer } from '../engine/server-side.ts';
import { column, type Db } from '../engine/sql.ts';

/** Made-up codes that somebody has already are made up anew. */
async function beforeInsert(db: Db, rows: { recCode?: string | null }[]): Promise<void> {
  const found = await sql<{ code: string }>`
    select rec_code as code from t_wish_user
    where rec_code = any(${rows.map(row => row.recCode ?? '')}::text[]) and not deleted`.execute(db);
  const taken = new Set(found.rows.map(({ code }) => code));
  for (const row of rows) {
    while (!row.recCode || taken.has(row.recCode)) row.recCode = readableCode(8);
    taken.add(row.recCode);
  }
}

/** Server side of the consumers: who is called nothing is called by the end of the mobile number (domain E1). */
export const wishUserServer = defineServer(registry.wishUser, {
  reads: ['userName', 'mobile'],
  normalise: ({ userName, mobile }) => (userName || !mobile ? {} : { userName: `考生${mobile.slice(-4)}` }),
  beforeInsert,
  expressions: {
    completeFlag: alias => {
      const of = (name: string) => column(alias, name);
      return sql`(case when ${of('province_id')} is not null and ${of('data_year')} is not null
        and ${of('joint_category_id')} is not null and ${of('aos')} is not null
        and coalesce(${of('culture_score')}, ${of('prof_score')}) is not null then 1 else 0 end)`;
    },
    cardLabels: alias => sql`(
      select string_agg(distinct cards.card_name, '、' order by cards.card_name)
      from t_user_card as owned join t_card as cards on cards.card_id = owned.card_id
      where owned.user_id = ${column(alias, 'user_id')} and owned.status = 1 and not owned.deleted)`,
  },
});
