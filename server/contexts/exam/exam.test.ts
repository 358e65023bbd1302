import { registry } from '@yikao/model/contexts/datasets.ts';
import { formats } from '@yikao/model/fields/parts/formats.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawQuestions } from './papers/draw-paper.ts';
import { type ExamWorld, openExamWorld } from './testing/exam-world.ts';

let world: ExamWorld;
beforeAll(async () => {
  world = await openExamWorld();
});
afterAll(() => world.close());

const fieldsOf = (answer: { data: { errors?: { field: string }[] } }) =>
  (answer.data?.errors ?? []).map(({ field }) => field);

describe('the bank of questions', () => {
  test('refuses what has no right answer, marks past the full mark, and a second question that looks the same', async () => {
    const { examId, subjectId } = await world.exam();
    const post = (body: object) =>
      world.call('POST', registry.question.path, { examId, subjectId, score: 5, ...body });
    const choice = { questionType: 1, title: '新题', optionA: '甲', optionB: '乙' };
    expect(fieldsOf(await post({ ...choice }))).toEqual(['answer']);
    expect(fieldsOf(await post({ ...choice, answer: 'C' }))).toEqual(['answer']);
    expect(fieldsOf(await post({ ...choice, answer: 'AB' }))).toEqual(['answer']);
    expect(fieldsOf(await post({ ...choice, answer: 'A', score: 101 }))).toEqual(['score']);
    const made = await post({ ...choice, questionType: 2, optionC: '丙', answer: 'c，Ａ' });
    expect(made.status, made.message).toBe(200);
    const { data } = await world.call(
      'GET',
      `${registry.question.path}/info?questionId=${made.data.questionId}`,
    );
    expect(data.answer).toBe('AC');
    const same = await post({ ...choice, answer: 'A', title: ' 新　题' });
    expect(same.status).toBe(409);
  });

  test('draws the same paper with the same seed, each question once, and says what is lacking', async () => {
    const { examId, subjectId } = await world.exam();
    const { db } = world.it.engine;
    await sql`
      insert into t_question (exam_id, subject_id, question_type, title, answer, option_a, option_b, score, difficulty, order_num, status)
      select ${examId}::bigint, ${subjectId}::bigint, 1, '抽题' || n, 'A', '甲', '乙', 1, 1 + n % 3, 0, 1
      from generate_series(1, 300) as n`.execute(db);
    const picks = [
      { questionType: 1, difficulty: null, num: 20 },
      { questionType: 1, difficulty: 3, num: 40 },
    ];
    const draw = (paperName: string, more: object = {}) =>
      world.call('POST', '/api/exam/paper/draw', { subjectId, paperName, seed: '2026', picks, ...more });
    const first = await draw('甲卷');
    expect(first.status, first.message).toBe(200);
    expect(first.data).toMatchObject({ questionNum: 60, seed: '2026' });
    const ids = async (paperId: number) =>
      (await world.call('GET', `/api/exam/paper/info?paperId=${paperId}`)).data.questionIds;
    const second = await draw('乙卷');
    const [one, two] = [await ids(first.data.paperId), await ids(second.data.paperId)];
    expect(one).toEqual(two);
    expect(new Set(String(one).split(',')).size).toBe(60);
    const history = await world.call('GET', `/api/exam/paper/history?paperId=${first.data.paperId}`);
    expect(JSON.stringify(history.data)).toContain('"seed"');
    const third = await draw('丙卷', { seed: '2027' });
    expect(await ids(third.data.paperId)).not.toEqual(one);
    expect((await draw('甲卷')).status).toBe(409);
    const many = await draw('丁卷', { picks: [{ questionType: 1, difficulty: 1, num: 150 }] });
    expect(many.message).toContain('只有');
    const full = await draw('戊卷', { picks: [{ questionType: 1, num: 150 }] });
    expect(full.message).toContain('满分');
    const drawn = await drawQuestions(db, subjectId, 'x', [{ questionType: 1, difficulty: 2, num: 100 }]);
    expect(drawn).toHaveLength(100);
    const shown = await world.call('GET', `/api/exam/paper/preview?paperId=${first.data.paperId}`);
    expect(shown.data.questions).toHaveLength(60);
    expect(shown.data.questions[0]).not.toHaveProperty('answer');
  });

  test('a paper has questions of its subject alone, and none that nobody marks', async () => {
    const [here, there] = [await world.exam(), await world.exam()];
    const put = (body: object) => world.call('POST', registry.examPaper.path, { paperName: '混卷', ...body });
    const mixed = await put({
      examId: here.examId,
      subjectId: here.subjectId,
      questionIds: [here.questions[1], there.questions[1]],
    });
    expect(fieldsOf(mixed)).toEqual(['questionIds']);
    await world.call('PUT', registry.examSubject.path, {
      ...(await world.call('GET', `/api/exam/subject/info?subjectId=${here.subjectId}`)).data,
      scoreMode: 1,
    });
    const short = await put({
      examId: here.examId,
      subjectId: here.subjectId,
      questionIds: [here.questions[5]],
    });
    expect(fieldsOf(short)).toEqual(['questionIds']);
  });
});

