import { registry } from '@yikao/model/contexts/datasets.ts';
import type { ListRulesTold, profileFields } from '@yikao/model/contexts/voluntary/voluntary.calls.ts';
import { failure } from '@yikao/model/errors.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { findRow } from '../../../engine/read/info.ts';
import { readParameter } from '../../../engine/read/parameter.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { profileColumns } from './candidate-facts.ts';
import type { ListOwner } from './programmes.ts';

const { voluntaryList } = registry;

/** A choice as stored in its list. */
export interface KeptChoice {
  readonly admissionId: number;
  readonly schoolName: string;
  readonly groupNo: string | null;
  /** Majors with `、` between them. */
  readonly profNames: string | null;
  readonly probability: string | null;
  readonly level: '难' | '冲' | '稳' | '保' | null;
  readonly adjustFlag: 0 | 1 | null;
  readonly provisional: 0 | 1 | null;
  /** The lines of the years; missing in older lists, as are the next ones. */
  readonly lineMin?: string | null;
  readonly lineMax?: string | null;
  readonly lineYears?: number | null;
  readonly unscaled?: 0 | 1 | null;
  readonly unchecked?: 0 | 1 | null;
}

/** A list with everything that its choices' probabilities need. */
export interface ListHead extends ListOwner {
  readonly listId: number;
  readonly version: number;
  readonly userId: number;
  readonly listStatus: number;
  readonly generated: boolean;
  readonly items: readonly KeptChoice[];
  /** The current scores and ranks of the candidate in the list's category. */
  readonly profile: Readonly<Record<(typeof profileFields)[number], number | null>>;
}

/**
 * A list within the actor's reach, with the candidate's foreign-language scores next to its own. Throws `notFound` for
 * one out of reach.
 */
export async function readHead(
  engine: Engine,
  db: Db,
  actor: Actor,
  listId: number,
  { forUpdate = false } = {},
): Promise<ListHead> {
  if (!(await findRow(engine, db, voluntaryList, actor, listId))) throw failure('notFound');
  // The actor can read the row, so its existence is not secret.
  if (forUpdate && !(await findRow(engine, db, voluntaryList, actor, listId, { forUpdate }))) {
    throw failure('forbidden');
  }
  const found = await sql<ListHead>`
    select l.list_id, l.version, l.user_id, l.data_year, l.province_id, l.joint_category_id, l.aos, l.batch,
      l.culture_score, l.prof_score, l.composite_score, l.culture_rank, l.prof_rank, l.composite_rank,
      ${profileColumns(sql`l.data_year`)}, l.list_status,
      l.generate_time is not null as generated, coalesce(l.items, '[]') as items,
      jsonb_build_object('cultureScore', u.culture_score, 'cultureRank', u.culture_rank,
        'profScore', case when c.id is null then u.prof_score else c.prof_score end,
        'profRank', case when c.id is null then u.prof_rank else c.prof_rank end) as profile
    from t_voluntary_list as l left join t_wish_user as u on u.user_id = l.user_id
      left join t_user_category as c on c.user_id = u.user_id and c.data_year = l.data_year
        and c.province_id = l.province_id and c.joint_category_id = l.joint_category_id and not c.deleted
    where l.list_id = ${listId}`.execute(db);
  const [head] = found.rows;
  if (!head) throw failure('notFound');
  return head;
}

/** The rules of the batch of a list for filling it in. */
export type BatchRules = Pick<
  ListRulesTold,
  'quota' | 'majors' | 'archiveRule' | 'adjustable' | 'fillStartTime' | 'fillEndTime' | 'ratio'
>;

/**
 * The rules of a list's batch: the row of its category, else that of all; of its arts or science, else the undivided
 * one.
 */
export async function readBatchRules(db: Db, of: ListOwner): Promise<BatchRules> {
  const found = await sql<
    Columns<typeof registry.batch, 'archiveRule' | 'adjustFlag'> & {
      quota: number | null;
      majors: number | null;
      start: Date | null;
      end: Date | null;
    }
  >`
    select voluntary_num as quota, prof_num as majors, archive_rule, adjust_flag,
      fill_start_time as start, fill_end_time as "end"
    from t_batch where data_year = ${of.dataYear} and province_id = ${of.provinceId} and batch = ${of.batch}
      and joint_category_id in (0, ${of.jointCategoryId}) and (aos = ${of.aos} or 3 in (aos, ${of.aos})) and not deleted
    order by joint_category_id desc, aos = ${of.aos} desc limit 1`.execute(db);
  const [batch] = found.rows;
  return {
    quota: batch?.quota ?? null,
    majors: batch?.majors ?? 1,
    archiveRule: batch?.archiveRule ?? 1,
    adjustable: batch?.adjustFlag === 1,
    fillStartTime: batch?.start ? shanghaiTime(batch.start) : null,
    fillEndTime: batch?.end ? shanghaiTime(batch.end) : null,
    ratio: await readParameter(db, 'list.ratio'),
  };
}
