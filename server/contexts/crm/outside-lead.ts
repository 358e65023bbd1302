import { followType, leadStatus } from '@yikao/model/contexts/crm/crm.codes.ts';
import { leadSteps } from '@yikao/model/contexts/crm/lead.machine.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import type { DraftOf } from '@yikao/model/kernel/dataset.ts';
import { foldText } from '@yikao/model/rules/compare-text.ts';
import { dataYear, shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { elevated } from '../../engine/scope/actor.ts';
import { takeStep } from '../../engine/steps/take-step.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Tx } from '../../engine/table/sql.ts';
import { openChange } from '../../engine/write/change.ts';
import { insertRows, updateLocked } from '../../engine/write/internal-write.ts';
import { type LockedRow, lockRows } from '../../engine/write/lock-rows.ts';
import { hasNumber } from '../shared/lead-numbers.ts';

/** States of a lead that somebody follows. */
const inHand: readonly number[] = [leadStatus.is.assigned, leadStatus.is.following, leadStatus.is.interested];

const { lead, leadFollow, source } = registry;

/** The code of {@link followType} for what a person wrote on a public page. */
const onlineRequest = followType.is.online;

/** Somebody who asks for advice without an account; the number is proven to be the person's own. */
export interface OutsideLead {
  readonly mobile: string;
  readonly name: string;
  /** Code of the source, as the product ships it, and the name under which it is added again if it is gone. */
  readonly source: { readonly code: string; readonly name: string; readonly type: number };
  /** The person's request, in own words. */
  readonly words: string;
  /** The channel by which the person came, with the partner to whom it belongs; undefined for none. */
  readonly channel?: { readonly channelId: number; readonly partnersId: number | null } | undefined;
}

/** The source with that code or name; added if people have deleted it. */
async function sourceOf(
  engine: Engine,
  db: Tx,
  { code, name, type }: OutsideLead['source'],
): Promise<number> {
  const found = await sql<Columns<typeof source, 'sourceId'>>`
    select source_id from t_source where (source_code = ${code} or yikao_fold(source_name) = ${foldText(name)})
      and not deleted
    order by source_code = ${code} desc, source_id limit 1`.execute(db);
  const [row] = found.rows;
  if (row) return row.sourceId;
  const added = { sourceName: name, sourceCode: code, sourceType: type as 5 };
  const [sourceId = 0] = await insertRows(engine, db, source, [added], { by: elevated() });
  return sourceId;
}

/**
 * The changes that a further request makes to a lead: another source, a name and a channel if there was none, and an
 * appointment for now.
 */
function joined(
  row: LockedRow<typeof lead>,
  asked: OutsideLead,
  sourceId: number,
  now: string,
): DraftOf<typeof lead> {
  const others = row.otherSourceIds ?? [];
  const followed = inHand.includes(row.leadStatus);
  return {
    ...(row.sourceId !== sourceId && !others.includes(sourceId) && { otherSourceIds: [...others, sourceId] }),
    ...(!row.studentName && { studentName: asked.name }),
    ...(row.channelId === null && asked.channel && { channelId: asked.channel.channelId }),
    ...(followed && (row.nextFollowTime === null || row.nextFollowTime > now) && { nextFollowTime: now }),
  };
}

/**
 * Makes somebody from outside a lead of the partner whose channel led here, else of the house, or joins the lead that
 * those have of that number and year, in the caller's transaction (domain M1, A11). A lead keeps its first channel. What
 * another partner holds stays as it is: a request to a manager follows from the new lead as from any other (0.7, 14). An invalid lead whose person asks again is opened again. The words are kept among
 * the conversations.
 */
export async function takeInOutsideLead(engine: Engine, db: Tx, asked: OutsideLead): Promise<void> {
  const { mobile, name, words } = asked;
  const by = elevated();
  const now = engine.clock.now();
  const year = dataYear(now);
  const { channelId = null, partnersId = null } = asked.channel ?? {};
  // Two requests of one number at once: the second joins the lead of the first.
  await sql`select pg_advisory_xact_lock(hashtext(${`outsideLead ${mobile}`}))`.execute(db);
  const sourceId = await sourceOf(engine, db, asked.source);
  const found = await sql<Columns<typeof lead, 'leadId' | 'leadStatus'>>`
    select lead_id, lead_status from t_lead
    where ${hasNumber('t_lead', sql`${mobile}::text`)} and data_year = ${year}
      and partners_id is not distinct from ${partnersId}::bigint and not deleted
    order by mobile = ${mobile} desc, lead_id limit 1`.execute(db);
  let leadId = found.rows[0]?.leadId;
  if (leadId === undefined) {
    const row = { mobile, studentName: name, dataYear: year, sourceId, channelId, partnersId };
    [leadId = 0] = await insertRows(engine, db, lead, [row], { by });
  } else {
    const change = await openChange(engine, db, lead, { actor: by, now });
    const rows = await lockRows(engine, db, lead, [leadId], by);
    const updates = rows.map(row => ({ row, values: joined(row, asked, sourceId, shanghaiTime(now)) }));
    await updateLocked(engine, db, lead, updates, { by, change });
    if (rows[0]?.leadStatus === leadStatus.is.invalid) {
      const step = { kind: 'step', actor: by, cause: 'website.consult' } as const;
      await takeStep(engine, leadSteps, 'reopen', { keys: leadId, by: step, within: db });
    }
  }
  await insertRows(engine, db, leadFollow, [{ leadId, followType: onlineRequest, content: words }], { by });
}