describe('the people of the demo', () => {
  test('finance sees the fees, teachers what they mark, and neither holds exams', async () => {
    const tokenOf = async (userName: string) => (await world.it.login(userName)).token;
    const [finance, teacher, clerk] = [
      await tokenOf('finance01'),
      await tokenOf('teacher01'),
      await tokenOf('exam01'),
    ];
    const orders = await world.call('GET', '/api/exam/order/list', undefined, finance);
    expect(orders.data.total).toBeGreaterThan(10);
    const marking = await world.call('GET', '/api/exam/answer/marking', undefined, teacher);
    const waiting = marking.data.find(({ examName }: { examName: string }) => examName.includes('美术类'));
    expect(waiting).toMatchObject({ subjectName: '艺术常识', waiting: expect.any(Number) });
    const next = await world.call('POST', '/api/exam/answer/next', { subjectId: waiting.subjectId }, teacher);
    expect(next.data.answerId, next.message).toBeGreaterThan(0);
    for (const token of [finance, teacher])
      expect((await world.call('GET', '/api/exam/exam/list', undefined, token)).status).toBe(403);
    const exams = await world.call('GET', '/api/exam/exam/list?size=50', undefined, clerk);
    const states = new Set(exams.data.records.map(({ examState }: { examState: number }) => examState));
    expect([0, 1, 2, 3, 4, 5].filter(state => !states.has(state))).toEqual([]);
    for (const { examId } of exams.data.records)
      expect(
        (await world.call('GET', `/api/exam/exam/progress?examId=${examId}`, undefined, clerk)).status,
      ).toBe(200);
  });
});

describe('an exam', () => {
  test('has majors with its own subjects alone', async () => {
    const [here, there] = [await world.exam(), await world.exam()];
    const body = { examId: here.examId, profName: '作曲', subjectIds: [there.subjectId] };
    expect(fieldsOf(await world.call('POST', registry.examProf.path, body))).toEqual(['subjectIds']);
    const own = { ...body, subjectIds: [here.subjectId] };
    expect((await world.call('POST', registry.examProf.path, own)).status).toBe(200);
  });

  test('keeps the full mark of a subject above its papers and questions', async () => {
    const { subjectId } = await world.exam();
    const { data } = await world.call('GET', `/api/exam/subject/info?subjectId=${subjectId}`);
    const put = (more: object) =>
      world.call('PUT', registry.examSubject.path, { subjectId, version: data.version, ...more });
    expect(fieldsOf(await put({ fullScore: 99 }))).toEqual(['fullScore']);
    expect((await put({ fullScore: 120 })).status).toBe(200);
  });

  test('has the new total of a paper in its history when a question gets other marks', async () => {
    const { questions, paperId } = await world.exam();
    const paper = async () => (await world.call('GET', `/api/exam/paper/info?paperId=${paperId}`)).data;
    const question = async () =>
      (await world.call('GET', `/api/exam/question/info?questionId=${questions[1]}`)).data;
    const put = async (score: number) =>
      world.call('PUT', registry.question.path, {
        ...{ questionId: questions[1], version: (await question()).version, score },
      });
    const { version } = await paper();
    expect((await put(8)).status).toBe(200);
    expect(await paper()).toMatchObject({ totalScore: 98, version: version + 1 });
    const { data } = await world.call('GET', `/api/exam/paper/history?paperId=${paperId}`);
    expect(JSON.stringify(data.records[0])).toContain('totalScore');
    // Above the full mark neither the question nor the paper changes.
    expect((await put(11)).status).toBe(409);
    expect(await paper()).toMatchObject({ totalScore: 98, version: version + 1 });
  });

  test('without subjects or majors is not published', async () => {
    const examId = await world.add(registry.onlineExam, {
      ...{ examName: '空考试', dataYear: 2026, mode: 1 },
      ...{ applyStart: '2026-03-01 00:00:00', applyEnd: '2026-03-05 00:00:00' },
      ...{ examStart: '2026-03-06 10:00:00', examEnd: '2026-03-06 12:00:00' },
    });
    const refused = await world.call('PUT', '/api/exam/exam/open', { examId });
    expect(refused.status).toBe(409);
    expect(refused.message).toContain('科目');
    const wrong = await world.call('POST', registry.onlineExam.path, {
      ...{ examName: '倒着', dataYear: 2026, mode: 1 },
      ...{ applyStart: '2026-03-05 00:00:00', applyEnd: '2026-03-01 00:00:00' },
      ...{ examStart: '2026-03-01 10:00:00', examEnd: '2026-02-06 12:00:00' },
    });
    expect(fieldsOf(wrong)).toEqual(['applyEnd', 'examEnd']);
  });
});

