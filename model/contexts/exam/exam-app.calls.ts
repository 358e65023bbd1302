import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { label } from '../../kernel/label.ts';
import { refinement } from '../../kernel/validate/issues.ts';
import { limits } from '../../limits.ts';
import { readInstant } from '../../rules/times.ts';
import { examAnswer } from './exam-answer.ts';
import { examApply } from './exam-apply.ts';
import { onlineExam } from './online-exam.ts';

const id = z.int().positive();
const amount = z.string();

/** Most answers that one call may carry. */
export const answersMax = 300;

/** An instant on the clock of a device: milliseconds since 1970, or ISO 8601 with its offset. */
const instant = z.union([
  z.int(),
  z.iso.datetime({ offset: true }).transform((text, context) => {
    const at = readInstant(text);
    if (at) return at.getTime();
    context.addIssue({ code: 'custom', ...refinement('notADateTime') });
    return z.NEVER;
  }),
]);

/**
 * An answer. Of several to one question the highest `seq` wins, in whatever order and however often they come. A work
 * names the paths that `POST /api/exam/app/work` gave, with commas between.
 */
const givenAnswer = z.object({
  applyId: id,
  questionId: id,
  seq: z.int().min(1).max(2_147_483_647),
  value: z.string().max(limits.longText),
  at: instant,
});

/** See {@link givenAnswer}. */
export type GivenAnswer = z.output<typeof givenAnswer>;

/**
 * The outcome of an answer: `saved`, this text is stored; `older`, because one of a higher `seq` is stored; `differs`,
 * because another text is stored with the same `seq`, as a second device sends it; `late`, listed for a person; or refused:
 * `notStarted`, `notOnPaper`, `notReady` for a work that was never uploaded, `tooLate`.
 */
const outcome = z.enum([
  'saved',
  'older',
  'differs',
  'late',
  'notStarted',
  'notOnPaper',
  'notReady',
  'tooLate',
]);

/** See {@link outcome}. */
export type AnswerOutcome = z.infer<typeof outcome>;

const answersBody = z.object({
  answers: z.array(givenAnswer).min(1).max(answersMax),
  /** The device's clock as it sends them: times of a wrong clock are put right by it. */
  sentAt: instant.optional(),
});

/** See {@link answersBody}. */
export type AnswersAsk = z.output<typeof answersBody>;

const answersTaken = z.object({
  /** Outcomes in the order of the answers. */
  outcomes: z.array(
    z.object({
      applyId: z.int(),
      questionId: z.int(),
      seq: z.int(),
      outcome,
      /** The answer that is stored instead, of one that is `older` or `differs`; go on from its `seq`. */
      stored: z.object({ seq: z.int(), value: z.string() }).optional(),
    }),
  ),
  /** Time of the server, in milliseconds since 1970. */
  now: z.int(),
});

/** See {@link answersTaken}. */
export type AnswersTaken = z.infer<typeof answersTaken>;

const submitBody = z.object({
  applyId: id,
  /** Left out, all subjects that were begun are handed in. */
  subjectId: id.optional(),
  /** Answers that were not sent yet. */
  answers: z.array(givenAnswer).max(answersMax).default([]),
  sentAt: instant.optional(),
});

/** See {@link submitBody}. */
export type SubmitAsk = z.output<typeof submitBody>;

const submitted = z.object({
  sittings: z.array(z.object({ subjectId: z.int(), submitTime: z.string(), answers: z.int() })),
  outcomes: answersTaken.shape.outcomes,
});

/** See {@link submitted}. */
export type Submitted = z.infer<typeof submitted>;

const applyBody = z.looseObject({ examId: id, profId: id });

/** See {@link applyBody}. */
export type ApplyAsk = z.output<typeof applyBody>;

const applied = z.object({
  applyId: z.int(),
  auditStatus: z.int(),
  auditRemark: z.string().nullable(),
  payStatus: z.int(),
  ticketNo: z.string().nullable(),
  /** The order that waits for its payment. */
  orderNo: z.string().nullable(),
  amount: amount.nullable(),
  expireTime: z.string().nullable(),
});

/** See {@link applied}. */
export type Applied = z.infer<typeof applied>;

const openExam = z.object({
  examId: z.int(),
  examName: z.string(),
  mode: z.int(),
  applyStart: z.string(),
  applyEnd: z.string(),
  examStart: z.string(),
  examEnd: z.string(),
  notice: z.string().nullable(),
  profs: z.array(z.object({ id: z.int(), profName: z.string(), fee: amount })),
});

/** See {@link openExam}. */
export type OpenExam = z.infer<typeof openExam>;

