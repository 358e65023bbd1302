import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { isPersonalFile, isStoredFile } from '@yikao/model/kernel/field.ts';
import { type Issue, issue } from '@yikao/model/kernel/validate/issues.ts';
import type { RowValues } from '@yikao/model/kernel/validate/validate.ts';
import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import {
  audience,
  isHeldWithinReach,
  isOwnFile,
  isPublic,
  type StoredFile,
  storedColumns,
} from '../files/readers.ts';
import type { UploadFile } from '../files/upload-file.ts';
import type { Actor } from '../scope/actor.ts';
import type { Db } from '../table/sql.ts';

/**
 * File usages: uploaded workbooks, removed some days after they were read; exports, which no row holds; and files held
 * by rows, which stay (domain A9).
 */
const usage = { workbook: 1, export: 4, kept: 5 } as const;

/** A path in a field of a row. */
interface Held {
  readonly name: string;
  readonly path: string;
  readonly image: boolean;
  readonly personal: boolean;
}

function pathsOf(dataset: AnyDataset, values: Readonly<RowValues>): Held[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const field = dataset.fields[name];
    if (!field || !isStoredFile(field)) return [];
    const image = field.kind === 'image' || field.kind === 'images';
    const paths: unknown[] = Array.isArray(value) ? value : [value];
    return paths.flatMap(path =>
      typeof path === 'string' ? [{ name, path, image, personal: isPersonalFile(field) }] : [],
    );
  });
}

/**
 * Reports whether the actor may put a file into a field: their own upload, a public file, or a file of a row within
 * reach.
 */
async function mayHold(
  engine: Engine,
  db: Db,
  actor: Actor,
  { personal }: Held,
  file: StoredFile,
): Promise<boolean> {
  if (actor.elevated) return true;
  if (file.usage === usage.export) return false;
  // A personal picture in a public field would become public.
  if (!personal && file.audience === audience.rows) return false;
  if (isPublic(file) || isOwnFile(file, actor) || actor.admin) return true;
  return personal && isHeldWithinReach(engine, db, actor, file.path);
}

/**
 * Fields of a row about to be saved with an invalid path: one nobody uploaded or the actor may not read, a non-image in
 * an image field, or a personal picture in a public field. Marks accepted workbook files as kept, and sets the readers
 * of pictures to those of the field.
 */
export async function fileIssues(
  engine: Engine,
  db: Db,
  dataset: AnyDataset,
  actor: Actor,
  values: Readonly<RowValues>,
): Promise<Issue[]> {
  const paths = pathsOf(dataset, values);
  if (paths.length === 0) return [];
  const known = await sql<StoredFile & Pick<UploadFile, 'mime'>>`
    select ${storedColumns}, mime from t_upload_file where path = any(${paths.map(({ path }) => path)})`.execute(
    db,
  );
  const files = new Map(known.rows.map(file => [file.path, file]));
  const wrong = new Set<string>();
  for (const held of paths) {
    const file = files.get(held.path);
    const fits = file !== undefined && (!held.image || file.mime.startsWith('image/'));
    if (!fits || !(await mayHold(engine, db, actor, held, file))) wrong.add(held.name);
  }
  if (wrong.size > 0) return [...wrong].map(name => issue(name, 'badFile'));
  const passing = known.rows.filter(file => file.usage === usage.workbook).map(({ path }) => path);
  if (passing.length > 0) {
    await sql`update t_upload_file set usage = ${usage.kept} where path = any(${passing})`.execute(db);
  }
  await tellReaders(db, actor, paths, files);
  return [];
}

/** Index and field of the rows that hold the path of a removed file. */
export async function lostFiles(
  db: Db,
  dataset: AnyDataset,
  rows: readonly Readonly<RowValues>[],
): Promise<[at: number, name: string][]> {
  const held = rows.flatMap((row, at) => pathsOf(dataset, row).map(({ name, path }) => ({ at, name, path })));
  if (held.length === 0) return [];
  const paths = [...new Set(held.map(({ path }) => path))];
  const known = await sql<Pick<UploadFile, 'path'>>`
    select path from t_upload_file where path = any(${paths})`.execute(db);
  const there = new Set(known.rows.map(({ path }) => path));
  return held.filter(({ path }) => !there.has(path)).map(({ at, name }) => [at, name]);
}

/** Records the new readers of the pictures; only its sender can make a public picture personal. */
async function tellReaders(
  db: Db,
  actor: Actor,
  paths: readonly Held[],
  files: ReadonlyMap<string, StoredFile>,
): Promise<void> {
  for (const personal of [true, false]) {
    const to = personal ? audience.rows : audience.everybody;
    const changing = paths.flatMap(held => {
      const file = files.get(held.path);
      if (!file || held.personal !== personal || file.audience === to) return [];
      const others = file.audience === audience.everybody && file.userId !== actor.userId && !actor.elevated;
      return others ? [] : [held.path];
    });
    if (changing.length > 0) {
      await sql`update t_upload_file set audience = ${to} where path = any(${changing})`.execute(db);
    }
  }
}
