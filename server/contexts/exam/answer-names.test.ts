import { readAuditFacts } from '@yikao/model/calls/audit-facts.ts';
import { auditSentence } from '@yikao/model/contexts/audit-sentence.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { nameOfRow } from '@yikao/model/rules/names/row-name.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { roles } from '../../seeds/data/roles.ts';
import { type ExamWorld, openExamWorld } from './testing/exam-world.ts';

const nameCode = 'exam:answer:name';
const studentName = '考生欧阳某某';

let world: ExamWorld;
/** People by what they may do: exams without names, exams with names, marking alone. */
const people = { office: '', reader: '', marker: '' };
const facts = { examId: 0, subjectId: 0, applyId: 0, answerId: 0 };

beforeAll(async () => {
  world = await openExamWorld();
  people.office = (await world.account('office', await codesOf('exam'))).token;
  people.reader = (await world.account('reader', ['exam:answer:list', 'exam:answer:export', nameCode])).token;
  const marker = await world.account('marker', ['exam:answer:mark']);
  people.marker = marker.token;
  const exam = await world.exam({ subject: { markerIds: [marker.userId] } });
  const { applyId } = await world.pupil(exam, { studentName });
  await world.begin();
  await world.app('start', { applyId });
  const at = world.it.engine.clock.now().getTime();
  const value = { applyId, questionId: exam.questions[5], seq: 1, value: '呈示部、展开部和再现部', at };
  await world.app('answer', { answers: [value] });
  await world.app('submit', { applyId });
  const list = await world.call('GET', `/api/exam/answer/list?examId=${exam.examId}`);
  const { answerId } = list.data.records[0];
  Object.assign(facts, { examId: exam.examId, subjectId: exam.subjectId, applyId, answerId });
}, 120_000);
afterAll(() => world.close());

/** The permission codes of a role that comes with the product, as they are stored. */
async function codesOf(roleCode: string): Promise<string[]> {
  const found = await sql<{ code: string }>`
    select p.perm_code as code from t_role as r join t_role_perm as rp on rp.role_id = r.role_id
      join t_perm as p on p.perm_id = rp.perm_id and p.perm_code is not null
    where r.role_code = ${roleCode}`.execute(world.it.engine.db);
  return found.rows.map(({ code }) => code);
}

const answers = (query: string, token: string) =>
  world.call('GET', `/api/exam/answer/${query}`, undefined, token);

test('who holds the code sees whose answers they are, and finds the answers of a candidate', async () => {
  const { data } = await answers(`list?applyId=${facts.applyId}`, people.reader);
  expect(data.records).toMatchObject([{ applyId: facts.applyId, applyName: studentName }]);
});

test('people who run exams and mark see answers by subject, question and number, without whose they are', async () => {
  const list = await answers(`list?examId=${facts.examId}`, people.office);
  expect(list.data.records).toMatchObject([
    { answerId: facts.answerId, subjectName: '乐理', value: '呈示部、展开部和再现部' },
  ]);
  const details = await answers(`info?answerId=${facts.answerId}`, people.office);
  for (const { data } of [list, details]) {
    expect(JSON.stringify(data)).not.toContain(studentName);
    expect(JSON.stringify(data)).not.toContain('applyId');
  }
  const title = (language: 'zh' | 'en') => nameOfRow(registry.examAnswer, details.data, language);
  expect(title('zh')).toMatch(new RegExp(`^乐理 #\\d+ .+ 答案ID ${facts.answerId}$`));
  expect(title('en')).toMatch(new RegExp(`^乐理 #\\d+ .+ Answer ID ${facts.answerId}$`));
});

test('the answers of one candidate are not asked for by people who do not see whose they are', async () => {
  for (const query of [`list?applyId=${facts.applyId}`, `list?sort=applyId`]) {
    const { status, message } = await answers(query, people.office);
    expect({ status, message }, query).toEqual({
      status: 400,
      message: expect.stringContaining('applyId'),
    });
  }
  const chosen = { tableId: registry.examAnswer.tableId, title: '答卷', fieldNames: ['answerId', 'applyId'] };
  expect((await world.call('POST', '/api/exam/answer/export', chosen, people.office)).status).toBe(400);
});

test('who runs exams keeps the names of applications, sittings and results by the rights to these', async () => {
  for (const path of ['apply', 'sitting']) {
    const { data } = await world.call('GET', `/api/exam/${path}/list?size=50`, undefined, people.office);
    expect(JSON.stringify(data.records), path).toContain(studentName);
  }
  const { examId } = facts;
  const results = await world.call(
    'GET',
    `/api/exam/exam/changes?examId=${examId}`,
    undefined,
    people.office,
  );
  expect(results.status, results.message).toBe(200);
  expect((await answers(`list?examId=${examId}`, people.marker)).status).toBe(403);
});

test('of the roles that come with the product only the one with every right sees whose answers they are', async () => {
  const found = await sql<{ roleCode: string }>`
    select r.role_code from t_role as r join t_role_perm as rp on rp.role_id = r.role_id
      join t_perm as p on p.perm_id = rp.perm_id
    where p.perm_code = ${nameCode} and r.role_code = any(${roles.map(({ roleCode }) => roleCode)}::varchar[])`.execute(
    world.it.engine.db,
  );
  expect(found.rows).toEqual([{ roleCode: 'super' }]);
  expect(await codesOf('exam')).toEqual(expect.arrayContaining(['exam:answer:list', 'exam:answer:mark']));
  expect(await codesOf('teacher')).toContain('exam:answer:mark');
});

test('the audit log names an answer without whose it is', async () => {
  const { subjectId, answerId } = facts;
  const next = await world.call('POST', '/api/exam/answer/next', { subjectId }, people.marker);
  expect(next.data.answerId).toBe(answerId);
  const mark = { answerId, score: '12' };
  expect((await world.call('PUT', '/api/exam/answer/mark', mark, people.marker)).status).toBe(200);
  const line = async () => {
    const { data } = await world.call('GET', '/api/admin/audit/list?size=50&module=examAnswer');
    return data.records.find(({ content }: { content: string }) => content.includes('/mark'));
  };
  await expect.poll(line, { timeout: 10_000 }).toBeDefined();
  const { content, facts: stored } = await line();
  const sentence = auditSentence(content, readAuditFacts(stored), 'zh');
  expect(sentence).toContain(`答案ID ${answerId}`);
  expect(JSON.stringify([content, stored])).not.toContain(studentName);
});
