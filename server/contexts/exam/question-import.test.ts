import { tmpdir } from 'node:os';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { readPaper } from '@yikao/model/contexts/exam/rules/paper/read-paper.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findJob } from '../../engine/jobs/lifecycle/job.ts';
import { work } from '../../engine/jobs/work.ts';
import { silentLogger } from '../../platform/logger.ts';
import { uploadCsv } from '../../testing/csv-upload.ts';
import { createStarterReader } from '../people/auth/job-starter.ts';
import { type ExamWorld, openExamWorld } from './testing/exam-world.ts';

const { question } = registry;

const jobs: number[] = [];
let world: ExamWorld;
beforeAll(async () => {
  world = await openExamWorld({ enqueue: async id => void jobs.push(id) });
});
afterAll(() => world.close());

/** Imports lines below their heads; returns the job with its errors. */
async function imported(lines: readonly string[], more: object = {}) {
  const { engine } = world.it;
  const { userId } = await world.it.login('admin');
  const started = await world.call('POST', `${question.path}/import`, {
    ...{ tableId: question.tableId, importBatch: '题库', originName: 'a.csv', again: true, ...more },
    filePath: await uploadCsv(engine, userId, lines),
  });
  expect(started.status, started.message).toBe(200);
  const currentActor = createStarterReader(engine.clock);
  for (const id of jobs.splice(0))
    await work({ engine, logger: silentLogger(), workFolder: tmpdir(), currentActor }, id);
  const job = await findJob(engine.db, started.data.id);
  const { data } = await world.call('GET', `/api/base/log/info?id=${started.data.id}`);
  return { job, errors: data.errors as readonly { row: number; column: string; message: string }[] };
}

const head = '考试,科目,题型,题干,A,B,C,D,正确答案,分值,难度';

describe('a sheet of questions', () => {
  test('with options in the columns A to F comes in, each answer in its one form', async () => {
    const { examName, subjectId } = await named();
    const { job, errors } = await imported([
      head,
      `${examName},乐理,单选,大调式的第三级是,大三度,小三度,,,Ａ,5,易`,
      `${examName},乐理,多选,属于木管的有,长笛,小号,单簧管,,"c，a",5,中`,
      `${examName},乐理,判断,小提琴有四根弦,,,,,√,5,易`,
      `${examName},乐理,填空,二胡有____根弦,,,,,两|二 | 2,5,难`,
      `${examName},乐理,简答,简述赋格,,,,,,10,难`,
    ]);
    expect(errors).toEqual([]);
    expect(job).toMatchObject({ status: 'success', insertNum: 5 });
    const found = await sql<{ title: string; answer: string | null }>`
      select title, answer from t_question where subject_id = ${subjectId} and import_batch is not null
      order by question_id`.execute(world.it.engine.db);
    expect(found.rows.map(({ answer }) => answer)).toEqual(['A', 'AC', 'T', '两|二|2', null]);
  });

  test('says of each row what is wrong with it, and takes in the others', async () => {
    const { examName, other } = await named();
    const { job, errors } = await imported([
      head,
      `${examName},乐理,单选,没有答案,甲,乙,,,,5,易`,
      `${examName},乐理,单选,选项不在,甲,乙,,,D,5,易`,
      `${examName},乐理,单选,两个答案,甲,乙,,,AB,5,易`,
      `${examName},乐理,单选,分值太高,甲,乙,,,A,101,易`,
      `${examName},乐理,判断,也许,,,,,也许,5,易`,
      `${examName},没有的科目,判断,科目不在,,,,,对,5,易`,
      `${other},美术史,判断,科目在别的考试,,,,,对,5,易`,
      `${examName},乐理,判断,一样的题,,,,,对,5,易`,
      `${examName},乐理,判断,　一样 的题,,,,,错,5,易`,
      `${examName},乐理,判断,好题,,,,,对,5,易`,
    ]);
    expect(job).toMatchObject({ insertNum: 2 });
    expect([...new Set(errors.map(({ row }) => row))]).toEqual([2, 3, 4, 5, 6, 7, 8, 10]);
    const messageOf = (row: number) => errors.find(one => one.row === row)?.message;
    expect(messageOf(3)).toContain('选项 D 不存在');
    expect(messageOf(5)).toContain('满分');
  });

  test('of the same look again changes the question and adds none', async () => {
    const { examName, subjectId } = await named();
    const row = (title: string, score: number) => `${examName},乐理,判断,${title},,,,,对,${score},易`;
    await imported([head, row('古筝是弹拨乐器', 5)]);
    const { job } = await imported([head, row('古 筝是弹拨乐器', 6)]);
    expect(job).toMatchObject({ insertNum: 0, updateNum: 1 });
    const found = await sql<{ score: string }>`
      select score from t_question where subject_id = ${subjectId} and import_batch is not null`.execute(
      world.it.engine.db,
    );
    expect(found.rows).toEqual([{ score: '6.00' }]);
  });
});

test('numbered questions of a plain text are questions that the bank takes', async () => {
  const { examId, subjectId } = await world.exam();
  const { questions } = readPaper(`一、单选题
1. 琵琶有几根弦
A. 三 B. 四
答案：B
二、判断题
2、笛子是吹管乐器
答案：对`);
  expect(questions).toHaveLength(2);
  for (const { row, checks } of questions) {
    expect(checks).toEqual([]);
    const { pictures: _, ...values } = row;
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
    const added = await world.call('POST', question.path, { examId, subjectId, score: 5, ...given });
    expect(added.status, JSON.stringify(added.data)).toBe(200);
  }
});

/** A new exam and the name of a second one, whose subject has another name. */
async function named() {
  const [exam, second] = [await world.exam(), await world.exam({ subject: { subjectName: '美术' } })];
  const nameOf = async (examId: number) =>
    (await world.call('GET', `/api/exam/exam/info?examId=${examId}`)).data.examName as string;
  return { ...exam, examName: await nameOf(exam.examId), other: await nameOf(second.examId) };
}
