import { maySeeOwnJobs } from '@yikao/model/calls/jobs.ts';
import { type WaitingRows, type WaitingWork, waitingCalls } from '@yikao/model/calls/waiting-calls.ts';
import { machineOf } from '@yikao/model/contexts/machines.ts';
import { waitingItems } from '@yikao/model/contexts/waiting.ts';
import { fieldOf } from '@yikao/model/kernel/dataset.ts';
import { limits } from '@yikao/model/limits.ts';
import { permissionCode } from '@yikao/model/permissions.ts';
import { shanghaiInstant, shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { instantOf } from '@yikao/model/rules/times.ts';
import type { Waiting, WaitingReader } from '@yikao/model/waiting.ts';
import type { FastifyInstance } from 'fastify';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { handle } from '../http/handle.ts';
import { jobsWaitingFor, presentJob } from '../jobs/lifecycle/job.ts';
import { holds } from '../scope/access.ts';
import type { Actor } from '../scope/actor.ts';
import { isOfHouse } from '../scope/house.ts';
import { readOnlyKind, scopeCondition } from '../scope/scope.ts';
import { seenBy } from '../scope/seen.ts';
import { columnName, tableName } from '../table/naming.ts';
import { allOf, column, countFrom } from '../table/sql.ts';
import { filterConditions } from './filters.ts';
import { masked } from './mask.ts';
import { orderBy, orderTerms } from './order.ts';
import { presentRow } from './present.ts';
import { selectRows } from './select.ts';

const dayMs = 86_400_000;

/** The call of the home page. */
export function waitingRoutes(app: FastifyInstance, engine: Engine): void {
  handle(app, waitingCalls.all, ({ actor }) => workWaitingFor(engine, actor, waitingItems));
}

/**
 * The work that waits for a person: the items whose step he may take, with rows that he may change, and his own jobs.
 * One statement for each item, and a second one for the number if there are more rows than are shown.
 */
async function workWaitingFor(engine: Engine, actor: Actor, items: readonly Waiting[]): Promise<WaitingWork> {
  const now = engine.clock.now();
  const dayOf = (instant: number) => shanghaiTime(instantOf(instant)).slice(0, 10);
  const today = dayOf(now.getTime());
  const reader = {
    userId: actor.userId,
    today,
    yesterday: dayOf(now.getTime() - dayMs),
    soon: dayOf(now.getTime() + limits.waitingSoonDays * dayMs),
  };
  const [rows, jobs] = await Promise.all([
    Promise.all(items.filter(item => waitsFor(item, actor)).map(item => rowsOf(engine, actor, item, reader))),
    maySeeJobs(actor)
      ? jobsWaitingFor(engine, actor.userId, {
          from: new Date(now.getTime() - limits.waitingJobDays * dayMs),
          today: shanghaiInstant(`${today} 00:00:00`),
        })
      : { running: [], refused: [], undoable: [] },
  ]);
  const shown = (list: typeof jobs.running) =>
    list.slice(0, limits.waitingRows).map(job => presentJob(engine, job, actor.language));
  return {
    rows: rows.filter(({ count }) => count > 0),
    jobs: { running: shown(jobs.running), refused: shown(jobs.refused), undoable: shown(jobs.undoable) },
  };
}

function maySeeJobs(actor: Actor): boolean {
  return actor.admin || maySeeOwnJobs(actor.permissions);
}

/** Reports whether the actor may list the rows and take the step, and is not one who only looks on. */
function waitsFor({ of, may, unless, byHouse }: Waiting, actor: Actor): boolean {
  if (may === 'person') return true;
  if (byHouse === true && !isOfHouse(actor)) return false;
  if (unless !== undefined && holds(actor, unless)) return false;
  return (
    holds(actor, may) && holds(actor, permissionCode(of, 'list')) && readOnlyKind(of, actor) === undefined
  );
}

async function rowsOf(
  engine: Engine,
  actor: Actor,
  { name, of, asked, sort, title, tells, notBy }: Waiting,
  reader: WaitingReader,
): Promise<WaitingRows> {
  const seen = seenBy(of, actor);
  const query = asked(reader);
  const where = allOf([
    scopeCondition(seen, actor, 'd'),
    // The pool offers rows that are not yet one's own; other rows are those that the step could change.
    ...((seen.screen?.opened.length ?? 0) > 0 ? [] : [scopeCondition(seen, actor, 'd', 'write')]),
    ...filterConditions(engine, seen, query, 'd'),
    ...notBy.map(field =>
      fieldOf(of, field)?.kind === 'refs'
        ? sql<SqlBool>`not (${actor.userId} = any(coalesce(${column('d', columnName(field))}, '{}')))`
        : sql<SqlBool>`${column('d', columnName(field))} is distinct from ${actor.userId}`,
    ),
  ]);
  const state = machineOf(of)?.field;
  const fields = [
    ...new Set([
      of.key,
      of.identity.name,
      ...of.naturalKey,
      ...(state ? [state] : []),
      ...(title ? [title] : []),
      ...tells,
    ]),
  ].filter(field => fieldOf(seen, field)?.private !== true && fieldOf(seen, field) !== undefined);
  const found = await selectRows(engine, seen, {
    reader: actor,
    fields,
    peopleNames: true,
    where,
    orderBy: orderBy(engine, seen, orderTerms(engine, seen, sort), actor),
    limit: limits.waitingRows + 1,
  }).execute(engine.db);
  const records = found.rows
    .slice(0, limits.waitingRows)
    .map(row => masked(seen, presentRow(seen, row, fields, actor.language)));
  const head = {
    name,
    query: Object.fromEntries(Object.entries(query).map(([key, values = []]) => [key, [...values]])),
  };
  if (found.rows.length <= limits.waitingRows)
    return { ...head, count: records.length, more: false, records };
  const count = await countFrom(
    engine.db,
    sql`(select 1 from ${sql.table(tableName(seen))} as d where ${where} and not d.deleted
      limit ${limits.waitingCount + 1}) as n`,
  );
  return { ...head, count: Math.min(count, limits.waitingCount), more: count > limits.waitingCount, records };
}
