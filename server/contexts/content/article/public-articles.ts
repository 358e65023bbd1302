import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Condition, column } from '../../../engine/table/sql.ts';

/** Codes of `publishState`. */
const state = { never: 1, scheduled: 2, public: 3, withdrawn: 4 } as const;

/** Reports whether articles are approved and up, whatever their time. */
function isUp(alias: string): Condition {
  return sql<SqlBool>`${column(alias, 'audit_status')} = 2 and ${column(alias, 'up_status')} = 1`;
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
