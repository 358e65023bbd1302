import type { registry } from '@yikao/model/contexts/datasets.ts';
import { mockRegStatus } from '@yikao/model/contexts/mock/mock.codes.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db, Tx } from '../../../engine/table/sql.ts';
import type { PeopleQuery } from '../../notice/people.ts';
import { takeBack } from '../../notice/take-back.ts';
import { tell } from '../../notice/tell.ts';
import { candidatesOf } from '../candidates-of.ts';

const mockRegIs = codesOf(mockRegStatus);

/**
 * The people whom the marks of an exam concern: its registered candidates, the agencies that sent some, if they have a
 * mobile number, and the accounts of these agencies.
 */
function readersOf(examId: number): PeopleQuery {
  const sending = sql`select own.agent_id from t_mock_student as own
    where own.exam_id = ${examId} and own.reg_status = ${mockRegIs.registered} and not own.deleted`;
  return sql`
    ${candidatesOf(examId)}
    union all
    select 'examAgent:' || p.id, null, null, a.phone, a.contact, e.partners_id, e.province_id, a.agent_id
    from t_exam_agent as p join t_mock_exam as e using (exam_id) join t_agent as a on a.agent_id = p.agent_id and not a.deleted
    where p.exam_id = ${examId} and not p.deleted and a.phone ~ '^1[3-9][0-9]{9}$' and a.agent_id in (${sending})
    union all
    select 'adminUser:' || u.user_id, u.user_id, null, null, u.nick_name, u.partners_id, u.province_id, u.agent_id
    from t_admin_user as u where u.agent_id in (${sending}) and not u.deleted`;
}

/** Name of an exam, and the version that tells one publication from another. */
async function examOf(db: Db, examId: number) {
  const found = await sql<Columns<typeof registry.mockExam, 'examName'> & { version: number }>`
    select exam_name, version from t_mock_exam where exam_id = ${examId}`.execute(db);
  const [exam] = found.rows;
  if (!exam) throw new Error(`There is no exam ${examId}`);
  return { exam: exam.examName, occasion: `mockExam:${examId}/${exam.version}` };
}

/**
 * Tells every registered candidate, and every agency that sent some, that an exam's marks are published (domain 3.7); no
 * mark is sent. Returns the number of texts: they are sent once the publication commits.
 */
export async function postMarksNotice(engine: Engine, db: Tx, examId: number): Promise<number> {
  const { exam, occasion } = await examOf(db, examId);
  const told = await tell(engine, db, 'marksPublished', {
    occasion,
    people: readersOf(examId),
    values: { exam },
    rowId: examId,
    own: { topic: 'marks', values: { exam } },
  });
  return told.text;
}

/**
 * Takes back what {@link postMarksNotice} sent and nobody has seen. With `say`, people who were reached already learn
 * that the marks were withdrawn. Returns the number of texts.
 */
export async function withdrawMarksNotice(
  engine: Engine,
  db: Tx,
  examId: number,
  say: boolean,
): Promise<number> {
  const people = readersOf(examId);
  const reached = await takeBack(engine, db, 'marksPublished', {
    rowId: examId,
    people,
    cause: 'mockScore.withdraw',
  });
  if (!say || reached.length === 0) return 0;
  const { exam, occasion } = await examOf(db, examId);
  const told = await tell(engine, db, 'marksWithdrawn', {
    occasion,
    people: sql`select * from (${people}) as known where known.person = any(${[...reached]}::text[])`,
    values: { exam },
    rowId: examId,
    own: { topic: 'marksBack', values: { exam } },
  });
  return told.text;
}
