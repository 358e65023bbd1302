import type { Page } from '@yikao/model/calls/envelope.ts';
import { type CheckFinding, checkBody } from '@yikao/model/calls/jobs.ts';
import { failure } from '@yikao/model/errors.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { issue } from '@yikao/model/kernel/issues.ts';
import { limits } from '@yikao/model/limits.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { authorise } from '../access.ts';
import { type Actor, freezeActor, thawActor } from '../actor.ts';
import type { Engine } from '../engine.ts';
import { filterConditions, pageKeys, type Query } from '../filters.ts';
import { columnName, tableName } from '../naming.ts';
import { countRows } from '../page.ts';
import { scopeCondition } from '../scope.ts';
import { serverSideOf } from '../server-side.ts';
import { allOf, column } from '../sql.ts';
import type { Ending, Job } from './job.ts';
import { startJob } from './queued.ts';
import { reachCheckpoint } from './rights.ts';
import { jobText } from './text.ts';
import type { JobContext } from './work.ts';

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
  filterConditions(engine, dataset, filters, 'd', { skip: pageKeys });
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

/** Runs a check: its findings replace the earlier ones of the same rows and kind (domain 4.11). */
export async function runCheck(context: JobContext, job: Job): Promise<Ending> {
  const { engine } = context;
  const dataset = engine.dataset(job.dataset);
  const actor = thawActor(job.actor);
  // Written by `startCheck` from a validated body.
  const { type, filters } = job.params as unknown as { readonly type: number; readonly filters: Query };
  const where = allOf([
    scopeCondition(dataset, actor, 'd'),
    ...filterConditions(engine, dataset, filters, 'd', { skip: pageKeys }),
    sql<boolean>`not d.deleted`,
  ]);
  const rules = (serverSideOf(engine.servers, dataset).dataChecks ?? []).filter(rule => rule.type === type);
  const key = column('d', columnName(dataset.key));
  const table = sql.table(tableName(dataset));
  const { total } = await countRows(engine, dataset, where);
  const found = await engine.db.transaction().execute(async db => {
    await sql`delete from t_data_check where dataset = ${dataset.name} and type = ${type}
      and data_id in (select ${key} from ${table} as d where ${where})`.execute(db);
    let findings = 0;
    for (const rule of rules) {
      const made = await sql`
        insert into t_data_check (dataset, data_id, type, level, rule_code, message, message_en)
        select ${dataset.name}, ${key}, ${type}::smallint, ${rule.level}::smallint, ${rule.ruleCode},
          ${rule.message.zh}, ${rule.message.en}
        from ${table} as d where ${where} and ${rule.condition('d')}`.execute(db);
      findings += Number(made.numAffectedRows ?? 0n);
    }
    await reachCheckpoint(context, db, job, {
      done: total,
      checkpoint: 0,
      total,
      bytesDone: 0,
      bytesTotal: 0,
      inserted: 0,
      updated: 0,
      same: 0,
      failed: 0,
    });
    return findings;
  });
  return { status: 'success', message: jobText('checkDone', actor.language, { total, found }) };
}

const findingsQuery = z.object({
  type: z.coerce.number().int().optional(),
  current: z.coerce.number().int().min(1).catch(1),
  size: z.coerce.number().int().min(1).max(limits.pageSizeMax).catch(limits.pageSize),
});

/** `GET {path}/check/list`: the findings on rows that the actor may see, worst first. */
export async function findings(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  query: Query,
): Promise<Page<CheckFinding>> {
  authorise(actor, dataset, 'list');
  const { type, current, size } = findingsQuery.parse(query);
  const from = sql`
    from t_data_check as f join ${sql.table(tableName(dataset))} as d on ${column('d', columnName(dataset.key))} = f.data_id
    where f.dataset = ${dataset.name} and (${type ?? null}::smallint is null or f.type = ${type ?? null}::smallint)
      and not d.deleted and ${scopeCondition(dataset, actor, 'd')}`;
  const [rows, count] = await Promise.all([
    sql<Omit<CheckFinding, 'createTime'> & { createTime: Date }>`
      select f.id, f.type, f.data_id as "dataId", f.level, f.rule_code as "ruleCode",
        ${actor.language === 'zh' ? sql`f.message` : sql`f.message_en as message`}, f.create_time as "createTime"
      ${from} order by f.level desc, f.data_id desc, f.id limit ${size} offset ${(current - 1) * size}`.execute(
      engine.db,
    ),
    sql<{ total: number }>`select count(*)::integer as total ${from}`.execute(engine.db),
  ]);
  return {
    records: rows.rows.map(row => ({ ...row, createTime: shanghaiTime(row.createTime) })),
    total: count.rows[0]?.total ?? 0,
    current,
    size,
  };
}
