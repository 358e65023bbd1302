import type { StandingMerge } from '@yikao/model/contexts/crm/lead-merge.calls.ts';
import { mergeUndoDays } from '@yikao/model/contexts/crm/rules/merge-leads.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { failure } from '@yikao/model/errors.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import type { Changes } from '../../../engine/history/history.ts';
import { findRow } from '../../../engine/read/info.ts';
import { shownPerson, staffNames } from '../../../engine/read/staff-names.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db, Tx } from '../../../engine/table/sql.ts';
import type { LeadOrder, MovedRows } from './moved-rows.ts';

const dayMs = 86_400_000;

/** A lead that was merged into another one. */
export interface OtherLead {
  readonly leadId: number;
  /** Its version in the trash: with another one it has been restored since. */
  readonly version: number;
  /** Code of its state before. */
  readonly leadStatus: number;
  /** The amount for which it was sold before. */
  readonly orderAmount: string | null;
}

/** A merge as the table keeps it, with all that an undo needs. */
export interface LeadMerge {
  readonly mergeId: number;
  /** The lead that stays. */
  readonly leadId: number;
  /** The values that a merge sets, before and after it, changed or not. */
  readonly changes: Changes;
  readonly others: readonly OtherLead[];
  readonly moved: readonly MovedRows[];
  readonly orders: readonly LeadOrder[];
  readonly createTime: Date;
  readonly undoTime: Date | null;
}

/** Keeps what an undo of a merge needs; returns its number. */
export async function keepMerge(
  db: Db,
  { leadId, changes, others, moved, orders }: Omit<LeadMerge, 'mergeId' | 'createTime' | 'undoTime'>,
  { actor, now }: { readonly actor: Actor; readonly now: Date },
): Promise<number> {
  const made = await sql<Pick<LeadMerge, 'mergeId'>>`
    insert into t_lead_merge (lead_id, changes, others, moved, orders, create_by, create_time)
    values (${leadId}, ${JSON.stringify(changes)}::jsonb, ${JSON.stringify(others)}::jsonb,
      ${JSON.stringify(moved)}::jsonb, ${JSON.stringify(orders)}::jsonb, ${actor.userId}, ${now}::timestamptz)
    returning merge_id`.execute(db);
  const [row] = made.rows;
  if (!row) throw new Error('The merge was not kept');
  return row.mergeId;
}

/** Reads and locks a merge; undefined if there is none of that number. */
export async function lockMerge(db: Tx, mergeId: number): Promise<LeadMerge | undefined> {
  const found = await sql<LeadMerge>`
    select merge_id, lead_id, changes, others, moved, orders, create_time, undo_time from t_lead_merge
    where merge_id = ${mergeId} for update`.execute(db);
  return found.rows[0];
}

/** Notes that a merge was undone. */
export async function endMerge(db: Db, mergeId: number, actor: Actor, now: Date): Promise<void> {
  await sql`
    update t_lead_merge set undo_time = ${now}::timestamptz, undo_by = ${actor.userId}
    where merge_id = ${mergeId}`.execute(db);
}

/** The time before which merges can no longer be undone. */
export function undoableSince(now: Date): Date {
  return new Date(now.getTime() - mergeUndoDays * dayMs);
}

/** The names of leads, in the trash or not, by key. */
export async function leadNames(db: Db, leadIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const found = await sql<Columns<typeof registry.lead, 'leadId' | 'leadName'>>`
    select lead_id, lead_name from t_lead where lead_id = any(${[...leadIds]}::bigint[])`.execute(db);
  return new Map(found.rows.map(({ leadId, leadName }) => [leadId, leadName ?? String(leadId)]));
}

/** `GET …/merge/standing`: the merges of a lead that can be undone, latest first. Throws `notFound`. */
export async function standingMerges(engine: Engine, actor: Actor, leadId: number): Promise<StandingMerge[]> {
  const { db } = engine;
  if (!(await findRow(engine, db, registry.lead, actor, leadId))) throw failure('notFound');
  const found = await sql<Pick<LeadMerge, 'mergeId' | 'others' | 'createTime'> & { createBy: number | null }>`
    select merge_id, others, create_time, create_by from t_lead_merge
    where lead_id = ${leadId} and undo_time is null and create_time > ${undoableSince(engine.clock.now())}::timestamptz
    order by merge_id desc`.execute(db);
  const names = await leadNames(
    db,
    found.rows.flatMap(({ others }) => others.map(other => other.leadId)),
  );
  const staff = await staffNames(
    db,
    found.rows.map(({ createBy }) => createBy),
    actor,
  );
  return found.rows.map(({ mergeId, others, createTime, createBy }) => ({
    mergeId,
    names: others.map(other => names.get(other.leadId) ?? String(other.leadId)),
    time: shanghaiTime(createTime),
    personName: shownPerson({ userId: createBy, userName: null }, staff, actor).personName,
    until: shanghaiTime(new Date(createTime.getTime() + mergeUndoDays * dayMs)),
  }));
}
