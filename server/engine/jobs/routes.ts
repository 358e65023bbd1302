import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pageOf } from '@yikao/model/calls/envelope.ts';
import { forgetQuery, rowErrorsPage, rowErrorsQuery } from '@yikao/model/calls/import-columns.ts';
import {
  type ImportOption,
  importModeLabels,
  importModes,
  jobDifference,
  jobRow,
  maySeeOwnJobs,
} from '@yikao/model/calls/jobs.ts';
import { datasetOfTable } from '@yikao/model/datasets/index.ts';
import { failure } from '@yikao/model/errors.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { type Issue, issueText } from '@yikao/model/kernel/issues.ts';
import type { Language } from '@yikao/model/kernel/label.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { limits } from '@yikao/model/limits.ts';
import { permissionCode } from '@yikao/model/permissions.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { holds } from '../access.ts';
import type { Actor } from '../actor.ts';
import type { Engine } from '../engine.ts';
import { actorOf } from '../http/actor.ts';
import { answer } from '../http/answer.ts';
import type { CallDoc } from '../http/doc.ts';
import { pageParameters, readPage } from '../paging.ts';
import { seenBy } from '../seen.ts';
import { differences } from './import/differences.ts';
import { findJob, type Job, listJobs, presentJob, progressOf } from './lifecycle/job.ts';
import { cancelJob } from './lifecycle/queue.ts';
import { previewImport } from './sheet/preview.ts';
import { forgetMapping } from './sheet/remembered-mapping.ts';
import { tableColumns } from './template/table-columns.ts';
import { writeTemplate } from './template/template.ts';
import { startUndo } from './undo/undo.ts';
import { rowErrors } from './write/row-errors.ts';

/** A query key that may be given once, several times, or as a comma list. */
const manyNumbers = z.preprocess(
  raw => (raw === undefined || raw === '' ? [] : Array.isArray(raw) ? raw : String(raw).split(',')),
  z.array(z.coerce.number().int()).max(200),
);

const listQuery = z.object({
  bizTypeVal: manyNumbers,
  ids: manyNumbers.default([]),
});

const idQuery = z.object({ id: z.coerce.number().int().positive() });

const docs = {
  list: {
    summary: label('任务记录', 'Jobs'),
    tag: 'jobs',
    query: z.object({
      bizTypeVal: z.array(z.int()).optional(),
      ids: z.array(z.int()).optional(),
      mine: z.literal('1').optional(),
      ...pageParameters(limits.jobPageSize).shape,
    }),
    data: pageOf(jobRow),
  },
  differences: {
    summary: label('检查发现的变化', 'Changes a dry run found'),
    tag: 'jobs',
    query: idQuery.extend(pageParameters().shape),
    data: pageOf(jobDifference),
  },
  errors: {
    summary: label('未导入的行', 'Refused rows'),
    tag: 'jobs',
    query: rowErrorsQuery.extend(pageParameters().shape),
    data: rowErrorsPage,
  },
} as const satisfies Record<string, CallDoc>;

/** Errors shown in the job's detail; all of them are in the error workbook (domain A7). */
const detailErrors = 100;

/**
 * Calls of the job history, the column sets and the templates (domain A7, A8). People see their own jobs,
 * administrators everybody's.
 */
