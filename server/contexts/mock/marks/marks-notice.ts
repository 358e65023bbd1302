import type { registry } from '@yikao/model/contexts/datasets.ts';
import { outboxSteps } from '@yikao/model/contexts/system/outbox.machine.ts';
import type { SmsTopic } from '@yikao/model/contexts/system/sms.codes.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { postMessagesOf } from '../../../engine/outbox/post.ts';
import { tryStep } from '../../../engine/steps/take-step.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db } from '../../../engine/table/sql.ts';

/** Messages that are taken back by one statement. */
const chunk = 1_000;

/**
 * The recipients of an exam's notice: its registered candidates, and the agencies that sent some, if they have a mobile
 * number. Columns: `subject` of this exam's messages to the person in the outbox, `name`, `mobile`, `agent_id`.
 */
function readersOf(examId: number): RawBuilder<unknown> {
  return sql`
    select 'mockStudent:' || s.student_id as subject, s.student_name as name, s.mobile, s.agent_id
    from t_mock_student as s where s.exam_id = ${examId} and s.reg_status = 1 and not s.deleted
    union all
    select 'examAgent:' || p.id, a.contact, a.phone, a.agent_id
    from t_exam_agent as p join t_agent as a on a.agent_id = p.agent_id and not a.deleted
    where p.exam_id = ${examId} and not p.deleted and a.phone ~ '^1[3-9][0-9]{9}$'
      and a.agent_id in (select own.agent_id from t_mock_student as own
        where own.exam_id = ${examId} and own.reg_status = 1 and not own.deleted)`;
}

/** Posts a text message to each of these people. Returns the number. */
async function post(
  engine: Engine,
  db: Db,
  examId: number,
  topic: SmsTopic,
  readers: RawBuilder<unknown>,
): Promise<number> {
  return postMessagesOf(
    engine,
    db,
    'sms',
    sql`
      select r.subject, jsonb_build_object('mobile', r.mobile, 'topic', ${topic}::text,
        'values', jsonb_build_object('name', r.name, 'exam', e.exam_name),
        'owner', jsonb_build_object('userId', null, 'partnersId', e.partners_id, 'provinceId', e.province_id,
          'agentId', r.agent_id)) as content
      from (${readers}) as r join t_mock_exam as e on e.exam_id = ${examId}`,
  );
}

/**
 * Posts a text message to every registered candidate, and to every agency that sent some, that an exam's marks are
 * published (domain 3.7); it contains no mark. Returns the number posted: they are sent once the publication commits.
 */
export async function postMarksNotice(engine: Engine, db: Db, examId: number): Promise<number> {
  return post(engine, db, examId, 'marks', readersOf(examId));
}

/**
 * Withdraws the waiting messages of {@link postMarksNotice}. With `tell`, people whose message was already sent, or is
 * being sent, are told that the marks were withdrawn. Returns the number of people told.
 */
export async function withdrawMarksNotice(
  engine: Engine,
  db: Db,
  examId: number,
  tell: boolean,
): Promise<number> {
  const posted = await sql<Columns<typeof registry.outbox, 'subject'> & { id: number; waits: boolean }>`
    select distinct on (o.subject) o.outbox_id as id, o.subject, o.outbox_status in (0, 3) as waits
    from t_outbox as o join (${readersOf(examId)}) as r on r.subject = o.subject
    where o.topic = 'sms' and o.content ->> 'topic' = 'marks' and not o.deleted
    order by o.subject, o.outbox_id desc`.execute(db);
  const waiting = posted.rows.filter(({ waits }) => waits);
  for (let at = 0; at < waiting.length; at += chunk) {
    const keys = waiting.slice(at, at + chunk).map(({ id }) => id);
    await tryStep(engine, outboxSteps, 'drop', {
      keys,
      by: { kind: 'step', cause: 'mockScore.withdraw' },
      within: db,
    });
  }
  const reached = posted.rows.flatMap(({ subject, waits }) => (waits ? [] : [subject]));
  if (!tell || reached.length === 0) return 0;
  const told = sql`select * from (${readersOf(examId)}) as known where known.subject = any(${reached}::text[])`;
  return post(engine, db, examId, 'marksBack', told);
}
