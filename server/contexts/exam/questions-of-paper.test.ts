import { Readable } from 'node:stream';
import { readPaper } from '@yikao/model/contexts/exam/rules/paper/read-paper.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docx, paragraph, picture, run } from './testing/docx.ts';
import { type ExamWorld, openExamWorld } from './testing/exam-world.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let world: ExamWorld;
beforeAll(async () => {
  world = await openExamWorld();
});
afterAll(() => world.close());

const list = async (subjectId: number) =>
  (await world.call('GET', `/api/exam/question/list?subjectId=${subjectId}&size=100`)).data.records as {
    title: string;
    answer: string | null;
    score: number;
    difficulty: number;
  }[];

const truth = (title: string, more: object = {}) => ({
  ...{ questionType: 3, title, answer: 'T', score: '1', ...more },
});

const add = (subjectId: number, questions: readonly object[], token?: string) =>
  world.call('POST', '/api/exam/question/paper', { subjectId, questions }, token);

/** Puts a document into the store as an upload of the administrator; answers its path. */
async function uploaded(content: Buffer): Promise<string> {
  const { files, db } = world.it.engine;
  const { userId } = await world.it.login('admin');
  const key = `test/${crypto.randomUUID()}.xlsx`;
  const stored = await files.put(key, Readable.from([content]), { maxBytes: 30_000_000 });
  await sql`
    insert into t_upload_file (path, origin_name, size, mime, sha256, usage, user_id)
    values (${`/${key}`}, 'a.docx', ${stored.size}, 'application/zip', ${stored.sha256}, 1, ${userId})`.execute(
    db,
  );
  return `/${key}`;
}

const readDocx = async (content: Buffer, token?: string) =>
  world.call('POST', '/api/exam/question/docx', { filePath: await uploaded(content) }, token);

