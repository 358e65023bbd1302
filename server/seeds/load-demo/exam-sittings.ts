import { registry } from '@yikao/model/contexts/datasets.ts';
import { isMarkedByRule, isRight } from '@yikao/model/contexts/exam/rules/question-answer.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sum } from '@yikao/model/rules/money.ts';
import { sql } from 'kysely';
import { demoPictures } from '../demo/display.ts';
import { insertStored, type LoadContext } from '../load-rows.ts';
import type { AddedExam, AddedQuestion } from './exams.ts';

const { examAnswer, examLate, examSitting } = registry;

/** Texts of candidates in short answers. */
const said = [
  '奏鸣曲式由呈示部、展开部和再现部组成：呈示部有主部与副部两个主题，展开部对其发展，再现部回到主调。',
  '由呈示、展开、再现三部分构成，主部与副部在再现部中统一于主调，例如贝多芬《悲怆》第一乐章。',
  '“气韵生动”出自谢赫《古画品录》，是六法之首，指作品的精神与生命力。',
  '它要求画家把握对象的内在精神，使画面有节奏、有生气。',
];

/** Wrong answers by type. */
const wrong: Readonly<Record<number, string>> = { 1: 'B', 2: 'AB', 3: 'F', 4: '不知道' };

/** Marks that two people gave to an answer, before it is settled or afterwards. */
interface Marked {
  readonly state: 0 | 1 | 2 | 3;
  readonly marks: readonly string[];
}

/** The marks of the `n`-th candidate's answer that people mark: settled, apart from each other, one of two, or none yet. */
function markedOf(n: number, { score }: AddedQuestion, allDone: boolean): Marked {
  const full = Number(score);
  const [low, high] = [Math.round(full * 0.6), Math.round(full * 0.6) + 1];
  const mark = (points: number) => points.toFixed(2);
  if (allDone || n < 5) return { state: 3, marks: [mark(low + (n % 3)), mark(high + (n % 3))] };
  if (n === 5) return { state: 2, marks: [mark(full * 0.4), mark(full * 0.9)] };
  return { state: 1, marks: n < 8 ? [mark(low)] : [] };
}

const mean = ([one = '0', other = '0']: readonly string[]) => ((Number(one) + Number(other)) / 2).toFixed(2);

/** Sittings with answers by rule and by people, their marks, and answers that came late, for an exam that has begun. */
export async function loadDemoSittings(
  context: LoadContext,
  exam: AddedExam,
  people: ReadonlyMap<string, number>,
): Promise<void> {
  const { examId, subjectId, paperId, start, end, demo } = exam;
  const [first = null, second = null] = ['teacher01', 'teacher02'].map(name => people.get(name) ?? null);
  const begun = new Date(Math.min(start.getTime() + 300_000, context.now.getTime()));
  const until = new Date(Math.min(begun.getTime() + 120 * 60_000, end.getTime()));
  const running = demo.state === 3;
  const sits = exam.sits.slice(0, running ? 7 : 12);
  const submitTime = (n: number) =>
    running
      ? n < 2
        ? context.now
        : null
      : n === 11
        ? null
        : new Date(begun.getTime() + (60 + n * 4) * 60_000);
  const time = (at: Date | null) => at && shanghaiTime(at > until ? until : at);
  const works = Object.values(demoPictures).slice(0, 3);
  const answers = sits.flatMap((applyId, n) =>
    exam.questions
      .slice(0, running ? 10 + n * 4 : undefined)
      .map((one, at) => answerOf({ exam, one, applyId, n, at, works: works.map(({ path }) => path) })),
  );
  const scoreOf = (applyId: number) =>
    sum(answers.filter(one => one.applyId === applyId).flatMap(one => one.finalScore ?? []));
  const createTime = shanghaiTime(begun);
  await insertStored(
    context,
    examSitting,
    sits.map((applyId, n) => ({
      ...{ examId, applyId, subjectId, paperId, startTime: createTime, endTime: shanghaiTime(until) },
      ...{ submitTime: time(submitTime(n)), score: demo.state === 5 ? scoreOf(applyId) : null, createTime },
    })),
  );
  const keys = await insertStored(
    context,
    examAnswer,
    answers.map(({ marks, state, ...row }) => ({
      ...{ ...row, seq: 1, at: createTime, markState: state, createTime },
      ...(state === 3 && {
        ...{ score: marks[0], markerId: first, secondScore: marks[1], secondMarkerId: second },
      }),
    })),
  );
  if (first !== null && second !== null)
    for (const [at, { marks }] of answers.entries())
      for (const [round, score] of marks.entries())
        await sql`
          insert into t_exam_mark (answer_id, round, marker_id, claim_time, score, mark_time)
          values (${keys[at]}, ${round + 1}, ${round === 0 ? first : second}, ${context.now}, ${score}, ${context.now})`.execute(
          context.db,
        );
  if (demo.state === 4) await loadLate(context, exam, sits, until);
  if (demo.state === 5)
    for (const applyId of sits)
      await sql`
        update t_exam_apply set score = ${scoreOf(applyId)}::numeric,
          result_flag = case when ${scoreOf(applyId)}::numeric >= 60 then 1 else 2 end
        where apply_id = ${applyId}`.execute(context.db);
  if (demo.state === 5)
    await sql`
      update t_exam_apply set result_flag = 2, score = 0
      where exam_id = ${examId} and audit_status = 2 and result_flag = 0`.execute(context.db);
}

