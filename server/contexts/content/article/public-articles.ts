import { articleUpStatus, publishState } from '@yikao/model/contexts/content/content.codes.ts';
import { reviewStatus } from '@yikao/model/contexts/partner/partner.codes.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { codesOf } from '../../../engine/table/codes-of.ts';
import { allOf, type Condition, column } from '../../../engine/table/sql.ts';
import { enabled } from '../../shared/enabled.ts';

const reviewIs = codesOf(reviewStatus);
const upIs = codesOf(articleUpStatus);

/** Codes of `publishState`. */
const state = publishState.is;

/** Reports whether articles are approved and up, whatever their time. */
function isUp(alias: string): Condition {
  return sql<SqlBool>`${column(alias, 'audit_status')} = ${reviewIs.approved}
    and ${column(alias, 'up_status')} = ${upIs.on}`;
}

/**
 * The condition for articles that everybody may read at a time: approved, up, and their publishing time has come
 * (domain L1). It is asked wherever articles leave for the public. Visibility follows from the clock of the reading, so
 * that no article is late because a job was, and none is early after a change of its time.
 */
export function isPublicArticle(alias: string, now: Date): Condition {
  return sql<SqlBool>`(${isUp(alias)} and (${column(alias, 'publish_time')} is null
    or ${column(alias, 'publish_time')} <= ${now}) and not ${column(alias, 'deleted')})`;
}

/** A visitor: the site that is visited, and when. */
export interface Visit {
  readonly siteKey: string;
  readonly now: Date;
}

/** Rows for all sites, and those that name this one. */
export function onSite(alias: string, siteKey: string): Condition {
  const keys = column(alias, 'site_keys');
  return sql<SqlBool>`(coalesce(cardinality(${keys}), 0) = 0 or ${siteKey}::varchar = any(${keys}))`;
}

/**
 * The columns of a site, as `shown_column` after `with`: those that are enabled, with everything above them, and meant for
 * the site (domain B6).
 */
export function shownColumns(siteKey: string): RawBuilder<unknown> {
  return sql`
    recursive shown_column as (
      select c.column_id, c.column_name, c.parent_id, c.order_num, 1 as depth from t_column as c
      where coalesce(c.parent_id, 0) = 0 and c.status = ${enabled} and not c.deleted and ${onSite('c', siteKey)}
      union all
      select c.column_id, c.column_name, c.parent_id, c.order_num, above.depth + 1
      from t_column as c join shown_column as above on above.column_id = c.parent_id
      where c.status = ${enabled} and not c.deleted and above.depth < 8 and ${onSite('c', siteKey)}
    )`;
}

/** Articles on `alias` that the readers of a site see: public, and meant for the site (domain L1). */
export function isOnSite(alias: string, { siteKey, now }: Visit): Condition {
  return allOf([isPublicArticle(alias, now), onSite(alias, siteKey)]);
}

/** Articles on `alias` whose page a site has: {@link isOnSite}, in a column that the site shows. */
export function hasPage(alias: string, visit: Visit): Condition {
  return allOf([
    isOnSite(alias, visit),
    sql<SqlBool>`${column(alias, 'column_id')} in (with ${shownColumns(visit.siteKey)} select column_id from shown_column)`,
  ]);
}

/**
 * The distance of an article from its readers at a time, by the clock of the database if none is given: a code of
 * `publishState`. An expression of a field is built once, so that it can hold no time.
 */
export function publishStateOf(alias: string, now?: Date): RawBuilder<unknown> {
  return sql`(case when not (${isUp(alias)}) then
      (case when ${column(alias, 'first_up_time')} is null then ${state.never} else ${state.withdrawn} end)
    when ${column(alias, 'publish_time')} > ${now === undefined ? sql`now()` : sql`${now}::timestamptz`} then ${state.scheduled}
    else ${state.public} end)::smallint`;
}
