import type { SmsTopic } from '@yikao/model/codes/sms.ts';
import { outboxSteps } from '@yikao/model/machines/outbox.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { postMessages } from '../../engine/outbox/post.ts';
import type { Db } from '../../engine/sql.ts';
import { tryStep } from '../../engine/steps/take-step.ts';

/** Messages of one statement. */
const chunk = 1_000;

/** Somebody who is told of the marks of an exam. */
interface Reader {
  /** Subject of the messages to this person in the outbox; of this exam alone. */
  readonly subject: string;
  readonly name: string;
  readonly mobile: string;
  readonly agentId: number | null;
}

/** The exam that messages tell of, and whose they are. */
interface Told {
  readonly examName: string;
  readonly partnersId: number;
  readonly provinceId: number;
}

/** The registered candidates of an exam, and the agencies that sent some, those of them who have a mobile number. */
async function readersOf(db: Db, examId: number): Promise<readonly Reader[]> {
  const found = await sql<Reader>`
    with people as (
      select student_id, student_name, mobile, agent_id from t_mock_student
      where exam_id = ${examId} and reg_status = 1 and not deleted)
    select 'mockStudent:' || student_id as subject, student_name as name, mobile, agent_id::integer as "agentId" from people
    union all
    select 'examAgent:' || p.id, a.contact, a.phone, a.agent_id::integer
    from t_exam_agent as p join t_agent as a on a.agent_id = p.agent_id and not a.deleted
    where p.exam_id = ${examId} and not p.deleted and a.agent_id in (select agent_id from people)
      and a.phone ~ '^1[3-9][0-9]{9}$'
    order by 1`.execute(db);
  return found.rows;
}

async function post(engine: Engine, db: Db, told: Told, topic: SmsTopic, readers: readonly Reader[]) {
  const { examName, partnersId, provinceId } = told;
  for (let at = 0; at < readers.length; at += chunk) {
    await postMessages(
      engine,
      db,
      readers.slice(at, at + chunk).map(({ subject, name, mobile, agentId }) => ({
        topic: 'sms',
        subject,
        content: {
          ...{ mobile, topic, values: { name, exam: examName } },
          owner: { userId: null, partnersId, provinceId, agentId },
        },
      })),
    );
  }
}

async function toldOf(db: Db, examId: number): Promise<Told | undefined> {
  const found = await sql<Told>`
    select exam_name as "examName", partners_id::integer as "partnersId", province_id::integer as "provinceId"
    from t_mock_exam where exam_id = ${examId}`.execute(db);
  return found.rows[0];
}

/**
 * Posts a text message to every registered candidate, and to every agency that sent some, that the marks of an exam are out
 * (domain 3.7); it holds no mark. Answers how many were posted: they are sent once the publishing commits.
 */
export async function postMarksNotice(engine: Engine, db: Db, examId: number): Promise<number> {
  const told = await toldOf(db, examId);
  if (!told) return 0;
  const readers = await readersOf(db, examId);
  await post(engine, db, told, 'marks', readers);
  return readers.length;
}

/**
 * Takes back the messages of {@link postMarksNotice} that still wait. Whoever has got one, or is just getting it, is told
 * where `tell` says so that the marks were withdrawn. Answers how many are told.
 */
export async function withdrawMarksNotice(
  engine: Engine,
  db: Db,
  examId: number,
  tell: boolean,
): Promise<number> {
  const told = await toldOf(db, examId);
  const readers = await readersOf(db, examId);
  const posted = await sql<{ id: number; subject: string; waits: boolean }>`
    select distinct on (subject) outbox_id::integer as id, subject, outbox_status in (0, 3) as waits from t_outbox
    where topic = 'sms' and subject = any(${readers.map(({ subject }) => subject)}::text[])
      and content ->> 'topic' = 'marks' and not deleted
    order by subject, outbox_id desc`.execute(db);
  const waiting = posted.rows.filter(({ waits }) => waits);
  for (let at = 0; at < waiting.length; at += chunk) {
    const keys = waiting.slice(at, at + chunk).map(({ id }) => id);
    await tryStep(engine, outboxSteps, 'drop', {
      keys,
      by: { kind: 'step', cause: 'mockScore.withdraw' },
      within: db,
    });
  }
  if (!told || !tell) return 0;
  const reached = new Set(posted.rows.flatMap(({ subject, waits }) => (waits ? [] : [subject])));
  const readersTold = readers.filter(({ subject }) => reached.has(subject));
  await post(engine, db, told, 'marksBack', readersTold);
  return readersTold.length;
}
