import { batchDeleteBody, batchSetBody, exportBody, importBody } from '@yikao/model/calls/jobs.ts';
import { failure } from '@yikao/model/errors.ts';
import { codeItem } from '@yikao/model/kernel/codes.ts';
import { type AnyDataset, exportableFields, fieldOf } from '@yikao/model/kernel/dataset.ts';
import {
  type ExportHeader,
  exportHeader,
  headerFields,
  headerType,
} from '@yikao/model/kernel/export-headers.ts';
import { asImported, combinedFields, type ImportKind, importKind } from '@yikao/model/kernel/import-kinds.ts';
import { type Language, label } from '@yikao/model/kernel/label.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { isOwnFile, type StoredFile, storedColumns } from '../files/readers.ts';
import type { UploadFile } from '../files/upload-file.ts';
import { filterConditions } from '../read/filters.ts';
import { authorise } from '../scope/access.ts';
import { type Actor, freezeActor } from '../scope/actor.ts';
import { type Asked, askedKindWith } from './asked-kind.ts';
import { assertCondition, settableValues } from './batch/set.ts';
import type { Job } from './lifecycle/job.ts';
import { startJob } from './lifecycle/queue.ts';
import { rememberMapping } from './sheet/remembered-mapping.ts';

type Started = { readonly id: number };

/**
 * An uploaded file may be used by who uploaded it, as long as the person reaches no less than then, and by administrators.
 * Throws `invalidFields` naming `filePath`.
 */
export async function ownFile(engine: Engine, actor: Actor, path: string): Promise<string> {
  const found = await sql<StoredFile & Pick<UploadFile, 'sha256'>>`
    select ${storedColumns}, sha256 from t_upload_file where path = ${path}`.execute(engine.db);
  const file = found.rows[0];
  if (!file || (!isOwnFile(file, actor) && !actor.admin)) {
    throw failure('invalidFields', {
      issues: [issue('filePath', 'badFile')],
      labels: () => label('文件', 'File'),
    });
  }
  return file.sha256;
}

/**
 * Requires confirmation before the same file is imported into the same dataset again. Throws `sameFile`, naming the
 * earlier job.
 */
async function assertNewFile(
  engine: Engine,
  dataset: AnyDataset,
  op: string,
  sha256: string,
  kind: number | undefined,
  asked: Asked,
): Promise<void> {
  const found = await sql<Pick<Job, 'id' | 'createTime'> & { importBatch: string }>`
    select id, import_batch, create_time from t_biz_log
    where dataset = ${dataset.name} and file_sha256 = ${sha256} and op = ${op}
      and job_undo_state(undone_by) in ('none', 'partly')
      and coalesce(params ->> 'dryRun', 'false') <> 'true'
      and (params ->> 'kind') is not distinct from ${kind === undefined ? null : String(kind)}::text
      and coalesce(params -> 'asked', '{}'::jsonb) = ${JSON.stringify(asked)}::jsonb
      and (status = 'processing' or insert_num + update_num + same_num > 0)
    order by id desc limit 1`.execute(engine.db);
  const earlier = found.rows[0];
  if (!earlier) return;
  throw failure('sameFile', {
    params: { time: shanghaiTime(earlier.createTime).slice(0, 16), batch: earlier.importBatch },
    data: { id: earlier.id },
  });
}

/** The number must be that of the dataset's own column set. */
function assertTable(dataset: AnyDataset, tableId: number): void {
  if (tableId !== dataset.tableId)
    throw failure('invalidFields', { issues: [issue('tableId', 'wrongType')] });
}

/** `POST {path}/import` and `POST {path}/batch/update`: starts the job and answers its id at once (domain 0.2). */
export async function startImport(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  op: 'import' | 'batchUpdate',
  given: unknown,
): Promise<Started> {
  authorise(actor, dataset, op);
  const body = importBody.parse(given ?? {});
  assertTable(dataset, body.tableId);
  const { mode, onError, dryRun, skipHidden, skipBeside, mapping, sheet, headerRow, headerRows, type } = body;
  const { groups, tables, confirmed } = op === 'import' ? body : { groups: {}, tables: [], confirmed: true };
  const asked = op === 'import' ? body.asked : {};
  const kind = op === 'import' ? await askedKindWith(engine, dataset, actor, type, asked) : undefined;
  const fileSha256 = await ownFile(engine, actor, body.filePath);
  if (!body.again && !body.dryRun) await assertNewFile(engine, dataset, op, fileSha256, kind?.type, asked);
  await rememberMapping(engine.db, actor, dataset, mapping);
  return startJob(engine, {
    bizType: kind?.bizType ?? dataset.excel?.jobs[op] ?? 0,
    op,
    dataset: dataset.name,
    tableId: body.tableId,
    title: [dataset.label[actor.language], kind?.label[actor.language]].filter(Boolean).join('-'),
    params: {
      mode,
      onError,
      dryRun,
      skipHidden,
      skipBeside,
      mapping,
      sheet,
      headerRow,
      headerRows,
      kind: kind?.type ?? null,
      ...(Object.keys(asked).length > 0 && { asked }),
      groups,
      tables,
      confirmed,
    },
    actor: freezeActor(actor),
    importBatch: body.importBatch,
    originName: body.originName,
    filePath: body.filePath,
    fileSha256,
  });
}

