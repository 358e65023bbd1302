import type { registry } from '@yikao/model/contexts/datasets.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Columns } from '../../engine/table/columns.ts';
import { isTrue } from '../../engine/table/sql.ts';
import { Sequence } from '../demo/sequence.ts';
import type { LoadContext } from '../load-rows.ts';

const dayMs = 86_400_000;
/** Days before the first start that have made-up visits. */
const visitedDays = 60;

type DemoUser = Columns<typeof registry.wishUser, 'userId' | 'createTime' | 'provinceId'>;

/**
 * Fills the dashboards: visits of the demo candidates on the last sixty days. Skipped if there is any other data.
 */
export async function loadDemoStatistics(context: LoadContext): Promise<void> {
  const { db } = context;
  const users = await sql<DemoUser>`
    select user_id, create_time, province_id
    from t_wish_user where mobile like '1640000%' and not deleted order by user_id`.execute(db);
  const strangers = await isTrue(
    db,
    sql`exists(select from t_wish_user where mobile not like '1640000%')
      or exists(select from yikao_visit_day)`,
  );
  if (users.rows.length === 0 || strangers) return;
  await loadVisits(context, users.rows);
  await sql`select yikao_stat_fold(1000000)`.execute(db);
}

/** Visits: more in the evening of the season, fewer by long-standing users. */
async function loadVisits({ db, now }: LoadContext, users: readonly DemoUser[]): Promise<void> {
  const random = new Sequence(60);
  const visits = users.flatMap(({ userId, createTime }) =>
    Array.from({ length: visitedDays }, (_, back) => {
      const time = new Date(now.getTime() - back * dayMs);
      const busy =
        0.18 + 0.14 * ((visitedDays - back) / visitedDays) + (time.getUTCDay() % 6 === 0 ? 0.1 : 0);
      return time >= createTime && random.chance(busy)
        ? [{ userId, day: shanghaiTime(time).slice(0, 10), num: random.between(1, 6) }]
        : [];
    }).flat(),
  );
  await sql`
    insert into yikao_visit_day
      (day, user_id, source_id, channel_id, province_id, partners_id, agent_id, sale_user_id, visit_num)
    select v.day, v.user_id, u.source_id, u.channel_id, u.province_id, u.partners_id, u.agent_id, u.sale_user_id, v.num
    from unnest(${visits.map(({ day }) => day)}::date[], ${visits.map(({ userId }) => userId)}::bigint[],
      ${visits.map(({ num }) => num)}::integer[]) as v(day, user_id, num)
    join t_wish_user as u on u.user_id = v.user_id`.execute(db);
}
