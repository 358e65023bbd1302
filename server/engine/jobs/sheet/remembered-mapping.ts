import { createHash } from 'node:crypto';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { cellText } from '@yikao/model/kernel/validate/cell.ts';
import { sql } from 'kysely';
import type { Cell } from '../../../excel/index.ts';
import type { Actor } from '../../scope/actor.ts';
import type { Db } from '../../table/sql.ts';
import { storableJson } from '../../write/storable.ts';
import type { GroupWish } from './column-groups.ts';
import { plainHeader } from './column-match.ts';

/** Most headers of one dataset remembered for a person. */
const most = 300;

/**
 * The fields that a person chose for headers that fit no field, by header without its spelling; '' leaves a column
 * out.
 */
export async function rememberedMapping(
  db: Db,
  actor: Actor,
  dataset: AnyDataset,
): Promise<Readonly<Record<string, string>>> {
  const found = await sql<{ mapping: Record<string, string> }>`
    select mapping from t_column_mapping where user_id = ${actor.userId} and dataset = ${dataset.name}`.execute(
    db,
  );
  return found.rows[0]?.mapping ?? {};
}

/** Remembers a person's choices, before earlier choices for other headers. */
export async function rememberMapping(
  db: Db,
  actor: Actor,
  dataset: AnyDataset,
  mapping: Readonly<Record<string, string>>,
): Promise<void> {
  const entries = Object.entries(mapping).map(([header, name]) => [plainHeader(header), name] as const);
  if (entries.length === 0) return;
  const chosen = new Map(entries.filter(([header]) => header !== ''));
  const older = Object.entries(await rememberedMapping(db, actor, dataset)).filter(
    ([header]) => !chosen.has(header),
  );
  const kept = Object.fromEntries([...chosen, ...older].slice(0, most));
  await sql`
    insert into t_column_mapping (user_id, dataset, mapping)
    values (${actor.userId}, ${dataset.name}, ${storableJson(kept)}::jsonb)
    on conflict (user_id, dataset) do update set mapping = excluded.mapping, update_time = now()`.execute(db);
}

/** The layout of files with one shape, as chosen by a person. */
export interface RememberedLayout {
  readonly asked: Readonly<Record<string, string | number>>;
  readonly groups: GroupWish;
}

/** Most file shapes of one dataset remembered for a person. */
const mostShapes = 50;

/** Identifies the shape of files with these headers; a layout chosen for one is suggested for the next. */
export function shapeOf(headers: readonly Cell[]): string {
  const names = headers.map(header => plainHeader(cellText(header))).filter(name => name !== '');
  return createHash('sha256').update(JSON.stringify(names.toSorted())).digest('hex').slice(0, 16);
}

/** The person's last layout for files of this shape. */
export async function rememberedLayout(
  db: Db,
  actor: Actor,
  dataset: AnyDataset,
  shape: string,
): Promise<RememberedLayout> {
  const { asked = {}, groups = {} } = (await layoutsOf(db, actor, dataset))[shape] ?? {};
  return { asked, groups };
}

/** Remembers a person's layout for files of this shape, before those of others. */
export async function rememberLayout(
  db: Db,
  actor: Actor,
  dataset: AnyDataset,
  shape: string,
  layout: RememberedLayout,
): Promise<void> {
  if (Object.keys(layout.asked).length + Object.keys(layout.groups).length === 0) return;
  const older = Object.entries(await layoutsOf(db, actor, dataset)).filter(([other]) => other !== shape);
  const kept = Object.fromEntries([[shape, layout] as const, ...older].slice(0, mostShapes));
  await sql`
    insert into t_column_mapping (user_id, dataset, mapping, layouts)
    values (${actor.userId}, ${dataset.name}, '{}', ${storableJson(kept)}::jsonb)
    on conflict (user_id, dataset) do update set layouts = excluded.layouts, update_time = now()`.execute(db);
}

async function layoutsOf(
  db: Db,
  actor: Actor,
  dataset: AnyDataset,
): Promise<Readonly<Record<string, Partial<RememberedLayout>>>> {
  const found = await sql<{ layouts: Record<string, Partial<RememberedLayout>> }>`
    select layouts from t_column_mapping where user_id = ${actor.userId} and dataset = ${dataset.name}`.execute(
    db,
  );
  return found.rows[0]?.layouts ?? {};
}

/** Forgets a person's choice for one header, or for all headers of a dataset. */
export async function forgetMapping(
  db: Db,
  actor: Actor,
  dataset: AnyDataset,
  header: string | undefined,
): Promise<void> {
  await (header === undefined
    ? sql`delete from t_column_mapping where user_id = ${actor.userId} and dataset = ${dataset.name}`
    : sql`update t_column_mapping set mapping = mapping - ${plainHeader(header)}::text, update_time = now()
        where user_id = ${actor.userId} and dataset = ${dataset.name}`
  ).execute(db);
}
