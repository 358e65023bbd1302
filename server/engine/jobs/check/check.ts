import type { Page } from '@yikao/model/calls/envelope.ts';
import { type CheckFinding, checkBody, resolveBody } from '@yikao/model/calls/jobs.ts';
import { failure } from '@yikao/model/errors.ts';
import { engineKinds } from '@yikao/model/jobs/engine-kinds.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Engine } from '../../engine.ts';
import { filterConditions, pageKeys, type Query } from '../../read/filters.ts';
import { readPage } from '../../read/paging.ts';
import { countRows } from '../../read/totals.ts';
import { authorise } from '../../scope/access.ts';
import { type Actor, freezeActor } from '../../scope/actor.ts';
import { scopeCondition } from '../../scope/scope.ts';
import { columnName, tableName } from '../../table/naming.ts';
import { serverSideOf } from '../../table/server-side.ts';
import { allOf, type Condition, column, countFrom, type Db, readKeys } from '../../table/sql.ts';
import { transact } from '../../write/transaction.ts';
import { defineJobWork, type JobTask } from '../feature/define-job-work.ts';
import { startJob } from '../lifecycle/queue.ts';
import { jobText } from '../text.ts';
import { preferIndexes, preferKeyOrder } from '../write/query-planner.ts';

type CheckParams = z.output<(typeof engineKinds.check)['params']>;

/** `POST {path}/check`: runs one of the data checks on the rows of the filter, in the background (domain Q23). */
export async function startCheck(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  given: unknown,
): Promise<{ id: number }> {
  authorise(actor, dataset, 'list');
  const { type, ...filters } = checkBody.parse(given ?? {});
  const rules = serverSideOf(engine.servers, dataset).dataChecks ?? [];
  if (!rules.some(rule => rule.type === type)) {
    throw failure('invalidFields', { issues: [issue('type', 'unknownCode', { value: type })] });
  }
  filterConditions(engine, dataset, filters, 'd', { reader: actor, skip: pageKeys });
  return startJob(engine, {
    bizType: type,
    op: 'check',
    dataset: dataset.name,
    tableId: dataset.tableId ?? null,
    title: dataset.label[actor.language],
    params: { type, filters },
    actor: freezeActor(actor),
  });
}

/** Rows per transaction. */
const chunkRows = 2_000;

/** Rows that a check is about, as a condition on the table aliased as `d`. */
function checkedRows({ engine, dataset, actor, params: { filters } }: JobTask<CheckParams>): Condition {
  return allOf([
    scopeCondition(dataset, actor, 'd'),
    // Written by `startCheck` from a validated body.
    ...filterConditions(engine, dataset, filters as Query, 'd', { reader: actor, skip: pageKeys }),
    sql<boolean>`not d.deleted`,
  ]);
}

/**
 * Stores the highest severity of a row's open findings, 1 if there are none, in the dataset's column for it. This is
 * not a change of the row: version and history are unaffected.
 */
async function keepWorst(db: Db, dataset: AnyDataset, keys: readonly number[]): Promise<void> {
  if (typeof dataset.dataChecks !== 'object') return;
  const status = sql.id(columnName(dataset.dataChecks.status));
  const key = sql.id(columnName(dataset.key));
  await sql`
    update ${sql.table(tableName(dataset))} as d set ${status} = w.worst
    from (select k.key, coalesce(max(f.level), 1)::smallint as worst
      from unnest(${[...keys]}::bigint[]) as k(key) left join t_data_check as f
        on f.dataset = ${dataset.name} and f.data_id = k.key and f.resolved_flag = 0
      group by k.key) as w
    where d.${key} = w.key and d.${status} is distinct from w.worst`.execute(db);
}

/**
 * A check: its findings replace earlier ones of the same rows and kind, except settled ones, which stay and are not
 * reported again (domain 4.11).
 */