export function jobRoutes(app: FastifyInstance, engine: Engine): void {
  const ownJob = async (actor: Actor, id: number): Promise<Job> => {
    const job = await findJob(engine.db, id);
    if (!job || (job.userId !== actor.userId && !actor.admin)) throw failure('notFound');
    return job;
  };
  const viewer = (actor: Actor): Actor => {
    if (!actor.admin && !maySeeOwnJobs(actor.permissions)) throw failure('forbidden');
    return actor;
  };

  app.get('/api/base/log/list', { config: { doc: docs.list } }, async request => {
    const actor = viewer(actorOf(request));
    const { bizTypeVal, ids } = listQuery.parse(request.query);
    const { current, size } = readPage(request.query, { usual: limits.jobPageSize });
    const all = actor.admin && (request.query as { mine?: string }).mine !== '1';
    const page = await listJobs(
      engine.db,
      { bizTypes: bizTypeVal, ids, userId: all ? null : actor.userId },
      current,
      size,
    );
    return answer(request, { records: page.records.map(presentJob), total: page.total, current, size });
  });

  app.get('/api/base/log/info', async request => {
    const actor = viewer(actorOf(request));
    const job = await ownJob(actor, idQuery.parse(request.query).id);
    return answer(request, await detail(engine, job, actor));
  });

  app.get('/api/base/log/progress', async request => {
    const job = await ownJob(viewer(actorOf(request)), idQuery.parse(request.query).id);
    return answer(request, {
      progress: progressOf(job),
      status: job.status === 'cancelled' ? 'fail' : job.status,
    });
  });

  app.post('/api/base/log/cancel', async request => {
    const job = await ownJob(viewer(actorOf(request)), idQuery.parse(request.body).id);
    await cancelJob(engine, job.id);
    return answer(request, null);
  });

  app.post('/api/base/log/undo', async request => {
    const actor = viewer(actorOf(request));
    const job = await ownJob(actor, idQuery.parse(request.body).id);
    return answer(request, await startUndo(engine, actor, job), 'jobStarted');
  });

  app.get('/api/base/log/differences', { config: { doc: docs.differences } }, async request => {
    const actor = viewer(actorOf(request));
    const { id } = idQuery.parse(request.query);
    const page = readPage(request.query);
    return answer(request, await differences(engine, await ownJob(actor, id), actor, page));
  });

  app.get('/api/base/log/errors', { config: { doc: docs.errors } }, async request => {
    const actor = viewer(actorOf(request));
    const { id, field } = rowErrorsQuery.parse(request.query);
    const page = readPage(request.query);
    return answer(request, await rowErrors(engine, await ownJob(actor, id), actor, field || undefined, page));
  });

  app.get('/api/base/log/batch/list', async request => {
    const actor = viewer(actorOf(request));
    const { bizType } = z.object({ bizType: z.coerce.number().int() }).parse(request.query);
    const found = await sql<{ importBatch: string; count: number; createTime: Date }>`
      select import_batch as "importBatch", sum(insert_num + update_num + same_num)::integer as count,
        max(create_time) as "createTime"
      from t_biz_log
      where biz_type = ${bizType} and import_batch is not null and coalesce(params ->> 'dryRun', 'false') <> 'true'
        and (${actor.admin} or user_id = ${actor.userId})
      group by import_batch having sum(insert_num + update_num + same_num) > 0 order by max(id) desc limit 200`.execute(
      engine.db,
    );
    return answer(
      request,
      found.rows.map(row => ({ ...row, createTime: shanghaiTime(row.createTime) })),
    );
  });

  app.get('/api/base/table/column', async request => {
    const actor = actorOf(request);
    const dataset = seenBy(knownTable(request.query), actor);
    return answer(request, tableColumns(dataset, actor.language, engine.clock.now()));
  });

  app.get('/api/base/import/options', async request => {
    const dataset = knownTable(request.query);
    return answer(request, importOptions(dataset, actorOf(request).language));
  });

  app.post('/api/base/import/preview', async request =>
    answer(request, await previewImport(engine, actorOf(request), request.body)),
  );

  app.delete('/api/base/import/mapping', async request => {
    const { header } = forgetQuery.parse(request.query);
    await forgetMapping(engine.db, actorOf(request), knownTable(request.query), header);
    return answer(request, null);
  });

  app.get('/api/base/download/excel/template', async (request, reply) => {
    const actor = actorOf(request);
    const dataset = seenBy(knownTable(request.query), actor);
    if (
      !['import', 'batchUpdate', 'export'].some(action =>
        holds(actor, permissionCode(dataset, action as 'import')),
      )
    ) {
      throw failure('forbidden');
    }
    const query = request.query as Record<string, unknown>;
    const given = query.fieldNames ?? query['fieldNames[]'];
    const names = (Array.isArray(given) ? given : given === undefined ? [] : String(given).split(',')).map(
      String,
    );
    const known = names.filter(name => fieldOf(dataset, name) && !fieldOf(dataset, name)?.private);
    if (known.length === 0) throw failure('noTemplateFields');
    const title =
      String(query.title ?? '')
        .trim()
        .slice(0, 100) || dataset.label[actor.language];
    const folder = await mkdtemp(join(tmpdir(), 'yikao-template-'));
    const path = join(folder, 'template.xlsx');
    await writeTemplate(engine, dataset, actor, [...new Set(known)], path);
    reply
      .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(`${title}.xlsx`)}`);
    const stream = createReadStream(path);
    stream.once('close', () => void rm(folder, { recursive: true, force: true }));
    return reply.send(stream);
  });
}

/** The ways to import into a dataset: rows that nothing tells apart can only be added. */
function importOptions(dataset: AnyDataset, language: Language): ImportOption[] {
  const { naturalKey, tableId = 0, excel } = dataset;
  const modes = naturalKey.length > 0 ? importModes : (['insert'] as const);
  return modes.map(value => ({
    value,
    label: importModeLabels[value][language],
    tableId,
    naturalKey,
    bizTypes: { ...excel?.jobs },
  }));
}

function knownTable(query: unknown): AnyDataset {
  const { tableId } = z.object({ tableId: z.coerce.number().int() }).parse(query);
  const dataset = datasetOfTable(tableId);
  if (!dataset?.excel) throw failure('notFound');
  return dataset;
}

async function detail(engine: Engine, job: Job, actor: Actor) {
  const dataset = engine.dataset(job.dataset);
  const rows = await sql<{ number: number; errors: Issue[] }>`
    select row_number as number, errors from t_biz_log_error where job_id = ${job.id}
    order by row_number limit ${detailErrors}`.execute(engine.db);
  const errors = rows.rows.flatMap(row =>
    row.errors.map(error => {
      const field = fieldOf(dataset, error.field);
      return {
        row: row.number,
        column: field?.label[actor.language] ?? error.field,
        value: String(error.params.value ?? ''),
        message: issueText(error, field?.label, actor.language),
      };
    }),
  );
  const lines = errors
    .slice(0, detailErrors)
    .map(({ row, message }) =>
      actor.language === 'zh' ? `第 ${row} 行：${message}` : `Row ${row}: ${message}`,
    );
  return {
    detail: [job.message, ...lines].filter(Boolean).join('\n'),
    errors: errors.slice(0, detailErrors),
    columns: job.finding?.columns ?? null,
    sheet: job.finding?.sheet ?? null,
  };
}
