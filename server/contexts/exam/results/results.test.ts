import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Exam, type ExamWorld, openExamWorld, type Pupil } from '../testing/exam-world.ts';

let world: ExamWorld;
/** Exams that are over and judged, each with three candidates who answered the choice with B, whose key is A. */
let exams: { readonly exam: Exam; readonly pupils: readonly Pupil[] }[];
beforeAll(async () => {
  world = await openExamWorld();
  exams = [];
  for (let n = 0; n < 6; n++) {
    const exam = await world.exam({ subject: { fullScore: 100 } });
    exams.push({ exam, pupils: [await world.pupil(exam), await world.pupil(exam), await world.pupil(exam)] });
  }
  await world.begin();
  for (const { exam, pupils } of exams)
    for (const { applyId } of pupils) {
      await world.app('start', { applyId });
      expect(await say(applyId, exam.questions[1], 'B')).toBe('saved');
      await world.app('submit', { applyId });
    }
  world.it.pass({ minutes: 150 });
  await world.tick();
  for (const { exam } of exams) expect((await step(exam, 'judge', { line: 10 })).status).toBe(200);
});
afterAll(() => world.close());

const takeExam = () => {
  const taken = exams.pop();
  if (!taken) throw new Error('No exam is left');
  return taken;
};
const say = async (applyId: number, questionId: number, value: string) => {
  const at = world.it.engine.clock.now().getTime();
  const { data } = await world.app('answer', { answers: [{ applyId, questionId, seq: 1, value, at }] });
  return data.outcomes[0].outcome;
};
const step = ({ examId }: Exam, name: string, body: object = {}) =>
  world.call('PUT', `/api/exam/exam/${name}`, { examId, ...body });
const putKey = async (questionId: number, answer: string) => {
  const { data } = await world.call('GET', `${registry.question.path}/info?questionId=${questionId}`);
  return world.call('PUT', registry.question.path, { questionId, version: data.version, answer });
};
const resultsOf = async (exam: Exam) => {
  const { data } = await world.call('GET', `/api/exam/apply/list?examId=${exam.examId}&size=50`);
  return data.records.map((row: { score: number; resultFlag: number }) => [row.score, row.resultFlag]);
};
const examRow = async ({ examId }: Exam) =>
  (await world.call('GET', `/api/exam/exam/info?examId=${examId}`)).data;
const changesOf = async ({ examId }: Exam) =>
  (await world.call('GET', `/api/exam/exam/outdated?examId=${examId}`)).data;
const three = <T>(one: T) => [one, one, one];