describe('questions of a paper', () => {
  test('of a Word document are added as the preview showed them, with their pictures', async () => {
    const { subjectId } = await world.exam();
    const before = (await list(subjectId)).length;
    const lists = [
      { id: 1, levels: [['decimal', '%1.']] },
      { id: 2, levels: [['upperLetter', '%1.']] },
    ] as const;
    const read = await readDocx(
      await docx(
        [
          paragraph('一、单选题（每题3分）'),
          paragraph(`${run('谱例中的音程是')}${picture(1)}`, { id: 1 }),
          ...['纯五度', '大三度'].map(text => paragraph(text, { id: 2 })),
          paragraph('答案：A'),
        ],
        { lists, pictures: [{ name: 'image1.png', bytes: png }] },
      ),
    );
    expect(read.status, read.message).toBe(200);
    const [{ row } = { row: undefined }] = readPaper(read.data.text).questions;
    const { pictures, ...values } = row ?? { pictures: [] };
    const images = read.data.pictures.map(({ path }: { path: string }) => path);
    expect(pictures).toEqual([1]);
    const { data, message } = await add(subjectId, [{ ...values, images }]);
    expect(data, message).toEqual({ added: 1, problems: [] });
    const rows = await list(subjectId);
    expect(rows).toHaveLength(before + 1);
    expect(rows.find(({ title }) => title === '谱例中的音程是')).toMatchObject({
      answer: 'A',
      score: 3,
      images,
    });
    const served = await world.it.call('GET', `/common/file${images[0]}`, {
      token: (await world.it.login('admin')).token,
    });
    expect(served.status).toBe(200);
  });

  test('a document is read by its sender with the right to add alone, and a bad one says what to do', async () => {
    const reader = await world.account('docreader', ['exam:question:list']);
    const good = await docx([paragraph('1. 一题'), paragraph('答案：对')]);
    expect((await readDocx(good, reader.token)).status).toBe(403);
    const adder = await world.account('docadder', ['exam:question:list', 'exam:question:add']);
    expect((await readDocx(good, adder.token)).status).toBe(400);
    const old = await readDocx(Buffer.from('d0cf11e0a1b11ae1000000000000', 'hex'));
    expect(old.status).toBe(400);
    expect(old.message).toContain('另存为 .docx');
  });

  test('one that cannot be taken keeps all out, and each is told by its place', async () => {
    const { subjectId } = await world.exam();
    const before = (await list(subjectId)).length;
    const choice = { questionType: 1, optionA: '甲', optionB: '乙', score: '2' };
    const { data } = await add(subjectId, [
      { ...choice, title: '好的一题', answer: 'A' },
      { ...choice, title: '没有答案的一题' },
      { ...choice, title: '好 的 一 题', answer: 'B' },
      truth('钢琴有 88 个键'),
      { ...choice, title: '答案不在选项中的一题', answer: 'C' },
      truth('分值太高的一题', { score: '101' }),
      truth('图片是别人的一题', { images: ['/2026/11/0123456789012345678901234567890123456789.png'] }),
    ]);
    expect(data.added).toBe(0);
    expect(data.problems.map(({ at }: { at: number }) => at)).toEqual([1, 2, 3, 4, 5, 6]);
    const [, twin, known, noOption, tooHigh] = data.problems.map(
      ({ message }: { message: string }) => message,
    );
    expect(twin).toBe('与前面第 1 题的题干相同');
    expect(known).toMatch(/已存在|重复/);
    expect(noOption).toContain('选项 C 不存在');
    expect(tooHigh).toContain('满分');
    expect(await list(subjectId)).toHaveLength(before);
  });

  test('sent twice with one key are added once', async () => {
    const { subjectId } = await world.exam();
    const before = (await list(subjectId)).length;
    const { token } = await world.it.login('admin');
    const send = () =>
      world.it.call('POST', '/api/exam/question/paper', {
        ...{ token, headers: { 'idempotency-key': 'paper-that-is-sent-twice' } },
        body: { subjectId, questions: [truth('发送两次的一题')] },
      });
    const answers = await Promise.all([send(), send()]);
    expect(answers.map(({ data }) => data)).toEqual([
      { added: 1, problems: [] },
      { added: 1, problems: [] },
    ]);
    expect(await list(subjectId)).toHaveLength(before + 1);
  });

  test('none, too many, a subject out of reach and a person without the right are refused', async () => {
    const { subjectId } = await world.exam();
    expect((await add(subjectId, [])).status).toBe(400);
    const many = Array.from({ length: 501 }, (_, at) => truth(`题 ${at}`));
    expect((await add(subjectId, many)).status).toBe(400);
    expect((await add(999_999, [truth('一题')])).status).toBe(404);
    const reader = await world.account('reader', ['exam:question:list', 'exam:subject:list']);
    expect((await add(subjectId, [truth('又一题')], reader.token)).status).toBe(403);
  });
});

test('the bank tells how many questions of each type and difficulty can be drawn, and of which marks', async () => {
  const { subjectId, questions } = await world.exam();
  await add(subjectId, [
    truth('易的一题', { score: '4', difficulty: 1 }),
    truth('停用的一题', { score: '4' }),
  ]);
  const off = (await world.call('GET', `/api/exam/question/list?subjectId=${subjectId}&title=停用`)).data
    .records[0];
  await world.call('PUT', '/api/exam/question', {
    ...{ questionId: off.questionId, version: off.version, status: 0 },
  });
  const { data } = await world.call('GET', `/api/exam/paper/bank?subjectId=${subjectId}`);
  expect(Object.keys(questions)).toHaveLength(6);
  expect(data.fullScore).toBe('100.00');
  expect(data.groups.filter((one: { questionType: number }) => one.questionType === 3)).toEqual([
    { questionType: 3, difficulty: 1, num: 1, least: '4.00', most: '4.00' },
    { questionType: 3, difficulty: 2, num: 1, least: '10.00', most: '10.00' },
  ]);
  expect((await world.call('GET', '/api/exam/paper/bank?subjectId=999999')).status).toBe(404);
});

