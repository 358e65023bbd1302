import { registry } from '@yikao/model/contexts/datasets.ts';
import { formats } from '@yikao/model/fields/parts/formats.ts';
import { sql } from 'kysely';
import { createStepClock } from '../../../engine/steps/clock.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import { type Answer, openSeededApp, password, type SeededApp } from '../../testing/seeded-app.ts';
import { signedBy } from '../../testing/signed-by.ts';

const secret = 'a-secret-of-an-app-that-has-32-characters-or-more';

/** A candidate of a test. */
export interface Pupil {
  readonly applyId: number;
  readonly mobile: string;
}

/** An exam of a test: one subject with a paper of each type of question. */
export interface Exam {
  readonly examId: number;
  readonly subjectId: number;
  readonly profId: number;
  /** Questions by their types. */
  readonly questions: Readonly<Record<1 | 2 | 3 | 4 | 5 | 6, number>>;
  readonly paperId: number;
}

/** The product on a seeded database, with the calls of the apps and of the people who hold exams. */
export interface ExamWorld {
  readonly it: SeededApp;
  /** Calls as the administrator, or as somebody who has logged in. */
  call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: object,
    token?: string,
  ): Promise<Answer>;
  /** A call that an app signs. */
  app(path: string, body: object): Promise<Answer>;
  /** Adds a row as the administrator and returns its key. */
  add(dataset: { readonly path: string; readonly key: string }, body: object): Promise<number>;
  /** An account with these permissions, logged in. */
  account(
    userName: string,
    codes: readonly string[],
  ): Promise<{ readonly userId: number; readonly token: string }>;
  /** An exam whose registration is open; it runs from 10:00 to 12:00 of the first day. */
  exam(more?: { readonly fee?: string; readonly subject?: object; readonly prof?: object }): Promise<Exam>;
  /** A candidate who has applied, and is approved by default. */
  pupil(exam: Exam, more?: object, approve?: boolean): Promise<Pupil>;
  /** Takes the steps that are due. */
  tick(): Promise<void>;
  /** Moves the clock to 10:00, when the exams of a test begin. */
  begin(): Promise<void>;
  close(): Promise<void>;
}

/** A question of each type, with its right answer. */
const sampleQuestions = [
  {
    questionType: 1,
    title: '大三和弦的结构',
    optionA: '大三加小三',
    optionB: '小三加大三',
    answer: 'A',
    score: 10,
  },
  {
    questionType: 2,
    title: '弦乐器有',
    optionA: '小提琴',
    optionB: '大提琴',
    optionC: '长笛',
    answer: 'AB',
    score: 10,
  },
  { questionType: 3, title: '钢琴有 88 个键', answer: '对', score: 10 },
  { questionType: 4, title: '《黄河大合唱》的曲作者是____', answer: '冼星海|星海', score: 10 },
  { questionType: 5, title: '简述奏鸣曲式', analysis: '三部分', score: 30 },
  { questionType: 6, title: '上传一张素描', score: 30 },
] as const;

/** Opens {@link ExamWorld}; jobs are refused unless `enqueue` takes them. */
export async function openExamWorld(
  options: { readonly enqueue?: (jobId: number) => Promise<void> } = {},
): Promise<ExamWorld> {
  const it = await openSeededApp({ ...options, env: { APP_KEYS: `wechat:${secret}` } });
  const { token: admin } = await it.login('admin');
  const clock = createStepClock({ engine: it.engine, onFailure: () => undefined });
  let made = 0;
  const call: ExamWorld['call'] = (method, url, body, token = admin) =>
    it.call(method, url, { token, ...(body && { body }) });
  const add: ExamWorld['add'] = async ({ path, key }, body) => {
    const answer = await call('POST', path, body);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.message} ${JSON.stringify(answer.data)}`);
    return answer.data[key];
  };
  const app: ExamWorld['app'] = (path, body) => {
    const url = `/api/exam/app/${path}`;
    return it.call('POST', url, { body, headers: signedBy(it, { url, body, secret }) });
  };
  const tick = async () => {
    while ((await clock.takeDue()) > 0);
  };
  return {
    ...{ it, call, app, add, tick },
    async account(userName, codes) {
      const perms = await sql<Columns<typeof registry.perm, 'permId'>>`
        select perm_id from t_perm where perm_code = any(${[...codes]}::text[]) and not deleted`.execute(
        it.engine.db,
      );
      if (perms.rows.length < codes.length) throw new Error('A permission code is unknown');
      const permIds = perms.rows.map(({ permId }) => permId);
      const named = { roleName: userName, roleCode: userName, dataScope: 0, permIds };
      const role = await add(registry.role, named);
      const body = { userName, password, nickName: userName, userType: 2, roleIds: [role] };
      const userId = await add(registry.adminUser, body);
      const { token } = await it.login(userName);
      // A password that somebody else has set is replaced before anything else.
      const own = await call('POST', '/api/admin/resetPwd', { userId, password: 'Mine1234' }, token);
      if (own.status !== 200) throw new Error(own.message);
      return { userId, token };
    },
    async exam({ fee = '0.00', subject = {}, prof = {} } = {}) {
      made += 1;
      const examId = await add(registry.onlineExam, {
        ...{ examName: `专业复试${made}`, dataYear: 2026, mode: 1, fee },
        ...{ applyStart: '2026-03-01 00:00:00', applyEnd: '2026-03-02 09:30:00' },
        ...{ examStart: '2026-03-02 10:00:00', examEnd: '2026-03-02 12:00:00' },
      });
      const subjectId = await add(registry.examSubject, {
        ...{ examId, subjectName: '乐理', fullScore: 100, scoreMode: 2, durationMin: 60, markBound: 2 },
        ...subject,
      });
      const profId = await add(registry.examProf, { examId, profName: '音乐表演', ...prof });
      const ids: number[] = [];
      for (const question of sampleQuestions)
        ids.push(await add(registry.question, { examId, subjectId, ...question }));
      const paperId = await add(registry.examPaper, {
        examId,
        subjectId,
        paperName: 'A 卷',
        questionIds: ids,
      });
      const opened = await call('PUT', '/api/exam/exam/open', { examId });
      if (opened.status !== 200) throw new Error(opened.message);
      // The questions were added in the order of their types, 1 to 6.
      const [one = 0, two = 0, three = 0, four = 0, five = 0, six = 0] = ids;
      const questions: Exam['questions'] = { 1: one, 2: two, 3: three, 4: four, 5: five, 6: six };
      return { examId, subjectId, profId, questions, paperId };
    },
    async pupil({ examId, profId }, more = {}, approve = true) {
      made += 1;
      const mobile = `1390001${String(made).padStart(4, '0')}`;
      const idNo = formats.idNumber.sample(20_000 + made);
      const answer = await app('apply', {
        examId,
        profId,
        studentName: `考生${made}`,
        idNo,
        mobile,
        ...more,
      });
      if (answer.status !== 200) throw new Error(`${answer.message} ${JSON.stringify(answer.data)}`);
      const { applyId } = answer.data;
      if (approve) {
        const passed = await call('PUT', '/api/exam/apply/audit', { applyId, auditStatus: 2 });
        if (passed.status !== 200) throw new Error(passed.message);
      }
      return { applyId, mobile };
    },
    async begin() {
      const now = it.engine.clock.now().getTime();
      const at = new Date('2026-03-02T10:00:00+08:00').getTime();
      if (at > now) it.pass({ seconds: (at - now) / 1000 });
      await tick();
      await tick();
    },
    close: () => it.close(),
  };
}