const startBody = z.object({
  applyId: id,
  /** May be left out where the candidate has one subject. */
  subjectId: id.optional(),
  /** The device's clock as it sends the call. */
  sentAt: instant.optional(),
});

/** A paper that a candidate works on, with the answers that are stored. */
const started = z.object({
  sittingId: z.int(),
  subjectId: z.int(),
  subjectName: z.string(),
  paperId: z.int(),
  questions: z.array(
    z.object({
      questionId: z.int(),
      questionType: z.int(),
      title: z.string(),
      images: z.array(z.string()),
      options: z.array(z.object({ key: z.string(), text: z.string() })),
      score: amount,
    }),
  ),
  answers: z.array(z.object({ questionId: z.int(), seq: z.int(), value: z.string() })),
  startTime: z.string(),
  endTime: z.string(),
  submitTime: z.string().nullable(),
  /** Time of the server, and milliseconds that are left by it. */
  now: z.int(),
  leftMs: z.int(),
});

/** See {@link started}. */
export type Started = z.infer<typeof started>;

const resultBody = z.object({ applyId: id });

const examOutcome = z.object({
  published: z.boolean(),
  score: amount.nullable(),
  resultFlag: z.int(),
  subjects: z.array(z.object({ subjectName: z.string(), score: amount.nullable(), fullScore: amount })),
});

/** See {@link examOutcome}. */
export type ExamOutcome = z.infer<typeof examOutcome>;

/** Bytes of a work as base64, a third more than the picture has. */
export const workChars = Math.ceil(limits.imageBytes / 3) * 4;

const signed = (name: string, max: number) =>
  ({
    may: 'public',
    tolerant: true,
    limit: { name: `exam-${name}`, per: 'address', max, windowMs: 60_000 },
  }) as const;

/**
 * Answers are not counted by address: they all come from the app's own servers, and a counter that every call of an exam
 * writes would let them wait for each other. The signature turns away everybody else.
 */
const uncounted = { may: 'public', tolerant: true } as const;

/**
 * Calls by which the consumer apps let candidates apply for online exams and sit them, each signed with an app's key as
 * visits are (0.7, 13 and 26). An app answers for the person who makes its calls.
 */
export const examAppCalls = {
  exams: call('POST /api/exam/app/exam', {
    ...signed('read', 6_000),
    of: onlineExam,
    label: label('开放报名的考试(应用密钥签名)', 'Exams that take applications (signed by an app)'),
    reads: true,
    body: z.object({}),
    data: z.array(openExam),
    fails: ['wrongSignature'],
  }),
  apply: call('POST /api/exam/app/apply', {
    ...signed('apply', 6_000),
    of: examApply,
    label: label('考生报名(应用密钥签名)', 'Apply for an exam (signed by an app)'),
    body: applyBody,
    data: applied,
    fails: ['wrongSignature', 'unmetNeeds', 'invalidFields', 'duplicate'],
  }),
  start: call('POST /api/exam/app/start', {
    ...signed('start', 60_000),
    of: examAnswer,
    label: label('开始或继续作答(应用密钥签名)', 'Begin or resume a paper (signed by an app)'),
    body: startBody,
    data: started,
    fails: ['wrongSignature', 'unmetNeeds', 'notFound'],
  }),
  answer: call('POST /api/exam/app/answer', {
    ...uncounted,
    of: examAnswer,
    label: label('保存答案(应用密钥签名)', 'Save answers (signed by an app)'),
    body: answersBody,
    data: answersTaken,
    fails: ['wrongSignature'],
  }),
  submit: call('POST /api/exam/app/submit', {
    ...uncounted,
    of: examAnswer,
    label: label('交卷(应用密钥签名)', 'Hand in (signed by an app)'),
    body: submitBody,
    data: submitted,
    fails: ['wrongSignature', 'unmetNeeds', 'notFound'],
  }),
  result: call('POST /api/exam/app/result', {
    ...signed('read', 6_000),
    of: examApply,
    label: label('查询成绩(应用密钥签名)', 'The result of a candidate (signed by an app)'),
    reads: true,
    body: resultBody,
    data: examOutcome,
    fails: ['wrongSignature', 'notFound'],
  }),
  work: call('POST /api/exam/app/work', {
    ...signed('work', 6_000),
    of: examAnswer,
    label: label('上传作品图片(应用密钥签名)', 'Upload a picture of a work (signed by an app)'),
    body: z.object({
      applyId: id,
      name: z.string().min(1).max(limits.path),
      content: z.base64().max(workChars),
    }),
    data: z.object({ path: z.string() }),
    fails: ['wrongSignature', 'unmetNeeds', 'wrongFileKind', 'tooLarge'],
  }),
} as const;
