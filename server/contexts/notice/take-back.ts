import type { registry } from '@yikao/model/contexts/datasets.ts';
import type { NoticeEventCode } from '@yikao/model/contexts/notice/notice.codes.ts';
import { outboxStatus } from '@yikao/model/contexts/system/outbox.codes.ts';
import { outboxSteps } from '@yikao/model/contexts/system/outbox.machine.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { tryStep } from '../../engine/steps/take-step.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Tx } from '../../engine/table/sql.ts';
import type { PeopleQuery } from './people.ts';

const outboxIs = codesOf(outboxStatus);

/** Messages that are taken back by one statement. */
const chunk = 1_000;

/**
 * Takes back what was sent about an event of a row and nobody has seen: texts that wait, messages that are unread, pushes
 * that are not made yet. Returns `person` of those who were reached already.
 */
export async function takeBack(
  engine: Engine,
  db: Tx,
  event: NoticeEventCode,
  { rowId, people, cause }: { readonly rowId: number; readonly people: PeopleQuery; readonly cause: string },
): Promise<readonly string[]> {
  const posted = await sql<Columns<typeof registry.outbox, 'subject'> & { id: number; waits: boolean }>`
    select distinct on (o.subject) o.outbox_id as id, o.subject,
      o.outbox_status in (${outboxIs.waiting}, ${outboxIs.failed}) as waits
    from t_outbox as o join (${people}) as p on p.person = o.subject
    where o.topic in ('sms', 'noticeText') and o.content ->> 'event' = ${event} and not o.deleted
    order by o.subject, o.outbox_id desc`.execute(db);
  const waiting = posted.rows.flatMap(({ id, waits }) => (waits ? [Number(id)] : []));
  for (let at = 0; at < waiting.length; at += chunk) {
    const keys = waiting.slice(at, at + chunk);
    await tryStep(engine, outboxSteps, 'drop', { keys, by: { kind: 'step', cause }, within: db });
  }
  await sql`
    update t_message set deleted = true
    where event = ${event} and row_id = ${rowId} and read_flag = 0 and not deleted`.execute(db);
  await sql`
    update t_notice set consumer_ids = null
    where event = ${event} and row_id = ${rowId} and task_id is null and consumer_ids is not null`.execute(
    db,
  );
  const read = await sql<{ person: string }>`
    select p.person from (${people}) as p
    where p.account_id in (select m.user_id from t_message as m
      where m.event = ${event} and m.row_id = ${rowId} and m.read_flag = 1 and not m.deleted)`.execute(db);
  const texted = posted.rows.flatMap(({ subject, waits }) => (waits ? [] : [subject]));
  return [...new Set([...texted, ...read.rows.map(({ person }) => person)])];
}
