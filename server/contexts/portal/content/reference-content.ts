import { publishFlag } from '@yikao/model/contexts/guide/guide.codes.ts';
import type { ContentPart } from '@yikao/model/contexts/portal/public-content.ts';
import { dataYear, shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Db } from '../../../engine/table/sql.ts';
import type { Visit } from '../../content/article/public-articles.ts';
import { enabled } from '../../shared/enabled.ts';
import { readableText } from './rich-text.ts';
import { nextDay, nextOf } from './shown-rows.ts';

const publishFlagIs = codesOf(publishFlag);

/** Most rows of a list of a page. */
const shown = { lines: 400, chapters: 60, questions: 12, events: 60 } as const;

/** Code of `jointParent` for fine art and design, and of `guideChapter` for questions. */
const fineArt = 5;
const questionsChapter = 8;

/** Days of the calendar that the guide's page shows (domain section 5). */
const calendarDays = 30;

/** The enabled provinces in their great regions, with the products that are open there (domain B1). */
export async function readProvinces(db: Db): Promise<ContentPart<'provinces'>> {
  const found = await sql<ContentPart<'provinces'>[number]>`
    select p.province_id, p.province_name as name, r.region_name as region, p.guide_flag, p.prob_flag,
      p.list_flag
    from t_province as p left join t_region as r on r.id = p.region_id and not r.deleted
    where p.status = ${enabled} and not p.deleted
    order by r.order_num nulls last, r.id, p.order_num, p.province_id`.execute(db);
  return found.rows;
}

/**
 * The latest control lines of fine art and design in each province that has any, undergraduate batches first (domain D8):
 * those of the newest year with a line, since those of the present year are published one after the other.
 */
export async function readLines(db: Db, { now }: Visit): Promise<ContentPart<'lines'>> {
  const found = await sql<ContentPart<'lines'>[number]>`
    with newest as (
      select s.province_id, max(s.data_year) as data_year
      from t_score as s
      join t_joint_category as j on j.joint_category_id = s.joint_category_id and j.data_year = s.data_year
        and j.province_id = s.province_id and j.parent_type = ${fineArt} and not j.deleted
      where not s.deleted and s.data_year <= ${dataYear(now)}::integer
        and coalesce(s.culture_line, s.prof_line, s.composite_line, s.pass_line) is not null
      group by s.province_id
    )
    select s.data_year, p.province_name as province, j.joint_category_name as category,
      (select b.batch_name from t_batch as b where b.data_year = s.data_year and b.province_id = s.province_id
        and b.batch = s.batch and not b.deleted order by b.data_id limit 1) as batch_name,
      s.aos, s.culture_line::text as culture_line, s.prof_line::text as prof_line,
      s.composite_line::text as composite_line, s.pass_line::text as pass_line
    from newest join t_score as s on s.province_id = newest.province_id and s.data_year = newest.data_year
      join t_province as p on p.province_id = s.province_id and p.status = ${enabled} and not p.deleted
      join t_joint_category as j on j.joint_category_id = s.joint_category_id and j.data_year = s.data_year
        and j.province_id = s.province_id and j.parent_type = ${fineArt} and not j.deleted
    where not s.deleted and coalesce(s.culture_line, s.prof_line, s.composite_line, s.pass_line) is not null
    order by p.order_num, p.province_id, s.diploma, s.batch, s.aos, s.data_id limit ${shown.lines}`.execute(
    db,
  );
  return found.rows;
}

/** The published chapters of the present guide: free ones, which have a page, before the others (domain D15). */
export async function readChapters(db: Db, { now }: Visit): Promise<ContentPart<'chapters'>> {
  const found = await sql<ContentPart<'chapters'>[number]>`
    select g.id, g.title, g.chapter, p.province_name as province, g.free_flag
    from t_guide_info as g join t_province as p on p.province_id = g.province_id and p.status = ${enabled}
      and not p.deleted
    where g.publish_flag = ${publishFlagIs.published} and not g.deleted and g.data_year = ${dataYear(now)}::integer
      and g.chapter <> ${questionsChapter}
    order by g.free_flag desc, p.order_num, g.chapter, g.order_num, g.id limit ${shown.chapters}`.execute(db);
  return found.rows;
}

/** The free questions and answers of the guide, whatever their province (domain D15). */
export async function readQuestions(db: Db, { now }: Visit): Promise<ContentPart<'questions'>> {
  const found = await sql<ContentPart<'questions'>[number]>`
    select g.id, g.title, g.content from t_guide_info as g
      join t_province as p on p.province_id = g.province_id and p.status = ${enabled} and not p.deleted
    where g.publish_flag = ${publishFlagIs.published} and g.free_flag = 1 and not g.deleted
      and g.chapter = ${questionsChapter}
      and g.data_year = ${dataYear(now)}::integer
    order by g.order_num, g.id limit ${shown.questions}`.execute(db);
  return found.rows;
}

/** A free chapter with its text; undefined for one that is not published, not free or not there. */
export async function readChapter(db: Db, id: number) {
  const found = await sql<ContentPart<'chapters'>[number] & { content: string }>`
    select g.id, g.title, g.chapter, p.province_name as province, g.free_flag, g.content
    from t_guide_info as g join t_province as p on p.province_id = g.province_id and p.status = ${enabled}
      and not p.deleted
    where g.id = ${id} and g.publish_flag = ${publishFlagIs.published} and g.free_flag = 1 and not g.deleted`.execute(
    db,
  );
  const [row] = found.rows;
  return row && { ...row, content: await readableText(db, row.content) };
}

/** The events of the next days, with the instant at which one of them is over. */
export interface ComingEvents {
  readonly events: ContentPart<'events'>;
  readonly until: Date | undefined;
}

type EventRow = Omit<ContentPart<'events'>[number], 'startTime' | 'endTime'> & {
  readonly startTime: Date;
  readonly endTime: Date | null;
};

/** Dates of the exam schedule that are under way or begin within thirty days (domain C7). */
export async function readEvents(db: Db, { now }: Visit): Promise<ComingEvents> {
  const found = await sql<EventRow>`
    select e.schedule_id, e.title, e.schedule_type, p.province_name as province, e.start_time, e.end_time, e.url
    from t_schedule_exam as e join t_province as p on p.province_id = e.province_id and p.status = ${enabled}
      and not p.deleted
    where e.status = ${enabled} and not e.deleted and coalesce(e.end_time, e.start_time) >= ${now}
      and e.start_time < ${now}::timestamptz + make_interval(days => ${calendarDays}::integer)
    order by e.start_time, e.order_num, e.schedule_id limit ${shown.events}`.execute(db);
  const ends = found.rows.map(({ startTime, endTime }) => endTime ?? startTime);
  return {
    events: found.rows.map(row => ({
      ...row,
      startTime: shanghaiTime(row.startTime),
      endTime: row.endTime && shanghaiTime(row.endTime),
    })),
    until: nextOf(now, [...ends, nextDay(now)]),
  };
}
