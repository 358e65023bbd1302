import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Exam, type ExamWorld, openExamWorld, type Pupil } from '../testing/exam-world.ts';

let world: ExamWorld;
let exam: Exam;
let other: Exam;
let pupils: Pupil[];
let ofLong: Pupil;
beforeAll(async () => {
  world = await openExamWorld();
  exam = await world.exam();
  other = await world.exam();
  ofLong = await world.pupil(
    await world.exam({ subject: { endTime: '2026-03-02 18:00:00', durationMin: null } }),
  );
  pupils = [];
  for (let n = 0; n < 20; n++) pupils.push(await world.pupil(exam));
  await world.begin();
});
afterAll(() => world.close());

const takePupil = async () => {
  const pupil = pupils.pop();
  if (!pupil) throw new Error('No pupil is left');
  const started = await world.app('start', { applyId: pupil.applyId });
  expect(started.status, started.message).toBe(200);
  return { ...pupil, started: started.data };
};
const now = () => world.it.engine.clock.now().getTime();
const answer = (applyId: number, questionId: number, seq: number, value: string, at = now()) => ({
  applyId,
  questionId,
  seq,
  value,
  at,
});
const outcomesOf = async (answers: object[], more: object = {}) => {
  const { data, message } = await world.app('answer', { answers, ...more });
  expect(data?.outcomes, message).toBeDefined();
  return data.outcomes.map((one: { outcome: string }) => one.outcome);
};
const stored = async (applyId: number, questionId: number) => {
  const found = await sql<{
    seq: number;
    value: string | null;
    finalScore: string | null;
    markState: number;
  }>`
    select seq, value, final_score, mark_state from t_exam_answer
    where apply_id = ${applyId} and question_id = ${questionId} and not deleted`.execute(world.it.engine.db);
  return found.rows[0];
};

describe('a paper', () => {
  test('is given without its answers, once, and resumed with what was answered', async () => {
    const { applyId, started } = await takePupil();
    expect(started.questions.map((one: { questionType: number }) => one.questionType)).toEqual([
      1, 2, 3, 4, 5, 6,
    ]);
    expect(started.questions[1].options).toEqual([
      { key: 'A', text: '小提琴' },
      { key: 'B', text: '大提琴' },
      { key: 'C', text: '长笛' },
    ]);
    expect(JSON.stringify(started)).not.toContain('冼星海');
    expect(started.leftMs).toBe(60 * 60_000);
    expect(await outcomesOf([answer(applyId, exam.questions[1], 1, 'B')])).toEqual(['saved']);
    world.it.pass({ minutes: 1 });
    const again = await world.app('start', { applyId });
    expect(again.data).toMatchObject({
      sittingId: started.sittingId,
      startTime: started.startTime,
      leftMs: 59 * 60_000,
      answers: [{ questionId: exam.questions[1], seq: 1, value: 'B' }],
    });
  });

  test('ends with the exam, whatever end its subject has', async () => {
    const { data } = await world.app('start', { applyId: ofLong.applyId });
    expect(data.endTime).toBe('2026-03-02 12:00:00');
  });

  test('is not given before approval, to strangers, for another subject, or unsigned', async () => {
    expect((await world.app('start', { applyId: 99_999_999 })).status).toBe(404);
    const { applyId } = await takePupil();
    const foreign = await world.app('start', { applyId, subjectId: other.subjectId });
    expect(foreign.message).toContain('没有这个科目');
    const unsigned = await world.it.call('POST', '/api/exam/app/start', { body: { applyId } });
    expect(unsigned.reason).toBe('wrongSignature');
  });
});

