import { kindOf } from '@yikao/model/fields/index.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { type Field, refNameKey } from '@yikao/model/kernel/field.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { type SqlBool, sql } from 'kysely';
import { createCsvWriter, createXlsxWriter, type WriteValue } from '../../excel/index.ts';
import { type Actor, thawActor } from '../actor.ts';
import { serverKindOf } from '../fields/index.ts';
import { filterConditions, type Query } from '../filters.ts';
import { columnName } from '../naming.ts';
import { countRows } from '../page.ts';
import { scopeCondition } from '../scope.ts';
import { type FoundRow, selectRows } from '../select.ts';
import { allOf, column } from '../sql.ts';
import { advanceJob, type Ending, type Job } from './job.ts';
import { storeResult } from './result-file.ts';
import { jobText } from './text.ts';
import type { JobContext } from './work.ts';

interface ExportParams {
  readonly fieldNames: readonly string[];
  readonly format: 'xlsx' | 'csv';
  readonly codesAs: 'label' | 'code';
  readonly filters: Query;
}

/** Rows read at a time. */
const pageRows = 2_000;

/**
 * Writes the rows that match into a file: keyset pages by the key, so that memory stays flat and no statement
 * is long. What is exported can be imported again and changes nothing.
 */
export async function runExport(context: JobContext, job: Job): Promise<Ending> {
  const { engine } = context;
  const dataset = engine.dataset(job.dataset);
  const actor = thawActor(job.actor);
  // Written by `startExport` from a validated body.
  const params = job.params as unknown as ExportParams;
  const fields = params.fieldNames.length > 0 ? params.fieldNames : (dataset.excel?.export ?? []);
  const where = allOf([
    scopeCondition(dataset, actor, 'd'),
    ...filterConditions(engine, dataset, withId(dataset, params.filters), 'd', { ignoreUnknown: true }),
  ]);
  const { total } = await countRows(engine, dataset, where);
  const key = column('d', columnName(dataset.key));
  let done = 0;
  const stamp = shanghaiTime(engine.clock.now()).replace(/\D/g, '').slice(0, 14);
  const name = `${job.title}-${stamp}.${params.format}`;
  const url = await storeResult(context, job, params.format, name, async path => {
    const columns = fields.map(field => exportColumn(dataset, field, actor, params.codesAs));
    const sheet = { name: job.title, freezeHeader: true, columns: columns.map(({ write }) => write) };
    const writer =
      params.format === 'csv'
        ? await createCsvWriter(path, { columns: sheet.columns })
        : await createXlsxWriter(path, { sheets: [sheet] });
    try {
      const readAfter = (after: number) => {
        const page = selectRows(engine, dataset, {
          fields: [...new Set([dataset.key, ...fields])],
          where: allOf([where, sql<SqlBool>`${key} > ${after}`]),
          orderBy: key,
          limit: pageRows,
          canonical: true,
        }).execute(engine.db);
        // Awaited one page later; until then a failure must not count as unhandled.
        page.catch(() => {});
        return page;
      };
      let next = readAfter(0);
      for (;;) {
        const { rows } = await next;
        // The database looks the next page up while this one is being written.
        if (rows.length === pageRows) next = readAfter(Number(rows.at(-1)?.[dataset.key]));
        for (const row of rows) {
          const waiting = writer.row(columns.map(({ cell }) => cell(row)));
          if (waiting) await waiting;
        }
        done += rows.length;
        await advanceJob(engine.db, job, {
          done,
          checkpoint: 0,
          total: Math.max(total, done),
          bytesDone: 0,
          bytesTotal: 0,
          inserted: 0,
          updated: 0,
          same: 0,
          failed: 0,
        });
        if (rows.length < pageRows) break;
      }
      await writer.close();
    } catch (error) {
      await writer.abort();
      throw error;
    }
  });
  return { status: 'success', message: jobText('exported', actor.language, { total: done }), url };
}

/** Every dataset takes its own key or plain `id` as the id filter of an export (domain Q29). */
function withId(dataset: AnyDataset, filters: Query): Query {
  const { id, ...rest } = filters;
  return id === undefined || Object.hasOwn(dataset.fields, 'id')
    ? filters
    : { ...rest, [dataset.key]: rest[dataset.key] ?? id };
}

function exportColumn(dataset: AnyDataset, name: string, actor: Actor, codesAs: 'label' | 'code') {
  const field = fieldOf(dataset, name) as Field;
  const kind = kindOf(field);
  const server = serverKindOf(field);
  const nameKey = refNameKey(name);
  const asCode = codesAs === 'code' && (field.kind === 'code' || field.kind === 'yesNo');
  const cell = (row: FoundRow): WriteValue => {
    const value = row[name];
    if (value === null || value === undefined) return null;
    if (field.kind === 'ref' || field.kind === 'refs') {
      const zero =
        field.kind === 'ref' && field.zero && Number(value) === 0 ? field.zero[actor.language] : undefined;
      const shown = zero ?? row[nameKey];
      return shown === null || shown === undefined ? String(value) : String(shown);
    }
    const canonical = server.canonicalSql ? value : server.fromColumn(value);
    if (asCode) return typeof canonical === 'number' ? canonical : String(canonical);
    return kind.encode(field, canonical as never, actor.language);
  };
  return {
    cell,
    write: {
      header: field.label[actor.language],
      width: kind.width(field),
      format: asCode ? ('general' as const) : kind.format(field),
    },
  };
}
