import type { Page } from '@yikao/model/calls/envelope.ts';
import type { JobDifference } from '@yikao/model/calls/jobs.ts';
import { type Field, refNameKey } from '@yikao/model/kernel/field.ts';
import { asImported } from '@yikao/model/kernel/import-kinds.ts';
import { isEmpty, type RowValues } from '@yikao/model/kernel/validate/validate.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine.ts';
import type { Changes } from '../../history/history.ts';
import { maskedValue, readsWhole } from '../../read/mask.ts';
import { pastNames, withPastNames } from '../../read/reference-names.ts';
import type { Actor } from '../../scope/actor.ts';
import type { Db } from '../../table/sql.ts';
import { storableJson } from '../../write/storable.ts';
import { kindOfJob } from '../asked-kind.ts';
import type { Job } from '../lifecycle/job.ts';
import { numberingOf, placeInFile, rowOfFile } from '../sheet/row-parts.ts';
import type { SupposedRow } from './rows-of-file.ts';

/** Stores the changes found by a dry run, for {@link differences}. */
export async function keepDifferences(
  db: Db,
  jobId: number,
  found: readonly { readonly number: number; readonly key: number; readonly changes: object }[],
): Promise<void> {
  if (found.length === 0) return;
  await sql`
    insert into t_biz_log_difference (job_id, row_number, row_id, changes)
    select ${jobId}::bigint, r.number, r.key, r.changes
    from json_to_recordset(${storableJson(found)}::json) as r(number integer, key bigint, changes jsonb)
    on conflict (job_id, row_number) do update set row_id = excluded.row_id, changes = excluded.changes`.execute(
    db,
  );
}

function isSupposed(value: unknown): value is SupposedRow {
  return typeof value === 'object' && value !== null && 'row' in value && 'name' in value;
}

/**
 * `GET /api/base/log/differences`: the changes found by a dry run, one page at a time (the preview of an import), with
 * the names of references.
 */
export async function differences(
  engine: Engine,
  job: Job,
  actor: Actor,
  { current, size }: { readonly current: number; readonly size: number },
): Promise<Page<JobDifference>> {
  const declared = engine.dataset(job.dataset);
  const dataset = asImported(declared, kindOfJob(declared, job.params));
  const [rows, count] = await Promise.all([
    sql<{ row: number; id: number; changes: Changes }>`
      select row_number as row, row_id as id, changes from t_biz_log_difference where job_id = ${job.id}
      order by row_number limit ${size} offset ${(current - 1) * size}`.execute(engine.db),
    sql<{ total: number }>`
      select count(*)::integer as total from t_biz_log_difference where job_id = ${job.id}`.execute(
      engine.db,
    ),
  ]);
  const sides = (side: 0 | 1): RowValues[] =>
    rows.rows.map(({ changes }) =>
      Object.fromEntries(
        Object.entries(changes).map(([field, change]) => [
          field,
          isSupposed(change[side]) ? null : change[side],
        ]),
      ),
    );
  const [before, after] = [sides(0), sides(1)];
  const names = await pastNames(engine, dataset, [...before, ...after], actor);
  const named = (values: RowValues | undefined) =>
    withPastNames(dataset, values ?? {}, names, actor.language);
  const whole = readsWhole(dataset, actor);
  const numbering = job.finding?.numbering ?? numberingOf(dataset, { groups: [] }, []);
  const records = rows.rows.map(({ row, id, changes }, index) => {
    const [old, fresh] = [named(before[index]), named(after[index])];
    return {
      ...placeInFile(numbering, rowOfFile(numbering, row)),
      id,
      // In the order of the declaration; the label of the batch, which every row gets, is no news.
      changes: Object.entries(dataset.fields).flatMap(([field, declared]) => {
        const change = changes[field];
        if (!change) return [];
        const shown = (value: unknown) => (whole ? value : maskedValue(declared, value));
        const supposed = isSupposed(change[1]) && declared.kind === 'ref' ? change[1] : undefined;
        return [
          {
            field,
            column: declared.label[actor.language],
            before: shown(change[0]),
            after: supposed ? null : shown(change[1]),
            beforeName: nameIn(old, field, declared),
            afterName: supposed?.name ?? nameIn(fresh, field, declared),
            afterRow: supposed?.row ?? null,
          },
        ];
      }),
    };
  });
  return { records, total: count.rows[0]?.total ?? 0, current, size };
}

function nameIn(row: Readonly<RowValues>, name: string, field: Field): string | null {
  if ((field.kind !== 'ref' && field.kind !== 'refs') || isEmpty(row[name])) return null;
  return String(row[refNameKey(name)]);
}