describe('answers', () => {
  test('the higher number wins in whatever order they come, and repeats change nothing', async () => {
    const { applyId } = await takePupil();
    const q = exam.questions[1];
    expect(await outcomesOf([answer(applyId, q, 3, 'A'), answer(applyId, q, 2, 'B')])).toEqual([
      'saved',
      'older',
    ]);
    expect(await outcomesOf([answer(applyId, q, 2, 'B')])).toEqual(['older']);
    expect(await outcomesOf([answer(applyId, q, 3, 'A')])).toEqual(['saved']);
    expect(await stored(applyId, q)).toMatchObject({ seq: 3, value: 'A', finalScore: '10.00' });
    expect(await outcomesOf([answer(applyId, q, 4, 'B')])).toEqual(['saved']);
    expect(await stored(applyId, q)).toMatchObject({ seq: 4, value: 'B', finalScore: '0.00' });
  });

  test('ten batches at once leave the highest number, and nothing acknowledged is lost', async () => {
    const { applyId } = await takePupil();
    const batches = Array.from({ length: 10 }, (_, n) =>
      [1, 2, 3, 4].map(type => answer(applyId, exam.questions[type as 1], n + 1, `${n}`)),
    );
    const outcomes = await Promise.all(batches.map(batch => outcomesOf(batch)));
    expect(new Set(outcomes.flat())).toEqual(
      new Set(outcomes.flat().filter(one => one === 'saved' || one === 'older')),
    );
    for (const type of [1, 2, 3, 4] as const)
      expect(await stored(applyId, exam.questions[type])).toMatchObject({ seq: 10, value: '9' });
  });

  test('with a number that is stored already are saved only if the text is the same; the app gets the one that is', async () => {
    const { applyId } = await takePupil();
    const q = exam.questions[4];
    expect(await outcomesOf([answer(applyId, q, 1, '冼星海')])).toEqual(['saved']);
    expect(await outcomesOf([answer(applyId, q, 1, '冼星海')])).toEqual(['saved']);
    const { data } = await world.app('answer', { answers: [answer(applyId, q, 1, '聂耳')] });
    expect(data.outcomes).toEqual([
      { applyId, questionId: q, seq: 1, outcome: 'differs', stored: { seq: 1, value: '冼星海' } },
    ]);
    expect(await outcomesOf([answer(applyId, q, 2, '聂耳'), answer(applyId, q, 2, '田汉')])).toEqual([
      'saved',
      'differs',
    ]);
    const older = await world.app('answer', { answers: [answer(applyId, q, 1, '冼星海')] });
    expect(older.data.outcomes[0]).toMatchObject({ outcome: 'older', stored: { seq: 2, value: '聂耳' } });
    expect(await stored(applyId, q)).toMatchObject({ seq: 2, value: '聂耳' });
  });

  test('of ten devices with the same number and other texts one is saved, and the others know which', async () => {
    const { applyId } = await takePupil();
    const q = exam.questions[5];
    const calls = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        world.app('answer', { answers: [answer(applyId, q, 1, `设备${n}`)] }),
      ),
    );
    const outcomes = calls.map(({ data }) => data.outcomes[0]);
    const { value } = (await stored(applyId, q)) ?? {};
    expect(outcomes.map(one => one.outcome).toSorted()).toEqual([...Array(9).fill('differs'), 'saved']);
    expect(outcomes.findIndex(one => one.outcome === 'saved')).toBe(Number(value?.slice(2)));
    for (const one of outcomes) if (one.outcome === 'differs') expect(one.stored).toEqual({ seq: 1, value });
  });

  test('rules mark objective ones at once; people mark short answers', async () => {
    const { applyId } = await takePupil();
    await outcomesOf([
      answer(applyId, exam.questions[2], 1, 'b、Ａ'),
      answer(applyId, exam.questions[3], 1, '√'),
      answer(applyId, exam.questions[4], 1, '　星海 '),
      answer(applyId, exam.questions[5], 1, '呈示部、展开部、再现部'),
    ]);
    for (const type of [2, 3, 4] as const)
      expect(await stored(applyId, exam.questions[type])).toMatchObject({
        finalScore: '10.00',
        markState: 0,
      });
    expect(await stored(applyId, exam.questions[5])).toMatchObject({ finalScore: null, markState: 1 });
  });

  test('to a question of another paper, or of nobody who began, are refused one by one', async () => {
    const { applyId } = await takePupil();
    const outcomes = await outcomesOf([
      answer(applyId, other.questions[1], 1, 'A'),
      answer(applyId, 99_999_999, 1, 'A'),
      answer(99_999_999, exam.questions[1], 1, 'A'),
      answer(applyId, exam.questions[1], 1, 'A'),
    ]);
    expect(outcomes).toEqual(['notOnPaper', 'notOnPaper', 'notStarted', 'saved']);
    expect(await stored(applyId, other.questions[1])).toBeUndefined();
  });

  test('a work needs a picture that was uploaded', async () => {
    const { applyId } = await takePupil();
    const q = exam.questions[6];
    expect(await outcomesOf([answer(applyId, q, 1, '/2026/03/nothing.png')])).toEqual(['notReady']);
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const sent = await world.app('work', { applyId, name: '素描.png', content: png });
    expect(sent.status, sent.message).toBe(200);
    expect(await outcomesOf([answer(applyId, q, 2, sent.data.path)])).toEqual(['saved']);
    const found = await sql<{ files: string[] }>`
      select files from t_exam_answer where apply_id = ${applyId} and question_id = ${q}`.execute(
      world.it.engine.db,
    );
    expect(found.rows[0]?.files).toEqual([sent.data.path]);
    const stranger = await takePupil();
    expect(await outcomesOf([answer(stranger.applyId, q, 1, sent.data.path)])).toEqual(['notReady']);
    const script = Buffer.from('<script>alert(1)</script>').toString('base64');
    expect((await world.app('work', { applyId, name: 'x.png', content: script })).status).not.toBe(200);
  });

  test('what is wrong in form is refused whole', async () => {
    const { applyId } = await takePupil();
    for (const wrong of [
      { seq: 0 },
      { seq: 1.5 },
      { value: 'x'.repeat(4_001) },
      { at: 'gestern' },
      { applyId: -1 },
    ]) {
      const body = { answers: [{ ...answer(applyId, exam.questions[1], 1, 'A'), ...wrong }] };
      expect((await world.app('answer', body)).status, JSON.stringify(wrong)).toBe(400);
    }
  });
});

