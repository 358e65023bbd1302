import { fieldOf } from '@yikao/model/kernel/dataset.ts';
import { isStoredFile } from '@yikao/model/kernel/field.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { columnName, tableName } from '../table/naming.ts';
import { column } from '../table/sql.ts';
import type { UploadFile } from './upload-file.ts';

/** A file that nothing refers to. */
export type UnheldFile = Pick<UploadFile, 'fileId' | 'path' | 'size'>;

/** The pattern of a stored path within a text. */
const pathInText = '/[0-9]{4}/[0-9]{2}/[0-9a-f]{40}[.][a-z0-9]+';

/**
 * Returns stored pictures, videos and documents older than a moment that nothing refers to, ordered by id and after a
 * given one: no row (in the trash or not), rich text, history, parameter or job. Searches texts for at most `limit`
 * files that no row holds; `last` is the cursor of the next search, undefined at the end.
 */
export async function findUnheld(
  engine: Engine,
  { before, after, limit }: { readonly before: Date; readonly after: number; readonly limit: number },
): Promise<{ readonly files: readonly UnheldFile[]; readonly last: number | undefined }> {
  const free = holders(engine).map(held => sql<SqlBool>`not exists (${held})`);
  const found = await sql<UnheldFile>`
    select f.file_id, f.path, f.size from t_upload_file as f
    where f.usage in (2, 3, 5) and f.create_time < ${before} and f.file_id > ${after} and ${sql.join(free, sql` and `)}
    order by f.file_id limit ${limit}`.execute(engine.db);
  const candidates = found.rows;
  if (candidates.length === 0) return { files: [], last: undefined };
  const told = await toldOf(
    engine,
    candidates.map(({ path }) => path),
  );
  return {
    files: candidates.filter(({ path }) => !told.has(path)),
    last: candidates.length < limit ? undefined : candidates.at(-1)?.fileId,
  };
}

/** Subqueries for the rows that hold the file `f` by its path. */
function holders({ datasets }: Engine): RawBuilder<unknown>[] {
  const rows = datasets.flatMap(dataset =>
    Object.entries(dataset.fields).flatMap(([name, field]) => {
      if (!isStoredFile(field) || field.derived) return [];
      const held = column('d', columnName(name));
      const many = field.kind === 'images' || field.kind === 'files';
      return [
        sql`select 1 from ${sql.table(tableName(dataset))} as d
          where ${many ? sql`f.path = any(${held})` : sql`${held} = f.path`}`,
      ];
    }),
  );
  return [
    ...rows,
    sql`select 1 from t_partners_apply as a where a.license = f.path`,
    sql`select 1 from t_biz_log as j where j.user_id = f.user_id and f.path in (j.url, j.log_url, j.file_path)`,
    sql`select 1 from t_config as c where strpos(c.config_value, f.path) > 0`,
  ];
}

/** The paths that occur in a rich text, or in the history of a dataset with files or such texts. */
async function toldOf({ datasets, db }: Engine, paths: readonly string[]): Promise<Set<string>> {
  const texts: RawBuilder<unknown>[] = [];
  const kept: string[] = [];
  for (const dataset of datasets) {
    const names = Object.keys(dataset.fields).filter(name => {
      const field = fieldOf(dataset, name);
      return field && !field.derived && (field.kind === 'richText' || isStoredFile(field));
    });
    if (names.length > 0) kept.push(dataset.name);
    for (const name of names) {
      if (fieldOf(dataset, name)?.kind !== 'richText') continue;
      texts.push(
        sql`select ${column('d', columnName(name))} as text from ${sql.table(tableName(dataset))} as d`,
      );
    }
  }
  texts.push(
    sql`select h.changes::text as text from t_row_history as h where h.dataset = any(${kept}::text[])`,
  );
  const found = await sql<Pick<UploadFile, 'path'>>`
    select distinct stands[1] as path
    from (${sql.join(texts, sql` union all `)}) as told,
      lateral regexp_matches(told.text, ${pathInText}, 'g') as stands
    where stands[1] = any(${[...paths]}::text[])`.execute(db);
  return new Set(found.rows.map(({ path }) => path));
}