describe('an application', () => {
  test('holds the pictures that its candidate uploaded, and no one else’s', async () => {
    const exam = await world.exam();
    const asked = (at: number) => ({
      ...{ examId: exam.examId, profId: exam.profId, studentName: `图片${at}`, mobile: `1391111000${at}` },
      idNo: formats.idNumber.sample(90 + at),
    });
    const [{ data: mine }, { data: other }] = [
      await world.app('apply', asked(1)),
      await world.app('apply', asked(2)),
    ];
    const content =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const upload = async (applyId: number) =>
      (await world.app('work', { applyId, name: '照片.png', content })).data.path as string;
    const [own, foreign] = [await upload(mine.applyId), await upload(other.applyId)];
    const wrong = await world.app('apply', { ...asked(1), photo: foreign, works: [own, foreign] });
    expect(fieldsOf(wrong)).toEqual(['photo', 'works']);
    // A first application has uploaded nothing yet, so a path that it names is that of another.
    expect(fieldsOf(await world.app('apply', { ...asked(3), photo: own }))).toEqual(['photo']);
    const added = await world.app('apply', { ...asked(1), photo: own, works: [own] });
    expect(added.status, JSON.stringify(added)).toBe(200);
    const { data } = await world.call('GET', `/api/exam/apply/info?applyId=${mine.applyId}`);
    expect(data).toMatchObject({ photo: own, works: [own], auditStatus: 1 });
  });

  test('a pupil who applies twice has one application; another with the same number is refused', async () => {
    const exam = await world.exam();
    const body = {
      ...{ examId: exam.examId, profId: exam.profId, studentName: '小周', mobile: '13911112222' },
      idNo: formats.idNumber.sample(77),
    };
    const both = await Promise.all([world.app('apply', body), world.app('apply', body)]);
    const ids = both.filter(({ status }) => status === 200).map(({ data }) => data.applyId);
    const third = await world.app('apply', {
      ...body,
      studentName: ' 小　周',
      auditStatus: 2,
      ticketNo: 'X',
    });
    expect(new Set([...ids, third.data.applyId]).size).toBe(1);
    expect(third.data).toMatchObject({ auditStatus: 1, payStatus: 0, ticketNo: null });
    const thief = await world.app('apply', { ...body, studentName: '冒名' });
    // The answer of a new application, which is not there: it does not tell that the number is known.
    expect([thief.status, Object.keys(thief.data)]).toEqual([200, Object.keys(third.data)]);
    expect(thief.data).toMatchObject({ auditStatus: 1, payStatus: 0, ticketNo: null, orderNo: null });
    expect(thief.data.applyId).not.toBe(third.data.applyId);
    expect((await world.call('GET', `/api/exam/apply/list?examId=${exam.examId}`)).data.total).toBe(1);
    expect((await world.app('start', { applyId: thief.data.applyId })).status).toBe(404);
    const staff = await world.call('POST', registry.examApply.path, body);
    expect(staff.reason).toBe('duplicate');
    const foreign = await world.exam();
    expect((await world.app('apply', { ...body, profId: foreign.profId })).status).toBe(400);
  });

  test('sent again with a new mobile number waits for staff, who take the number or keep the former one', async () => {
    const exam = await world.exam();
    const body = {
      ...{ examId: exam.examId, profId: exam.profId, studentName: '小吴', mobile: '13911114441' },
      idNo: formats.idNumber.sample(78),
    };
    const { applyId } = (await world.app('apply', body)).data;
    const [second, third] = ['13911114442', '13911114443'].map(mobile => ({ ...body, mobile }));
    const again = await world.app('apply', second ?? {});
    expect([again.status, again.data.applyId === applyId]).toEqual([200, false]);
    // Numbers that come while one waits are left out.
    await world.app('apply', third ?? {});
    const row = async () => (await world.call('GET', `/api/exam/apply/info?applyId=${applyId}`)).data;
    expect(await row()).toMatchObject({ claimFlag: 1, mobile: '13911114441', claimMobile: '13911114442' });
    const waiting = async () => {
      const { data } = await world.call('GET', '/api/base/waiting');
      const item = data.rows.find(({ name }: { name: string }) => name === 'examApply.number');
      return item?.count ?? 0;
    };
    const before = await waiting();
    expect(before).toBeGreaterThan(0);
    const decide = async (step: string) =>
      (await world.call('PUT', `/api/exam/apply/${step}`, { applyId, version: (await row()).version }))
        .status;
    expect(await decide('keepNumber')).toBe(200);
    expect(await row()).toMatchObject({ claimFlag: 0, mobile: '13911114441', claimMobile: null });
    expect(await waiting()).toBe(before - 1);
    expect(await decide('takeNumber')).toBe(409);

    await world.app('apply', third ?? {});
    expect(await decide('takeNumber')).toBe(200);
    expect(await row()).toMatchObject({ claimFlag: 0, mobile: '13911114443', claimMobile: null });
    // The candidate now finds the application with the new number.
    expect((await world.app('apply', third ?? {})).data.applyId).toBe(applyId);
  });

  test('refused, put right by the pupil, and approved; the road of the money gives a ticket number', async () => {
    const exam = await world.exam({ fee: '120.00' });
    const { applyId, mobile } = await world.pupil(exam, {}, false);
    const audit = (body: object) => world.call('PUT', '/api/exam/apply/audit', { applyId, ...body });
    expect((await audit({ auditStatus: 3 })).status).toBe(400);
    expect((await audit({ auditStatus: 3, auditRemark: '照片不清' })).status).toBe(200);
    const row = async () => (await world.call('GET', `/api/exam/apply/info?applyId=${applyId}`)).data;
    const { studentName, idNo } = await row();
    const again = await world.app('apply', {
      examId: exam.examId,
      profId: exam.profId,
      studentName,
      idNo,
      mobile,
    });
    expect(again.data).toMatchObject({ applyId, auditStatus: 1 });
    expect((await audit({ auditStatus: 2 })).status).toBe(200);
    expect((await audit({ auditStatus: 2 })).status).toBe(409);
    expect(await row()).toMatchObject({ auditStatus: 2, payStatus: 0, ticketNo: null });
    const [order] = (await world.call('GET', `/api/exam/order/list?applyId=${applyId}`)).data.records;
    expect(order).toMatchObject({ amount: 120, status: 0 });
    expect((await world.app('start', { applyId })).message).toContain('没有支付');
    const paid = await world.call('PUT', '/api/exam/order/pay', { orderId: order.orderId, payType: 5 });
    expect(paid.status, paid.message).toBe(200);
    expect(await row()).toMatchObject({ payStatus: 1, ticketNo: expect.stringMatching(/^26\d{9}$/) });
    // Money goes back on the one road, approved by somebody else.
    const asked = await world.call('POST', '/api/pay/apply_refund', {
      ...{ bizType: 5, orderNo: order.orderNo, amount: '120.00', reason: '无法参加' },
    });
    expect(asked.status, asked.message).toBe(200);
    expect(await row()).toMatchObject({ payStatus: 1 });
    const { refundId } = asked.data;
    const pass = { refundId, pass: 1, remark: '同意' };
    expect((await world.call('PUT', '/api/pay/refund/audit', pass)).status).not.toBe(200);
    const { token } = await world.it.login('finance01');
    const passed = await world.call('PUT', '/api/pay/refund/audit', pass, token);
    expect(passed.status, passed.message).toBe(200);
    const back = await world.call('PUT', '/api/pay/refund/confirm', { refundId }, token);
    expect(back.status, back.message).toBe(200);
    expect(await row()).toMatchObject({ payStatus: 0, ticketNo: null });
    expect((await world.app('start', { applyId })).message).toContain('没有支付');
    // A new order, and no second one beside it.
    expect((await world.call('PUT', '/api/exam/apply/bill', { applyId })).status).toBe(200);
    expect((await world.call('PUT', '/api/exam/apply/bill', { applyId })).status).toBe(409);
    expect((await world.call('GET', `/api/exam/order/list?applyId=${applyId}`)).data.total).toBe(2);
  });

  test('ticket numbers differ when many are approved at once, and places end at the quota', async () => {
    const exam = await world.exam({ prof: { quota: 3 } });
    const pupils = [];
    for (let n = 0; n < 5; n++) pupils.push(await world.pupil(exam, {}, false));
    const answers = await Promise.all(
      pupils.map(({ applyId }) => world.call('PUT', '/api/exam/apply/audit', { applyId, auditStatus: 2 })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409, 409]);
    const found = await sql<{ ticketNo: string }>`
      select ticket_no from t_exam_apply where exam_id = ${exam.examId} and ticket_no is not null`.execute(
      world.it.engine.db,
    );
    expect(new Set(found.rows.map(({ ticketNo }) => ticketNo)).size).toBe(3);
  });
});