describe('the server’s clock', () => {
  test('hands in once; a repeat answers the same, and what comes after is listed for a person', async () => {
    const { applyId } = await takePupil();
    const q = exam.questions;
    const given = now();
    world.it.pass({ seconds: 30 });
    const first = await world.app('submit', { applyId, answers: [answer(applyId, q[1], 1, 'A')] });
    expect(first.data).toMatchObject({ sittings: [{ answers: 1 }], outcomes: [{ outcome: 'saved' }] });
    world.it.pass({ seconds: 30 });
    const second = await world.app('submit', { applyId });
    expect(second.data.sittings).toEqual(first.data.sittings);
    // Given before the hand-in, and delayed on its way; and one that was given afterwards.
    expect(await outcomesOf([answer(applyId, q[2], 1, 'AB', given), answer(applyId, q[3], 1, '对')])).toEqual(
      ['late', 'tooLate'],
    );
    // A batch that was saved and repeated is no late answer.
    expect(await outcomesOf([answer(applyId, q[1], 1, 'A', given)])).toEqual(['saved']);
    const list = await world.call('GET', `/api/exam/late/list?applyId=${applyId}`);
    expect(list.data.records).toMatchObject([{ questionId: q[2], value: 'AB', lateReason: 2, lateState: 0 }]);
    const { lateId } = list.data.records[0];
    expect((await world.call('PUT', '/api/exam/late/accept', { lateId })).status).toBe(200);
    expect(await stored(applyId, q[2])).toMatchObject({ value: 'AB', finalScore: '10.00' });
    expect((await world.call('PUT', '/api/exam/late/accept', { lateId })).status).toBe(409);
  });

  test('a device whose clock is an hour off is put right by the time that it sends', async () => {
    const { applyId, started } = await takePupil();
    const q = exam.questions;
    const hour = 3_600_000;
    // In time, however wrong the device's clock is.
    expect(await outcomesOf([answer(applyId, q[1], 1, 'A', now() - hour)])).toEqual(['saved']);
    expect(await outcomesOf([answer(applyId, q[1], 2, 'A', now() + hour)])).toEqual(['saved']);
    const end = new Date(`${started.endTime.replace(' ', 'T')}+08:00`).getTime();
    world.it.pass({ seconds: (end - now()) / 1000 + 60 });
    // After the end: given two minutes ago by the server, which the device takes for an hour earlier.
    const slow = await outcomesOf([answer(applyId, q[2], 1, 'AB', now() - hour - 120_000)], {
      sentAt: now() - hour,
    });
    expect(slow).toEqual(['late']);
    // Given after the end; the slow clock alone would have made it early.
    const cheat = await outcomesOf([answer(applyId, q[3], 1, '对', now() - hour)], { sentAt: now() - hour });
    expect(cheat).toEqual(['tooLate']);
    expect(await outcomesOf([answer(applyId, q[4], 1, '星海', now() - 30_000)])).toEqual(['tooLate']);
    const closed = await world.app('start', { applyId });
    expect(closed.data).toMatchObject({ leftMs: 0, questions: [] });
    const sat = await world.call('GET', `/api/exam/sitting/list?applyId=${applyId}`);
    expect(sat.data.records).toMatchObject([{ answerNum: 1 }]);
  });

  test('a long way of a call is no slow clock: the least difference of the sitting counts', async () => {
    const { applyId } = await takePupil();
    const [q2, q3] = [exam.questions[2], exam.questions[3]];
    await world.app('answer', { answers: [answer(applyId, exam.questions[1], 1, 'A')], sentAt: now() - 40 });
    const given = now();
    world.it.pass({ seconds: 5 });
    await world.app('submit', { applyId });
    world.it.pass({ seconds: 7 });
    // Sent as it was given, before the hand-in, and twelve seconds on its way.
    expect(await outcomesOf([answer(applyId, q2, 1, 'AB', given)], { sentAt: given })).toEqual(['late']);
    expect(await outcomesOf([answer(applyId, q3, 1, '对', given + 6_000)], { sentAt: now() })).toEqual([
      'tooLate',
    ]);
    // A repeat with another text is not taken for the one that is listed.
    const { data } = await world.app('answer', {
      answers: [answer(applyId, q2, 1, 'AC', given)],
      sentAt: given,
    });
    expect(data.outcomes[0]).toMatchObject({ outcome: 'differs', stored: { seq: 1, value: 'AB' } });
  });

  test('nobody begins after the end', async () => {
    const pupil = pupils.pop();
    world.it.pass({ minutes: 120 });
    const late = await world.app('start', { applyId: pupil?.applyId });
    expect(late.message).toContain('考试已结束');
  });
});
