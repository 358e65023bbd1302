import { leadStatus } from '@yikao/model/contexts/crm/crm.codes.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Tx } from '../../engine/table/sql.ts';
import { transact } from '../../engine/write/transaction.ts';
import { accountWith } from '../notice/people.ts';
import { tell } from '../notice/tell.ts';
import type { ScheduledHandler } from '../shared/scheduled-handler.ts';

const leadIs = codesOf(leadStatus);

/** Days after which nobody is notified of a missed appointment any more, such as after an outage. */
const lateDays = 3;

/** Leads per transaction. */
const chunk = 200;

/** An appointment of an open lead with its salesperson. */
interface Appointment {
  readonly leadId: number;
  readonly saleUserId: number;
  readonly time: Date;
}

/** The occasion of a reminder: another time of the same lead is another one. */
const occasion = sql`'lead:' || l.lead_id || '@' || extract(epoch from l.next_follow_time)::bigint`;

/** The next appointments that are due and had no notice yet, locked; a lead that is being changed waits for the next run. */
async function dueAppointments(db: Tx, now: Date): Promise<readonly Appointment[]> {
  const since = new Date(now.getTime() - lateDays * 86_400_000);
  const found = await sql<Appointment>`
    select l.lead_id, l.sale_user_id, l.next_follow_time as time from t_lead as l
    where l.lead_status in (${leadIs.assigned}, ${leadIs.following}, ${leadIs.interested}) and not l.deleted
      and l.sale_user_id is not null
      and l.next_follow_time > ${since}::timestamptz and l.next_follow_time <= ${now}::timestamptz
      and not exists (select from t_notice as n where n.event = 'followDue' and n.occasion = ${occasion})
    order by l.next_follow_time, l.lead_id limit ${chunk} for update of l skip locked`.execute(db);
  return found.rows;
}

/**
 * Reminds salespeople of the appointments of their open leads at their time, each once. An appointment that was moved
 * gets its notice at the new time; one of a lead that was closed, returned or deleted gets none.
 */
export const followRemind: ScheduledHandler = async ({ engine, signal }) => {
  let count = 0;
  for (;;) {
    signal.throwIfAborted();
    const told = await transact(engine.db, async db => {
      const due = await dueAppointments(db, engine.clock.now());
      for (const { leadId, saleUserId, time } of due) {
        await tell(engine, db, 'followDue', {
          occasion: `lead:${leadId}@${Math.floor(time.getTime() / 1_000)}`,
          people: accountWith(saleUserId),
          values: { count: '1', time: shanghaiTime(time).slice(0, 16) },
          rowId: leadId,
        });
      }
      return due.length;
    });
    count += told;
    if (told < chunk) break;
  }
  return label(`提醒到期的跟进 ${count} 条`, `Reminded of ${count} follow-ups`);
};
