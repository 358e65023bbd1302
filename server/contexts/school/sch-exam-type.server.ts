import { registry } from '@yikao/model/contexts/datasets.ts';
import { applyStatusAt } from '@yikao/model/contexts/school/rules/apply-status.ts';
import { applyStatus } from '@yikao/model/contexts/shared/shared.codes.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { type SqlBool, sql } from 'kysely';
import { codesOf } from '../../engine/table/codes-of.ts';
import { type DataCheckRule, defineServer } from '../../engine/table/server-side.ts';
import { column } from '../../engine/table/sql.ts';
import { enabled } from '../shared/enabled.ts';

const applyIs = codesOf(applyStatus);

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** The rules of domain 4.11 that the calendar's columns can break. */
const dataChecks: readonly DataCheckRule[] = [
  {
    type: 127,
    ruleCode: 'R02',
    level: 2,
    message: {
      zh: '同一院校、省份、类别有多轮考试的报名开始时间相同，请确认不是重复录入',
      en: 'Several rounds of the school begin registration at the same time; make sure none was entered twice',
    },
    condition: alias => sql<SqlBool>`exists (select 1 from t_sch_exam_type as o
      where o.data_year = ${column(alias, 'data_year')} and o.province_id = ${column(alias, 'province_id')}
        and o.joint_category_id = ${column(alias, 'joint_category_id')}
        and o.school_id = ${column(alias, 'school_id')} and o.data_id <> ${column(alias, 'data_id')}
        and o.start_time = ${column(alias, 'start_time')} and not o.deleted)`,
  },
  {
    type: 127,
    ruleCode: 'R03',
    level: 3,
    message: {
      zh: '该院校代码对应多个院校',
      en: "The school's code belongs to several schools",
    },
    condition: alias => sql<SqlBool>`exists (select 1 from t_school as s join t_school as o
        on o.school_no = s.school_no and o.school_id <> s.school_id and not o.deleted
      where s.school_id = ${column(alias, 'school_id')} and not s.deleted)`,
  },
  {
    type: 128,
    ruleCode: 'R12',
    level: 3,
    message: {
      zh: '院校不存在或已停用',
      en: 'The school does not exist or is disabled',
    },
    condition: alias => sql<SqlBool>`not exists (select 1 from t_school as s
      where s.school_id = ${column(alias, 'school_id')} and s.status = ${enabled} and not s.deleted)`,
  },
  {
    type: 128,
    ruleCode: 'R12',
    level: 3,
    message: {
      zh: '统考类别在该年份和省份不存在或已停用',
      en: 'The joint category does not exist in this year and province, or is disabled',
    },
    condition: alias => sql<SqlBool>`not exists (select 1 from t_joint_category as c
      where c.joint_category_id = ${column(alias, 'joint_category_id')}
        and c.data_year = ${column(alias, 'data_year')} and c.province_id = ${column(alias, 'province_id')}
        and c.status = ${enabled} and not c.deleted)`,
  },
  {
    type: 129,
    ruleCode: 'R28',
    level: 3,
    message: { zh: '结束时间早于开始时间', en: 'The end is before the start' },
    condition: alias => sql<SqlBool>`(${column(alias, 'end_time')} < ${column(alias, 'start_time')}
      or ${column(alias, 'online_exam_end_time')} < ${column(alias, 'online_exam_start_time')}) is true`,
  },
];

let latest: { readonly instant: Date; readonly time: string } | undefined;

/** Shanghai wall time of an instant; all rows of an import share one, which is reckoned once. */
function wallTime(instant: Date): string {
  if (latest?.instant !== instant) latest = { instant, time: shanghaiTime(instant) };
  return latest.time;
}

/**
 * Server side of the exam calendar: the registration status follows the times, unless somebody set another one by hand
 * (domain 0.7, item 7). A form shows the automatic status and sends it back: a value equal to the status from the
 * current or previous times is not stored, so that it keeps following them.
 */
export const schExamTypeServer = defineServer(registry.schExamType, {
  expressions: {
    applyStatus(alias) {
      const start = column(alias, 'start_time');
      const end = column(alias, 'end_time');
      // As `applyStatusAt` in the model, for all rows of a list at once.
      return sql`coalesce(${column(alias, 'apply_status')}, case
        when ${start} is null then ${applyIs.unannounced} when now() < ${start} then ${applyIs.notStarted}
        when now() > ${end} then ${applyIs.ended} else ${applyIs.started} end)`;
    },
  },
  reads: ['startTime', 'endTime', 'applyStatus'],
  normalise(row, now, before) {
    if (row.applyStatus === null || row.applyStatus === undefined) return {};
    const at = wallTime(now);
    // Where no status was stored, the form showed the one that the times gave then.
    const shown = before?.applyStatus === null ? [row, before] : [row];
    const follows = shown.some(
      one => row.applyStatus === applyStatusAt(at, textOrNull(one.startTime), textOrNull(one.endTime)),
    );
    return follows ? { applyStatus: null } : {};
  },
  dataChecks,
});
