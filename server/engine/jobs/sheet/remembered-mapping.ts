import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { sql } from 'kysely';
import type { Actor } from '../../actor.ts';
import type { Db } from '../../sql.ts';
import { storableJson } from '../../storable.ts';
import { plainHeader } from './headers.ts';

/** Headers of one dataset that are remembered for a person; who has more has other files than ours. */
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

/** Remembers what a person chose, beside and before what was chosen for other headers. */
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

/** Forgets what a person chose for one header, or for all headers of a dataset. */
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
