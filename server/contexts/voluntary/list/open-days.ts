import type { registry } from '@yikao/model/contexts/datasets.ts';
import { failure } from '@yikao/model/errors.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db } from '../../../engine/table/sql.ts';

/**
 * Refuses use outside a product's days: 1 creating lists, 2 probabilities (domain A8). The province's days take
 * precedence over the general ones. Throws `unmetNeeds` with the configured message.
 */
export async function assertOpen(
  db: Db,
  limitType: 1 | 2,
  { dataYear, provinceId }: { readonly dataYear: number; readonly provinceId: number },
  now: Date,
): Promise<void> {
  const found = await sql<Columns<typeof registry.limitDate, 'message'> & { start: Date; end: Date }>`
    select start_time as start, end_time as "end", message from t_limit_date
    where limit_type = ${limitType} and data_year = ${dataYear} and province_id in (0, ${provinceId}) and not deleted
    order by province_id desc limit 1`.execute(db);
  const [days] = found.rows;
  if (!days || (days.start <= now && now <= days.end)) return;
  const [from, to] = [days.start, days.end].map(time => shanghaiTime(time).slice(0, 16));
  throw failure('unmetNeeds', {
    params: days.message
      ? { zh: days.message, en: days.message }
      : { zh: `开放时间为 ${from} 至 ${to}`, en: `This is open from ${from} to ${to}` },
  });
}
