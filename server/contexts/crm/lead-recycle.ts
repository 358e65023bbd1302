import { leadStatus } from '@yikao/model/contexts/crm/crm.codes.ts';
import { leadSteps } from '@yikao/model/contexts/crm/lead.machine.ts';
import type { registry } from '@yikao/model/contexts/datasets.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { type SqlBool, sql } from 'kysely';
import { readParameter } from '../../engine/read/parameter.ts';
import { tryStep } from '../../engine/steps/take-step.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Tx } from '../../engine/table/sql.ts';
import { transact } from '../../engine/write/transaction.ts';
import type { ScheduledHandler } from '../shared/scheduled-handler.ts';
import { recycleCause } from './lead.steps.ts';
import { requestTransfers } from './lead-transfers.ts';

const leadIs = codesOf(leadStatus);

const dayMs = 86_400_000;
/** Leads per transaction. */
const chunk = 200;
/** Days the job looks back for numbers that two partners added at the same moment. */
const clashDays = 2;

/** The next open leads without a recent follow-up, locked; leads locked by others are left for the next run. */
async function idle(db: Tx, since: Date): Promise<number[]> {
  const found = await sql<Columns<typeof registry.lead, 'leadId'>>`
    select lead_id from t_lead
    where lead_status in (${leadIs.assigned}, ${leadIs.following}, ${leadIs.interested}) and not deleted
      and greatest(assign_time, last_follow_time) < ${since}::timestamptz
    order by greatest(assign_time, last_follow_time) limit ${chunk} for update skip locked`.execute(db);
  return found.rows.map(row => row.leadId);
}

/**
 * Returns leads to the pool that were neither assigned nor followed up for `crm.recycleDays` (domain 3.8), and asks
 * managers about numbers that two partners added at the same moment (0.7, 14).
 */
export const leadRecycle: ScheduledHandler = async ({ engine, signal }) => {
  const days = await readParameter(engine.db, 'crm.recycleDays');
  const now = engine.clock.now();
  const since = new Date(now.getTime() - days * dayMs);
  let count = 0;
  for (;;) {
    signal.throwIfAborted();
    const taken = await transact(engine.db, async db => {
      const keys = await idle(db, since);
      if (keys.length === 0) return 0;
      const given = { reason: `超过 ${days} 天未跟进` };
      const by = { kind: 'step', cause: recycleCause } as const;
      return (await tryStep(engine, leadSteps, 'recycle', { keys, given, by, within: db })).taken.length;
    });
    count += taken;
    if (taken < chunk) break;
  }
  const recent = new Date(now.getTime() - clashDays * dayMs);
  await transact(engine.db, db =>
    requestTransfers(
      engine,
      db,
      sql<SqlBool>`mine.create_time > ${recent}::timestamptz and mine.lead_id > other.lead_id`,
    ),
  );
  return label(`收回久未跟进的线索 ${count} 条`, `Took ${count} leads back that nobody followed up`);
};