function answerOf({
  exam: { examId, subjectId, demo },
  one,
  applyId,
  n,
  at,
  works,
}: {
  readonly exam: AddedExam;
  readonly one: AddedQuestion;
  readonly applyId: number;
  readonly n: number;
  readonly at: number;
  readonly works: readonly string[];
}) {
  const { questionId, questionType, score, answer } = one;
  const about = { applyId, examId, subjectId, questionId };
  if (isMarkedByRule(questionType)) {
    const value = (n * 7 + at * 3) % 5 === 0 ? (wrong[questionType] ?? '') : (answer ?? '').split('|')[0];
    const right = isRight(questionType, answer ?? '', value ?? '');
    const finalScore = right ? score : '0.00';
    return { ...about, value, files: null, finalScore, state: 0 as const, marks: [] };
  }
  const { state, marks } =
    demo.state === 3 ? { state: 1 as const, marks: [] } : markedOf(n, one, demo.state === 5);
  const isWork = questionType === 6;
  return {
    ...{ ...about, state, marks, value: isWork ? null : (said[(n + at) % said.length] ?? null) },
    files: isWork ? works.slice(n % works.length, (n % works.length) + 1) : null,
    finalScore: state === 3 ? mean(marks) : null,
  };
}

/** Answers that were given in time and came after the end: two that wait for a person, and one that was refused. */
async function loadLate(
  context: LoadContext,
  { examId, subjectId, questions }: AddedExam,
  sits: readonly number[],
  until: Date,
): Promise<void> {
  const choices = questions.filter(one => one.questionType === 1);
  await insertStored(
    context,
    examLate,
    [0, 0, 2].flatMap((lateState, n) => {
      const [applyId, one] = [sits[8 + n], choices[n]];
      if (applyId === undefined || one === undefined) return [];
      return [
        {
          ...{
            applyId,
            examId,
            subjectId,
            questionId: one.questionId,
            seq: 3,
            value: one.answer,
            files: null,
          },
          at: shanghaiTime(new Date(until.getTime() - 40_000)),
          receiveTime: shanghaiTime(new Date(until.getTime() + 25_000)),
          ...{
            lateReason: 1,
            lateState,
            auditRemark: lateState === 2 ? '考生在监考下重新作答，时间不符' : null,
          },
          createTime: shanghaiTime(new Date(until.getTime() + 25_000)),
        },
      ];
    }),
  );
}