test('of two marks at the same moment both count, and neither person can change one afterwards', async () => {
  const marks = ['exam:answer:mark'];
  const [first, second] = [await world.account('three', marks), await world.account('four', marks)];
  const exam = await world.exam({ subject: { markerIds: [first.userId, second.userId] } });
  const { applyId } = await world.pupil(exam);
  const now = world.it.engine.clock.now().getTime();
  await sql`update t_online_exam set exam_start = '2026-03-01', exam_end = '2026-03-09', exam_state = 3
    where exam_id = ${exam.examId}`.execute(world.it.engine.db);
  await world.app('start', { applyId });
  const value = { applyId, questionId: exam.questions[5], seq: 1, value: '两人同时', at: now };
  await world.app('answer', { answers: [value] });
  await world.app('submit', { applyId });
  const { subjectId } = exam;
  const { answerId } = (await world.call('POST', '/api/exam/answer/next', { subjectId }, first.token)).data;
  await world.call('POST', '/api/exam/answer/next', { subjectId }, second.token);
  const mark = (token: string, score: string) =>
    world.call('PUT', '/api/exam/answer/mark', { answerId, score }, token);
  const both = await Promise.all([mark(first.token, '20'), mark(second.token, '21')]);
  expect(both.map(({ data }) => data.closed).toSorted()).toEqual([false, true]);
  const later = await Promise.all([mark(first.token, '1'), mark(second.token, '2')]);
  expect(later.map(({ status }) => status)).toEqual([409, 409]);
  const stored = await sql<{ finalScore: string }>`
    select final_score from t_exam_answer where answer_id = ${answerId}`.execute(world.it.engine.db);
  expect(stored.rows[0]?.finalScore).toBe('20.50');
});

test('a marker sees the own marks alone, without a name, and they can be changed until somebody else has marked', async () => {
  const marks = ['exam:answer:mark'];
  const [first, second] = [await world.account('one', marks), await world.account('two', marks)];
  const exam = await world.exam({ subject: { markerIds: [first.userId, second.userId] } });
  const { applyId } = await world.pupil(exam, { studentName: '考生某某' });
  await world.begin();
  await world.app('start', { applyId });
  const at = world.it.engine.clock.now().getTime();
  await world.app('answer', {
    answers: [{ applyId, questionId: exam.questions[5], seq: 1, value: '我的回答', at }],
  });
  await world.app('submit', { applyId });
  const { subjectId } = exam;
  const next = (token: string) => world.call('POST', '/api/exam/answer/next', { subjectId }, token);
  const mine = async (token: string) =>
    (await world.call('GET', `/api/exam/answer/mine?subjectId=${subjectId}`, undefined, token)).data;
  const mark = (token: string, answerId: number, score: string) =>
    world.call('PUT', '/api/exam/answer/mark', { answerId, score }, token);
  const { answerId } = (await next(first.token)).data;
  expect(await mine(first.token)).toEqual([]);
  await mark(first.token, answerId, '7.5');
  const [given] = await mine(first.token);
  expect(given).toMatchObject({ answerId, score: '7.50', closed: false, value: '我的回答' });
  expect(JSON.stringify(given)).not.toContain('考生某某');
  expect(await mine(second.token)).toEqual([]);
  expect((await mark(first.token, answerId, '8')).status).toBe(200);
  expect((await next(second.token)).data.answerId).toBe(answerId);
  // A mark that is far from the first, and one that agrees, are answered alike: nobody finds the other's mark by trying.
  expect((await mark(second.token, answerId, '30')).data).toEqual({ closed: true });
  expect((await mine(first.token))[0]).toMatchObject({ score: '8.00', closed: true });
  const again = [await mark(second.token, answerId, '8'), await mark(first.token, answerId, '29')];
  expect(again.map(({ status }) => status)).toEqual([409, 409]);
  expect(again[0]?.message).toBe(again[1]?.message);
  const waiting = await world.call('GET', '/api/exam/answer/marking', undefined, second.token);
  expect(waiting.data).toMatchObject([{ waiting: 0, third: 0, done: 1 }]);
});