describe('results', () => {
  test('are open again after a key is put right, and publishing gives the marks of the new key', async () => {
    const { exam, pupils } = takeExam();
    expect(await resultsOf(exam)).toEqual(three([0, 2]));
    expect((await putKey(exam.questions[1], 'B')).status).toBe(200);
    expect(await resultsOf(exam)).toEqual(three([0, 0]));
    const changes = await changesOf(exam);
    expect(changes).toMatchObject({ published: false, total: 3 });
    expect(changes.list[0]).toMatchObject({
      before: { score: '0.00' },
      after: { score: '10.00', resultFlag: 1 },
    });
    expect((await step(exam, 'publish')).message).toContain('待定');
    expect((await step(exam, 'judge', { line: 10 })).status).toBe(200);
    expect((await step(exam, 'publish')).status).toBe(200);
    const { data } = await world.app('result', { applyId: pupils[0]?.applyId });
    expect(data).toMatchObject({ published: true, score: '10.00', resultFlag: 1 });
  });

  test('that are published stay, are marked as outdated, and staff are told; published again, all hold', async () => {
    const { exam, pupils } = takeExam();
    expect((await step(exam, 'publish')).status).toBe(200);
    expect(await examRow(exam)).toMatchObject({ examState: 5, outdatedNum: 0 });
    expect((await putKey(exam.questions[1], 'B')).status).toBe(200);
    expect(await examRow(exam)).toMatchObject({ examState: 5, outdatedNum: 3 });
    const { data } = await world.app('result', { applyId: pupils[0]?.applyId });
    expect(data).toMatchObject({ score: '0.00', resultFlag: 2, subjects: [{ score: '0.00' }] });
    const told = await sql<{ n: number }>`
      select count(*)::integer as n from t_notice
      where event = 'resultsOutdated' and row_id = ${exam.examId}`.execute(world.it.engine.db);
    expect(told.rows[0]?.n).toBe(1);
    expect(await changesOf(exam)).toMatchObject({
      published: true,
      total: 3,
      list: three({ before: { score: '0.00', resultFlag: 2 }, after: { score: '10.00', resultFlag: 1 } }),
    });
    expect((await step(exam, 'unpublish')).status).toBe(200);
    expect((await step(exam, 'publish')).message).toContain('待定');
    expect((await step(exam, 'judge', { line: 10 })).status).toBe(200);
    expect(await changesOf(exam)).toMatchObject({ published: true, total: 3 });
    expect((await step(exam, 'publish')).status).toBe(200);
    expect(await examRow(exam)).toMatchObject({ examState: 5, outdatedNum: 0 });
    expect(await changesOf(exam)).toMatchObject({ published: true, total: 0, list: [] });
  });

  test('hold again when a key that was changed by mistake is changed back', async () => {
    const { exam } = takeExam();
    expect((await step(exam, 'publish')).status).toBe(200);
    await putKey(exam.questions[1], 'B');
    expect(await examRow(exam)).toMatchObject({ outdatedNum: 3 });
    await putKey(exam.questions[1], 'A');
    expect(await examRow(exam)).toMatchObject({ outdatedNum: 0 });
  });

  test('of a key that changes while they are published are either published with it or outdated', async () => {
    const { exam } = takeExam();
    const [published, put] = await Promise.all([step(exam, 'publish'), putKey(exam.questions[1], 'B')]);
    expect(put.status, put.message).toBe(200);
    const { outdatedNum, examState } = await examRow(exam);
    if (published.status === 200) expect([examState, outdatedNum]).toEqual([5, 3]);
    else expect([examState, await resultsOf(exam)]).toEqual([4, three([0, 0])]);
  });

  test('are not published from an answer that a former key marked, however it came', async () => {
    const { exam, pupils } = takeExam();
    // An answer whose mark was worked out before the key was changed, and stored after it.
    await sql`update t_exam_answer set key_hash = 1, final_score = 10 where apply_id = ${pupils[0]?.applyId}`.execute(
      world.it.engine.db,
    );
    expect((await step(exam, 'publish')).message).toContain('重新判定');
    expect((await step(exam, 'judge', { line: 10 })).status).toBe(200);
    expect((await step(exam, 'publish')).status).toBe(200);
    expect(await resultsOf(exam)).toEqual(three([0, 2]));
  });

  test('are open again after a pass mark changes, and after a late answer is accepted', async () => {
    const { exam, pupils } = takeExam();
    const { data } = await world.call('GET', `/api/exam/subject/info?subjectId=${exam.subjectId}`);
    const put = { subjectId: exam.subjectId, version: data.version, passScore: 60 };
    expect((await world.call('PUT', registry.examSubject.path, put)).status).toBe(200);
    expect(await resultsOf(exam)).toEqual(three([0, 0]));
    expect((await step(exam, 'judge', { line: 0 })).status).toBe(200);
    await sql`
      insert into t_exam_late (apply_id, exam_id, subject_id, question_id, seq, value, at, receive_time, late_reason,
        late_state)
      values (${pupils[0]?.applyId}, ${exam.examId}, ${exam.subjectId}, ${exam.questions[3]}, 1, '对', now(), now(), 2, 0)`.execute(
      world.it.engine.db,
    );
    expect((await step(exam, 'publish')).message).toContain('迟到');
    const late = await world.call('GET', `/api/exam/late/list?examId=${exam.examId}`);
    const accepted = await world.call('PUT', '/api/exam/late/accept', {
      lateId: late.data.records[0].lateId,
    });
    expect(accepted.status, accepted.message).toBe(200);
    const flags = (await resultsOf(exam)).map(([, flag]: number[]) => flag).toSorted();
    expect(flags).toEqual([0, 2, 2]);
    expect((await step(exam, 'publish')).message).toContain('待定');
  });
});
