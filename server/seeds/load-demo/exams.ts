import { registry } from '@yikao/model/contexts/datasets.ts';
import { canonicalAnswer } from '@yikao/model/contexts/exam/rules/question-answer.ts';
import { formats } from '@yikao/model/fields/parts/formats.ts';
import { dataYear, shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sum } from '@yikao/model/rules/money.ts';
import { sql } from 'kysely';
import type { Columns } from '../../engine/table/columns.ts';
import { isTrue } from '../../engine/table/sql.ts';
import {
  type DemoExam,
  type DemoQuestion,
  demoCandidates,
  demoExams,
  demoMajors,
  demoMarks,
  demoQuestions,
} from '../demo/exams.ts';
import { insertStored, type LoadContext } from '../load-rows.ts';
import { loadDemoSittings } from './exam-sittings.ts';

const { examApply, examOrder, examPaper, examProf, examSubject, onlineExam, question } = registry;

type QuestionType = keyof typeof demoQuestions;

/** A question that was added. */
export interface AddedQuestion {
  readonly questionId: number;
  readonly questionType: QuestionType;
  readonly score: string;
  readonly answer: string | null;
}

/** An exam that was added with its parts. */
export interface AddedExam {
  readonly demo: DemoExam;
  readonly examId: number;
  readonly subjectId: number;
  readonly paperId: number;
  /** Questions of the paper, in its order. */
  readonly questions: readonly AddedQuestion[];
  /** Applications that sit the exam, in the order of their numbers. */
  readonly sits: readonly number[];
  readonly start: Date;
  readonly end: Date;
}

/** Questions of a paper by type: a hundred marks. */
const onPaper: Readonly<Record<QuestionType, number>> = { 1: 20, 2: 10, 3: 10, 4: 5, 5: 2, 6: 1 };

const dayMs = 86_400_000;
const inDays = ({ now }: LoadContext, days: number) => new Date(now.getTime() + days * dayMs);

/** Accounts of the demo by name. */
async function accounts({ db }: LoadContext): Promise<ReadonlyMap<string, number>> {
  const found = await sql<Columns<typeof registry.adminUser, 'userName' | 'userId'>>`
    select user_name, user_id from t_admin_user where not deleted`.execute(db);
  return new Map(found.rows.map(({ userName, userId }) => [userName, userId]));
}

/**
 * Online exams in each of their states with subjects, majors, questions, papers, applications and answers (domain 7.3).
 * Nothing is added beside rows of people.
 */
export async function loadDemoExams(context: LoadContext): Promise<void> {
  if (await isTrue(context.db, sql`exists(select from t_online_exam)`)) return;
  const people = await accounts(context);
  for (const [at, demo] of demoExams.entries()) {
    const exam = await loadExam(context, demo, at, people);
    if (exam && demo.state >= 3) await loadDemoSittings(context, exam, people);
  }
}

async function loadExam(
  context: LoadContext,
  demo: DemoExam,
  at: number,
  people: ReadonlyMap<string, number>,
): Promise<AddedExam | undefined> {
  const { now } = context;
  const [start, end] = [inDays(context, demo.examDays[0]), inDays(context, demo.examDays[1])];
  const createTime = shanghaiTime(inDays(context, demo.applyDays[0] - 5));
  const [examId = 0] = await insertStored(context, onlineExam, [
    {
      ...{ examName: demo.examName, dataYear: dataYear(now), mode: demo.mode, fee: demo.fee, createTime },
      applyStart: shanghaiTime(inDays(context, demo.applyDays[0])),
      applyEnd: shanghaiTime(inDays(context, demo.applyDays[1])),
      ...{ examStart: shanghaiTime(start), examEnd: shanghaiTime(end), examState: demo.state, status: 1 },
      notice: '<p>请提前 15 分钟登录，准备好证件和答题设备。演示数据。</p>',
    },
  ]);
  const named = ['teacher01', 'teacher02'].flatMap(name => people.get(name) ?? []);
  const third = people.get('teacher03');
  const [subjectId = 0] = await insertStored(context, examSubject, [
    {
      ...{ examId, subjectName: '艺术常识', fullScore: '100.00', passScore: '50.00', createTime },
      ...{ durationMin: 120, scoreMode: 2, markBound: '2.00', orderNum: 1 },
      ...{ markerIds: named, arbiterIds: third === undefined ? null : [third] },
    },
  ]);
  const profs = await insertStored(
    context,
    examProf,
    (demoMajors[demo.examName] ?? []).map((profName, order) => ({
      ...{ examId, profName, quota: 30, subjectIds: [subjectId], orderNum: order + 1, status: 1, createTime },
    })),
  );
  const bank = await loadQuestions(context, examId, subjectId, createTime);
  const questions = ([1, 2, 3, 4, 5, 6] as const).flatMap(type =>
    bank.filter(one => one.questionType === type).slice(0, onPaper[type]),
  );
  if (demo.state === 0) return undefined;
  const [paperId = 0] = await insertStored(context, examPaper, [
    {
      ...{ examId, subjectId, paperName: 'A 卷', status: 1, createTime, questionNum: questions.length },
      questionIds: questions.map(one => one.questionId),
      totalScore: sum(questions.map(one => one.score)),
    },
  ]);
  const sits = await loadApplications(context, { demo, at, examId, profs, end, people });
  return { demo, examId, subjectId, paperId, questions, sits, start, end };
}

