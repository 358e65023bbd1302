import { upStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import { dataYear } from '@yikao/model/rules/data-year.ts';
import { type SqlBool, sql } from 'kysely';
import { codesOf } from '../../engine/table/codes-of.ts';
import { allOf, type Condition, column } from '../../engine/table/sql.ts';

const upIs = codesOf(upStatus);

/**
 * Goods on `alias` that visitors may come to see: on the shelf, of the house, for every channel, and not of a year that is
 * over. Goods of a partner, and goods for some channels, are sold by those (domain G5).
 */
export function isOfTheHouse(alias: string, now: Date): Condition {
  const of = (name: string) => column(alias, name);
  return sql<SqlBool>`(${of('up_status')} = ${upIs.on} and not ${of('deleted')} and ${of('partners_id')} is null
    and coalesce(cardinality(${of('channel_ids')}), 0) = 0 and ${of('data_year')} >= ${dataYear(now)}::integer)`;
}

/** The condition for goods on `alias` that visitors see at a time: {@link isOfTheHouse}, and within their time of sale. */
export function isPublicGoods(alias: string, now: Date): Condition {
  return allOf([
    isOfTheHouse(alias, now),
    sql<SqlBool>`(${column(alias, 'start_time')} is null or ${column(alias, 'start_time')} <= ${now})
      and (${column(alias, 'end_time')} is null or ${column(alias, 'end_time')} > ${now})`,
  ]);
}
