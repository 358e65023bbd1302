import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ExamWorld, openExamWorld } from './testing/exam-world.ts';

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

describe('questions of a text', () => {
  test('all are added with their types, answers and marks, those without marks with the marks of all', async () => {
    const { subjectId } = await world.exam();
    const before = (await list(subjectId)).length;
    const text = `一、单选题\n1. 五度相生律以哪个音程为基础？（3分）\nA. 纯五度\nB. 大三度\n答案：A\n难度：难
      二、填空题\n2. 一个全音等于____个半音\n答案：2|两|二`;
    const { data } = await world.call('POST', '/api/exam/question/text', { subjectId, text, score: '1.5' });
    expect(data).toEqual({ added: 2, problems: [] });
    const rows = await list(subjectId);
    expect(rows).toHaveLength(before + 2);
    expect(rows.find(({ title }) => title.startsWith('五度相生律'))).toMatchObject({
      ...{ answer: 'A', score: 3, difficulty: 3 },
    });
    expect(rows.find(({ title }) => title.startsWith('一个全音'))).toMatchObject({
      ...{ answer: '2|两|二', score: 1.5, difficulty: 2 },
    });
  });

  test('one that cannot be taken keeps all out, and each is told by its place', async () => {
    const { subjectId } = await world.exam();
    const before = (await list(subjectId)).length;
    const text = [
      '1. 好的一题\nA. 甲\nB. 乙\n答案：A\n分值：2',
      '2. 没有答案的一题\nA. 甲\nB. 乙\n分值：2',
      '3. 好 的 一 题\nA. 丙\nB. 丁\n答案：B\n分值：2',
      '4. 钢琴有 88 个键\n答案：对\n分值：2',
      '5. 没有分值的一题\n答案：错',
      '6. 分值太高的一题\n答案：错\n分值：101',
    ].join('\n');
    const { data } = await world.call('POST', '/api/exam/question/text', { subjectId, text });
    expect(data.added).toBe(0);
    expect(data.problems.map(({ at }: { at: number }) => at)).toEqual([1, 2, 3, 4, 5]);
    const [noAnswer, twin, known, noScore, tooHigh] = data.problems.map(
      ({ message }: { message: string }) => message,
    );
    expect(noAnswer).toContain('还没有填写');
    expect(twin).toBe('与第 1 题重复');
    expect(known).toMatch(/已存在|重复/);
    expect(noScore).toContain('分值');
    expect(tooHigh).toContain('满分');
    expect(await list(subjectId)).toHaveLength(before);
  });

  test('a text without a number, one of too many, and a subject out of reach are refused whole', async () => {
    const { subjectId } = await world.exam();
    const none = await world.call('POST', '/api/exam/question/text', { subjectId, text: '没有题号' });
    expect(none.status).toBe(400);
    const text = Array.from({ length: 501 }, (_, at) => `${at + 1}. 题 ${at}\n答案：对`).join('\n');
    const many = await world.call('POST', '/api/exam/question/text', { subjectId, text, score: '1' });
    expect(many.status).toBe(400);
    const far = await world.call('POST', '/api/exam/question/text', {
      ...{ subjectId: 999_999, text: '1. 一题\n答案：对', score: '1' },
    });
    expect(far.status).toBe(404);
    const reader = await world.account('reader', ['exam:question:list', 'exam:subject:list']);
    const forbidden = await world.call(
      'POST',
      '/api/exam/question/text',
      { subjectId, text: '1. 又一题\n答案：对', score: '1' },
      reader.token,
    );
    expect(forbidden.status).toBe(403);
  });
});

test('the bank tells how many questions of each type and difficulty can be drawn, and of which marks', async () => {
  const { subjectId, questions } = await world.exam();
  await world.call('POST', '/api/exam/question/text', {
    ...{ subjectId, text: '1. 易的一题\n答案：对\n分值：4\n难度：易\n2. 停用的一题\n答案：对\n分值：4' },
  });
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

test('a marker sees the own marks alone, without a name, and until an answer is settled they can be changed', async () => {
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
  expect(given).toMatchObject({ answerId, score: '7.50', settled: false, value: '我的回答' });
  expect(JSON.stringify(given)).not.toContain('考生某某');
  expect(await mine(second.token)).toEqual([]);
  expect((await mark(first.token, answerId, '8')).status).toBe(200);
  expect((await next(second.token)).data.answerId).toBe(answerId);
  expect((await mark(second.token, answerId, '8')).data).toEqual({ settled: true });
  expect((await mine(first.token))[0]).toMatchObject({ score: '8.00', settled: true });
});