function titleOf(dataset: AnyDataset, header: ExportHeader | undefined, language: Language): string {
  const kind = header && codeItem(headerType, header.type)?.label[language];
  return [dataset.label[language], kind].filter(Boolean).join('-');
}

/**
 * Columns of an export besides its child columns: the chosen ones, else those of the import and the values it asks for.
 */
function commonFields(
  dataset: AnyDataset,
  kind: ImportKind | undefined,
  chosen: readonly string[],
): readonly string[] {
  const { by, value } = kind?.perChild ?? {};
  const own = [...(kind?.asks ?? []), ...(asImported(dataset, kind).excel?.import ?? [])];
  const apart = new Set([by, value, ...combinedFields(kind)]);
  const names = chosen.length > 0 ? chosen.filter(name => !apart.has(name)) : own;
  return names.length > 0 ? names : own;
}

/**
 * `POST {path}/export`: starts the job. A filter with a wrong value, or a kind of header that the
 * dataset does not declare, is refused here, not in the background (`invalidFields`). With `issues`, secrets that were
 * not handed out before are handed out by it.
 */
export async function startExport(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  given: unknown,
  { issues = false }: { readonly issues?: boolean } = {},
): Promise<Started> {
  authorise(actor, dataset, 'export');
  const body = exportBody.parse(given ?? {});
  const { tableId, title, fieldNames, format, codesAs, type, exportHeaderType, ...filters } = body;
  const { jobs } = dataset.excel ?? {};
  const withDescendants = jobs?.exportTree !== undefined && Number(type) === jobs.exportTree;
  const wide = importKind(dataset, Number(type));
  const isShaped = wide?.perChild !== undefined || wide?.combines !== undefined;
  assertTable(dataset, tableId);
  const unknown = fieldNames.find(
    name => !fieldOf(dataset, name) || !exportableFields(dataset).includes(name),
  );
  if (unknown !== undefined)
    throw failure('invalidFields', { issues: [issue(unknown.slice(0, 64), 'unknownField')] });
  // A dataset without kinds of headers cannot be exported by one.
  const asksHeader = exportHeaderType !== undefined && (dataset.excel?.headers.length ?? 0) > 0;
  const header = asksHeader ? exportHeader(dataset, exportHeaderType) : undefined;
  if (asksHeader && !header) {
    throw failure('invalidFields', {
      issues: [issue('exportHeaderType', 'unknownCode', { value: exportHeaderType })],
      labels: () => label('表头', 'Header'),
    });
  }
  filterConditions(engine, dataset, filters, 'd', { reader: actor, ignoreUnknown: true });
  return startJob(engine, {
    bizType: (withDescendants ? jobs.exportTree : jobs?.export) ?? 0,
    op: 'export',
    dataset: dataset.name,
    tableId,
    title: title || titleOf(dataset, header, actor.language),
    params: {
      fieldNames: isShaped
        ? commonFields(dataset, wide, fieldNames)
        : header && fieldNames.length === 0
          ? headerFields(dataset, header)
          : fieldNames,
      format,
      codesAs,
      filters,
      withDescendants,
      ...(issues && { issues }),
      ...(isShaped && { kind: wide?.type }),
      ...(header && { headerType: header.type }),
    },
    actor: freezeActor(actor),
  });
}

/**
 * `POST {path}/batch/delete`: rows of a batch, rows by key, rows of a filter, or their intersection; an empty condition
 * is refused (spec section 5).
 */
export async function startBatchDelete(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  given: unknown,
): Promise<Started> {
  authorise(actor, dataset, 'batchDelete');
  const body = batchDeleteBody.parse(given ?? {});
  if (body.importBatch === '') assertCondition(engine, dataset, actor, body, 'delete');
  return startJob(engine, {
    bizType: dataset.excel?.jobs.batchDelete ?? 0,
    op: 'batchDelete',
    dataset: dataset.name,
    tableId: dataset.tableId ?? null,
    title: dataset.label[actor.language],
    params: { ...body },
    actor: freezeActor(actor),
  });
}

/**
 * `POST {path}/batch/set`: sets the same values in all rows of a condition, as a batch update. Throws `emptyCondition`,
 * and `invalidFields` with every value that does not fit its field.
 */
export async function startBatchSet(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  given: unknown,
): Promise<Started> {
  authorise(actor, dataset, 'batchUpdate');
  const { values, ...condition } = batchSetBody.parse(given ?? {});
  assertCondition(engine, dataset, actor, condition);
  return startJob(engine, {
    bizType: dataset.excel?.jobs.batchUpdate ?? 0,
    op: 'batchUpdate',
    dataset: dataset.name,
    tableId: dataset.tableId ?? null,
    title: dataset.label[actor.language],
    params: { values: await settableValues(engine, dataset, actor, values), ...condition },
    actor: freezeActor(actor),
  });
}
