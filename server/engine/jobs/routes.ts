import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askedValues } from '@yikao/model/calls/import-columns.ts';
import { importCalls, jobCalls } from '@yikao/model/calls/job-calls.ts';
import { type ImportOption, importModeLabels, importModes } from '@yikao/model/calls/jobs.ts';
import { jobKinds } from '@yikao/model/contexts/jobs.ts';
import { failure } from '@yikao/model/errors.ts';
import type { JobKind } from '@yikao/model/jobs/job-kind.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { asImported, columnLabel } from '@yikao/model/kernel/import-kinds.ts';
import type { Language } from '@yikao/model/kernel/label.ts';
import { issueText } from '@yikao/model/kernel/validate/issues.ts';
import { permissionCode } from '@yikao/model/permissions.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { fileName } from '@yikao/model/rules/file-name.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { type Calling, handle } from '../http/handle.ts';
import { holds } from '../scope/access.ts';
import type { Actor } from '../scope/actor.ts';
import { seenBy } from '../scope/seen.ts';
import type { Db } from '../table/sql.ts';
import { type Asked, askedKindWith } from './asked-kind.ts';
import { differences } from './import/differences.ts';
import { findJob, type Job, listJobs, messageOf, presentJob, progressOf } from './lifecycle/job.ts';
import { cancelJob } from './lifecycle/queue.ts';
import { assertMayReadJob, mayReadJob } from './lifecycle/rights.ts';
import { previewImport } from './sheet/preview.ts';
import { forgetMapping } from './sheet/remembered-mapping.ts';
import { ownNumbers, placeInFile } from './sheet/row-parts.ts';
import { tableColumns } from './template/table-columns.ts';
import { writeTemplate } from './template/template.ts';
import { startUndo } from './undo/undo.ts';
import type { StoredRefusal } from './write/refused-rows.ts';
import { rowErrors } from './write/row-errors.ts';

/** Errors shown in a job's details; the error workbook has all of them (domain A7). */
const detailErrors = 100;

/**
 * Calls of the job history, the column sets and the templates (domain A7, A8). People see their own jobs,
 * administrators all.
 */
export function jobRoutes(app: FastifyInstance, engine: Engine): void {
  const { db, clock } = engine;
  const ownJob = async (actor: Actor, { id }: { readonly id: number }): Promise<Job> => {
    const job = await findJob(db, id);
    if (!job || (job.userId !== actor.userId && !actor.admin)) throw failure('notFound');
    return job;
  };

  /** The job, if the actor may still see its input and output. */
  const readableJob = async (actor: Actor, query: { readonly id: number }): Promise<Job> => {
    const job = await ownJob(actor, query);
    await assertMayReadJob(engine, job, actor);
    return job;
  };

  handle(app, jobCalls.list, async ({ actor, query: { bizTypeVal = [], ids = [], mine }, page }) => {
    const userId = actor.admin && mine !== '1' ? null : actor.userId;
    const found = await listJobs(db, { bizTypes: bizTypeVal, ids, userId }, page.current, page.size);
    return {
      records: found.records.map(job => presentJob(engine, job, actor.language)),
      total: found.total,
      ...page,
    };
  });
  handle(app, jobCalls.info, async ({ actor, query }) => detail(engine, await ownJob(actor, query), actor));
  handle(app, jobCalls.progress, async ({ actor, query }) => {
    const job = await ownJob(actor, query);
    return { progress: progressOf(job), status: job.status === 'cancelled' ? 'fail' : job.status };
  });
  handle(app, jobCalls.cancel, async ({ actor, body }) => {
    await cancelJob(engine, (await ownJob(actor, body)).id);
    return undefined;
  });
  handle(app, jobCalls.undo, async ({ actor, body }) => startUndo(engine, actor, await ownJob(actor, body)));
  handle(app, jobCalls.differences, async ({ actor, query, page }) =>
    differences(engine, await readableJob(actor, query), actor, page),
  );
  handle(app, jobCalls.errors, async ({ actor, query, page }) =>
    rowErrors(engine, await readableJob(actor, query), actor, query.field || undefined, page),
  );
  handle(app, jobCalls.batches, ({ actor, query }) => batches(db, actor, query.bizType));

  handle(app, importCalls.columns, async ({ actor, query }) =>
    tableColumns(seenBy(knownTable(engine, query), actor), actor.language, clock.now()),
  );
  handle(app, importCalls.options, async ({ actor, query }) =>
    importOptions(knownTable(engine, query), actor.language),
  );
  handle(app, importCalls.preview, ({ actor, body }) => previewImport(engine, actor, body));
  handle(app, importCalls.forget, async ({ actor, query }) => {
    await forgetMapping(db, actor, knownTable(engine, query), query.header);
    return undefined;
  });
  handle(app, importCalls.template, ({ actor, query, reply }) => sendTemplate(engine, actor, query, reply));
}

/** The batches left by imports of one kind, newest first; only the caller's own, except for administrators. */
async function batches(db: Db, actor: Actor, bizType: number) {
  const found = await sql<Pick<Job, 'createTime'> & { importBatch: string; count: number }>`
    select import_batch, sum(insert_num + update_num + same_num)::integer as count,
      max(create_time) as create_time
    from t_biz_log
    where biz_type = ${bizType} and import_batch is not null and coalesce(params ->> 'dryRun', 'false') <> 'true'
      and (${actor.admin} or user_id = ${actor.userId})
    group by import_batch having sum(insert_num + update_num + same_num) > 0 order by max(id) desc limit 200`.execute(
    db,
  );
  return found.rows.map(row => ({ ...row, createTime: shanghaiTime(row.createTime) }));
}