export const checkWork = defineJobWork(engineKinds.check, {
  carry: { found: 0 },
  total: async task => (await countRows(task.engine, task.dataset, checkedRows(task), { exact: true })).total,
  async chunk(db, task, after, { found }) {
    const { engine, dataset } = task;
    const { type } = task.params;
    const key = column('d', columnName(dataset.key));
    const table = sql.table(tableName(dataset));
    await preferKeyOrder(db);
    const keys = await readKeys(
      db,
      sql`select ${key} as key from ${table} as d where ${checkedRows(task)} and ${key} > ${after}
        order by ${key} limit ${chunkRows}`,
    );
    await preferIndexes(db);
    await sql`delete from t_data_check where dataset = ${dataset.name} and type = ${type} and resolved_flag = 0
      and data_id = any(${keys}::bigint[])`.execute(db);
    let findings = 0;
    for (const rule of serverSideOf(engine.servers, dataset).dataChecks ?? []) {
      if (rule.type !== type) continue;
      const made = await sql`
        insert into t_data_check (dataset, data_id, type, level, rule_code, message, message_en)
        select ${dataset.name}, ${key}, ${type}::smallint, ${rule.level}::smallint, ${rule.ruleCode},
          ${rule.message.zh}, ${rule.message.en}
        from ${table} as d where ${key} = any(${keys}::bigint[]) and ${rule.condition('d')} and not exists (
          select 1 from t_data_check as f where f.dataset = ${dataset.name} and f.type = ${type} and f.data_id = ${key}
            and f.rule_code = ${rule.ruleCode} and f.message = ${rule.message.zh} and f.resolved_flag = 1)`.execute(
        db,
      );
      findings += Number(made.numAffectedRows ?? 0n);
    }
    await keepWorst(db, dataset, keys);
    return {
      rows: keys.length,
      next: keys.length < chunkRows ? undefined : keys.at(-1),
      carry: { found: found + findings },
    };
  },
  message: ({ total, carry: { found } }) => jobText('checkDone', { total, found }),
});

/** `bizType` is `type` by the name that the findings have it under (domain D4). */
const findingsQuery = z.object({
  type: z.coerce.number().int().optional(),
  bizType: z.coerce.number().int().optional(),
});

/** `GET {path}/check/list`: the findings on rows that the actor may see, open ones before settled ones, worst first. */
export async function findings(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  query: Query,
): Promise<Page<CheckFinding>> {
  authorise(actor, dataset, 'list');
  const { bizType, type = bizType } = findingsQuery.parse(query);
  const { current, size } = readPage(query);
  const from = sql`
    t_data_check as f join ${sql.table(tableName(dataset))} as d on ${column('d', columnName(dataset.key))} = f.data_id
    where f.dataset = ${dataset.name} and (${type ?? null}::smallint is null or f.type = ${type ?? null}::smallint)
      and not d.deleted and ${scopeCondition(dataset, actor, 'd')}`;
  const [rows, total] = await Promise.all([
    sql<Omit<CheckFinding, 'createTime'> & { createTime: Date }>`
      select f.id as check_id, ${dataset.tableId ?? 0}::integer as table_id, f.type as biz_type,
        f.data_id, f.level, f.rule_code, f.resolved_flag,
        ${actor.language === 'zh' ? sql`f.message` : sql`f.message_en as message`}, f.create_time
      from ${from} order by f.resolved_flag, f.level desc, f.data_id desc, f.id limit ${size} offset ${(current - 1) * size}`.execute(
      engine.db,
    ),
    countFrom(engine.db, from),
  ]);
  return {
    records: rows.rows.map(row => ({ ...row, createTime: shanghaiTime(row.createTime) })),
    total,
    current,
    size,
  };
}

/**
 * `PUT {path}/check/resolve`: settles findings on rows that the actor may change, or reopens them; returns their
 * number. Throws `notFound` if one does not exist or is out of the actor's reach.
 */
export async function resolveFindings(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  body: unknown,
): Promise<{ count: number }> {
  authorise(actor, dataset, 'update');
  const { checkIds, resolvedFlag } = resolveBody.parse(body ?? {});
  const ids = [...new Set(checkIds)];
  return transact(engine.db, async db => {
    const changed = await sql`
      update t_data_check as f set resolved_flag = ${resolvedFlag} from ${sql.table(tableName(dataset))} as d
      where f.id = any(${ids}::bigint[]) and f.dataset = ${dataset.name}
        and ${column('d', columnName(dataset.key))} = f.data_id and not d.deleted
        and ${scopeCondition(dataset, actor, 'd')}`.execute(db);
    const count = Number(changed.numAffectedRows ?? 0n);
    if (count !== ids.length) throw failure('notFound');
    const keys = await readKeys(
      db,
      sql`select distinct data_id as key from t_data_check where id = any(${ids}::bigint[])`,
    );
    await keepWorst(db, dataset, keys);
    return { count };
  });
}