describe('from the exam to the result', () => {
  test('two markers, blind to each other, a third where they differ, a line, and the pupil who looks', async () => {
    const marks = ['exam:answer:mark'];
    const [first, second, third, teacher] = [
      await world.account('marker1', marks),
      await world.account('marker2', marks),
      await world.account('marker3', marks),
      await world.account('stranger', marks),
    ];
    const exam = await world.exam({
      subject: {
        markerIds: [first.userId, second.userId, teacher.userId],
        arbiterIds: [third.userId],
        passScore: 30,
      },
    });
    const [good, odd] = [await world.pupil(exam), await world.pupil(exam)];
    await sql`update t_exam_apply set teacher_id = ${teacher.userId} where exam_id = ${exam.examId}`.execute(
      world.it.engine.db,
    );
    await world.begin();
    const { clock } = world.it.engine;
    for (const { applyId } of [good, odd]) {
      await world.app('start', { applyId });
      const at = clock.now().getTime();
      const say = (type: 1 | 5, value: string) => ({
        applyId,
        questionId: exam.questions[type],
        seq: 1,
        value,
        at,
      });
      await world.app('answer', { answers: [say(1, 'A'), say(5, `回答${applyId}`)] });
    }
    const next = (token: string) =>
      world.call('POST', '/api/exam/answer/next', { subjectId: exam.subjectId }, token);
    const mark = (token: string, answerId: number, score: number | string) =>
      world.call('PUT', '/api/exam/answer/mark', { answerId, score }, token);
    // Nothing is marked before it is handed in.
    expect((await next(first.token)).data).toBeNull();
    for (const { applyId } of [good, odd]) await world.app('submit', { applyId });
    expect((await next(third.token)).data).toBeNull();
    expect((await next(teacher.token)).data).toBeNull();

    const both = await Promise.all([next(first.token), next(second.token)]);
    for (const { data } of both) {
      expect(data).toMatchObject({ left: 2, question: { analysis: '三部分', score: '30.00' } });
      expect(JSON.stringify(data)).not.toMatch(/考生|1390001/);
    }
    const seen = both[0]?.data.answerId;
    expect((await next(first.token)).data.answerId).toBe(seen);
    expect((await mark(first.token, seen, 31)).status).toBe(400);
    expect((await mark(teacher.token, seen, 5)).status).toBe(409);
    expect((await mark(third.token, seen, 5)).status).toBe(409);
    const give = async (token: string, scores: Readonly<Record<number, number>>) => {
      for (let task = (await next(token)).data; task; task = (await next(token)).data) {
        const score = scores[task.answerId];
        if (score === undefined) throw new Error('An unexpected answer');
        expect((await mark(token, task.answerId, score)).status).toBe(200);
      }
    };
    const rows = await sql<{ id: number; applyId: number }>`
      select answer_id as id, apply_id from t_exam_answer where question_id = ${exam.questions[5]}`.execute(
      world.it.engine.db,
    );
    const idOf = (applyId: number) => rows.rows.find(row => row.applyId === applyId)?.id ?? 0;
    await give(first.token, { [idOf(good.applyId)]: 25, [idOf(odd.applyId)]: 20 });
    // No mark of a person is to be seen anywhere while the other one marks.
    const list = await world.call(
      'GET',
      `/api/exam/answer/list?subjectId=${exam.subjectId}&questionId=${exam.questions[5]}`,
    );
    for (const row of list.data.records)
      expect(row).toMatchObject({ score: null, markerId: null, finalScore: null });
    await give(second.token, { [idOf(good.applyId)]: 26, [idOf(odd.applyId)]: 10 });
    const finals = async () =>
      Object.fromEntries(
        (
          await world.call(
            'GET',
            `/api/exam/answer/list?subjectId=${exam.subjectId}&questionId=${exam.questions[5]}`,
          )
        ).data.records.map((row: { applyId: number; finalScore: number | null }) => [
          row.applyId,
          row.finalScore,
        ]),
      );
    expect(await finals()).toEqual({ [good.applyId]: 25.5, [odd.applyId]: null });
    expect((await mark(first.token, idOf(good.applyId), 30)).status).toBe(409);
    const early = await world.call('PUT', '/api/exam/exam/judge', { examId: exam.examId, line: 30 });
    expect(early.status).toBe(409);
    await give(third.token, { [idOf(odd.applyId)]: 12 });
    expect(await finals()).toEqual({ [good.applyId]: 25.5, [odd.applyId]: 12 });

    const progress = await world.call('GET', `/api/exam/exam/progress?examId=${exam.examId}`);
    expect(progress.data).toMatchObject({
      applied: 2,
      ticketed: 2,
      undecided: 2,
      subjects: [{ papers: 1, sittings: 2, handedIn: 2, answers: 4, waiting: 0, third: 0, settled: 2 }],
    });
    const loads = progress.data.markers.map((one: { userName: string; done: number; third: number }) => [
      one.userName,
      one.done,
      one.third,
    ]);
    expect(loads).toEqual([
      ['marker1', 2, 0],
      ['marker2', 2, 0],
      ['marker3', 1, 1],
      ['stranger', 0, 0],
    ]);

    world.it.pass({ minutes: 150 });
    await world.tick();
    const step = (name: string, body: object = {}) =>
      world.call('PUT', `/api/exam/exam/${name}`, { examId: exam.examId, ...body });
    expect((await step('publish')).message).toContain('待定');
    expect((await step('judge', { line: 30 })).status).toBe(200);
    expect((await world.app('result', { applyId: good.applyId })).data).toEqual({
      ...{ published: false, score: null, resultFlag: 0, subjects: [] },
    });
    const tooHigh = { applyId: odd.applyId, resultFlag: 1, score: 101 };
    expect((await world.call('PUT', '/api/exam/apply/decide', tooHigh)).status).toBe(409);
    const byHand = { applyId: odd.applyId, resultFlag: 1 };
    expect((await world.call('PUT', '/api/exam/apply/decide', byHand)).status).toBe(200);
    expect((await step('publish')).status).toBe(200);
    expect((await world.app('result', { applyId: good.applyId })).data).toMatchObject({
      ...{ published: true, score: '35.50', resultFlag: 1 },
      subjects: [{ subjectName: '乐理', score: '35.50', fullScore: '100.00' }],
    });
    expect((await world.app('result', { applyId: odd.applyId })).data).toMatchObject({
      score: '22.00',
      resultFlag: 1,
    });
    expect((await world.call('PUT', '/api/exam/apply/decide', byHand)).status).toBe(409);
  });
});