/** The actions that a template is for. */
const templateActions = ['import', 'batchUpdate', 'export'] as const;

/** Sends a workbook to fill in, with the given columns. Throws `forbidden`, `notFound` and `noTemplateFields`. */
async function sendTemplate(
  engine: Engine,
  actor: Actor,
  query: Calling<typeof importCalls.template>['query'],
  reply: FastifyReply,
): Promise<FastifyReply> {
  const declared = seenBy(knownTable(engine, query), actor);
  const dataset = asImported(
    declared,
    await askedKindWith(engine, declared, actor, query.type, askedOf(query.asked), true),
  );
  const held = templateActions.some(
    action => dataset.permissions.actions.includes(action) && holds(actor, permissionCode(dataset, action)),
  );
  if (!held) throw failure('forbidden');
  const given = query.fieldNames ?? query['fieldNames[]'] ?? [];
  const names = Array.isArray(given) ? given : given.split(',');
  const { kind, import: columns = [] } = dataset.excel ?? {};
  const fits = (name: string) => kind === undefined || columns.includes(name);
  const known = names.filter(
    name => fieldOf(dataset, name) && !fieldOf(dataset, name)?.private && fits(name),
  );
  if (known.length === 0 && !kind?.perChild) throw failure('noTemplateFields');
  const title = (query.title ?? '').trim().slice(0, 100) || dataset.label[actor.language];
  const folder = await mkdtemp(join(tmpdir(), 'yikao-template-'));
  const path = join(folder, 'template.xlsx');
  await writeTemplate(engine, dataset, actor, [...new Set(known)], path);
  reply
    .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    .header(
      'content-disposition',
      `attachment; filename*=UTF-8''${encodeURIComponent(fileName(`${title}.xlsx`))}`,
    );
  const stream = createReadStream(path);
  stream.once('close', () => void rm(folder, { recursive: true, force: true }));
  return reply.send(stream);
}

/** The values that a template request gives for the whole file. Throws `badRequest` if it is not such an object. */
function askedOf(json: string | undefined): Asked {
  if (json === undefined || json === '') return {};
  try {
    return askedValues.parse(JSON.parse(json));
  } catch (cause) {
    throw failure('badRequest', { cause });
  }
}

/** The ways to import into a dataset: rows without identifying fields can only be added. */
function importOptions(dataset: AnyDataset, language: Language): ImportOption[] {
  const { naturalKey, tableId = 0, excel } = dataset;
  const modes = naturalKey.length > 0 ? importModes : (['insert'] as const);
  return modes.map(value => ({
    value,
    label: importModeLabels[value][language],
    tableId,
    naturalKey: [...naturalKey],
    bizTypes: { ...excel?.jobs },
    kinds: (excel?.kinds ?? []).map(({ type, label, asks = [], bizType = excel?.jobs.import ?? 0 }) => ({
      asks: [...asks],
      type,
      label: label[language],
      bizType,
    })),
  }));
}

/** The dataset of a job kind's file, with only that file's columns. */
function fileOfJob(tableId: number): AnyDataset | undefined {
  const kinds: readonly JobKind[] = Object.values(jobKinds);
  const { of, file } = kinds.find(kind => kind.file?.tableId === tableId) ?? {};
  if (!of?.excel || !file) return undefined;
  const { columns } = file;
  return {
    ...of,
    tableId,
    excel: { ...of.excel, import: columns, export: columns, batchUpdate: [], kinds: [], headers: [] },
  };
}

/** The dataset of a column set that files are made for. Throws `notFound`. */
function knownTable({ datasets }: Engine, { tableId }: { readonly tableId: number }): AnyDataset {
  const dataset = datasets.find(one => one.tableId === tableId) ?? fileOfJob(tableId);
  if (!dataset?.excel) throw failure('notFound');
  return dataset;
}

async function detail(engine: Engine, job: Job, actor: Actor) {
  const dataset = engine.dataset(job.dataset);
  const rows = await sql<Pick<StoredRefusal, 'rowNumber' | 'errors'>>`
    select row_number, errors from t_biz_log_error where job_id = ${job.id}
    order by row_number limit ${detailErrors}`.execute(engine.db);
  // Access to a file's cells depends on current rights, as for the file itself.
  const told = (await mayReadJob(engine, job, actor)) ? rows.rows : [];
  const errors = told.flatMap(row =>
    row.errors.map(error => {
      const column = columnLabel(dataset, error.field);
      return {
        ...placeInFile(job.finding?.numbering ?? ownNumbers, row.rowNumber),
        column: column?.[actor.language] ?? error.field,
        value: String(error.params.value ?? ''),
        message: issueText(error, column, actor.language),
      };
    }),
  );
  const lines = errors
    .slice(0, detailErrors)
    .map(({ row, sheet, message }) =>
      actor.language === 'zh'
        ? `${sheet === undefined ? '' : `${sheet} `}第 ${row} 行：${message}`
        : `${sheet === undefined ? 'Row' : `${sheet}, row`} ${row}: ${message}`,
    );
  return {
    detail: [messageOf(job, actor.language), ...lines].filter(Boolean).join('\n'),
    errors: errors.slice(0, detailErrors),
    columns: job.finding?.columns ?? null,
    sheet: job.finding?.sheet ?? null,
  };
}