async function loadQuestions(
  context: LoadContext,
  examId: number,
  subjectId: number,
  createTime: string,
): Promise<AddedQuestion[]> {
  const rows = ([1, 2, 3, 4, 5, 6] as const).flatMap(questionType =>
    demoQuestions[questionType].map((one: DemoQuestion, at) => {
      const [optionA = null, optionB = null, optionC = null, optionD = null] = one.options ?? [];
      return {
        ...{ examId, subjectId, questionType, title: one.title, optionA, optionB, optionC, optionD },
        answer: one.answer === undefined ? null : canonicalAnswer(questionType, one.answer),
        ...{ analysis: one.analysis ?? null, score: demoMarks[questionType], difficulty: 1 + (at % 3) },
        ...{ orderNum: at + 1, status: 1, createTime },
      };
    }),
  );
  const keys = await insertStored(context, question, rows);
  return rows.map(({ questionType, score, answer }, at) => ({
    ...{ questionId: keys[at] ?? 0, questionType, score, answer },
  }));
}

/** Applications in each state while they are taken, and approved ones afterwards; those that sit the exam are returned. */
async function loadApplications(
  context: LoadContext,
  {
    demo,
    at,
    examId,
    profs,
    end,
    people,
  }: {
    readonly demo: DemoExam;
    readonly at: number;
    readonly examId: number;
    readonly profs: readonly number[];
    readonly end: Date;
    readonly people: ReadonlyMap<string, number>;
  },
): Promise<number[]> {
  const paying = demo.fee !== '0.00';
  const auditBy = people.get('exam01') ?? null;
  const head = `${String(dataYear(context.now)).slice(-2)}${String(examId % 10_000).padStart(4, '0')}`;
  const candidates = demoCandidates.map((studentName, n) => {
    // 1 submitted, 2 approved, 3 refused; while applications are taken there are some of each.
    const auditStatus = demo.state === 1 ? ([1, 2, 2, 3, 2, 1, 2][n % 7] ?? 1) : n === 12 ? 3 : 2;
    const paid = auditStatus === 2 && paying && !(demo.state === 1 && n % 7 === 1);
    const payStatus = auditStatus !== 2 ? 0 : paying ? (paid ? 1 : 0) : 2;
    return {
      ...{ examId, profId: profs[n % profs.length], studentName, auditStatus, payStatus },
      idNo: formats.idNumber.sample(40_000 + at * 100 + n),
      mobile: `13800006${String(at * 20 + n).padStart(3, '0')}`,
      highSchool: ['长沙市第一中学', '株洲市第二中学', '湘潭市第一中学'][n % 3],
      teacherId: n === 3 ? (people.get('teacher01') ?? null) : null,
      auditRemark: auditStatus === 3 ? '照片与证件不符，请重新上传' : null,
      auditBy: auditStatus === 1 ? null : auditBy,
      ticketNo: payStatus > 0 ? `${head}${String(n + 1).padStart(5, '0')}` : null,
      ...{ resultFlag: 0, remark: '演示数据' },
      createTime: shanghaiTime(inDays(context, Math.min(demo.applyDays[0] + 1 + n / 10, -n / 50))),
    };
  });
  const keys = await insertStored(context, examApply, candidates);
  if (paying)
    await insertStored(
      context,
      examOrder,
      candidates.flatMap(({ auditStatus, payStatus, studentName, createTime }, n) => {
        if (auditStatus !== 2) return [];
        const isPaid = payStatus === 1;
        return [
          {
            ...{ orderNo: `EDEMO${at}${String(n).padStart(4, '0')}`, examId, applyId: keys[n], studentName },
            ...{ amount: demo.fee, payAmount: isPaid ? demo.fee : '0.00', refundAmount: '0.00', createTime },
            ...{ status: isPaid ? 1 : 0, payType: isPaid ? 1 + (n % 2) : null },
            ...{ payTime: isPaid ? createTime : null, expireTime: isPaid ? null : shanghaiTime(end) },
          },
        ];
      }),
    );
  return keys.filter((_, n) => (candidates[n]?.payStatus ?? 0) > 0);
}
