import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { type Issue, issue } from '@yikao/model/kernel/issues.ts';
import type { RowValues } from '@yikao/model/kernel/validate.ts';
import { sql } from 'kysely';
import type { Db } from './sql.ts';

/** Uploaded workbooks, which are removed some days after they were read, and files that stand in rows and stay (domain A9). */
const usage = { workbook: 1, kept: 5 } as const;

/** The paths that stand in fields of a row, by field. */
function pathsOf(
  dataset: AnyDataset,
  values: Readonly<RowValues>,
): { name: string; path: string; image: boolean }[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const kind = dataset.fields[name]?.kind;
    const image = kind === 'image' || kind === 'images';
    if (!image && kind !== 'file' && kind !== 'files') return [];
    const paths: unknown[] = Array.isArray(value) ? value : [value];
    return paths.flatMap(path => (typeof path === 'string' ? [{ name, path, image }] : []));
  });
}

/**
 * Fields of a row about to be saved that hold a path which nobody uploaded, or no image where one is wanted. A file that
 * came as a workbook does is kept from now on.
 */
export async function fileIssues(db: Db, dataset: AnyDataset, values: Readonly<RowValues>): Promise<Issue[]> {
  const paths = pathsOf(dataset, values);
  if (paths.length === 0) return [];
  const known = await sql<{ path: string; mime: string; usage: number }>`
    select path, mime, usage from t_upload_file where path = any(${paths.map(({ path }) => path)})`.execute(
    db,
  );
  const files = new Map(known.rows.map(file => [file.path, file]));
  const wrong = paths.filter(({ path, image }) => {
    const file = files.get(path);
    return file === undefined || (image && !file.mime.startsWith('image/'));
  });
  if (wrong.length > 0)
    return [...new Set(wrong.map(({ name }) => name))].map(name => issue(name, 'badFile'));
  const passing = known.rows.filter(file => file.usage === usage.workbook).map(({ path }) => path);
  if (passing.length > 0) {
    await sql`update t_upload_file set usage = ${usage.kept} where path = any(${passing})`.execute(db);
  }
  return [];
}
