import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { keyValue } from '../../calls/values.ts';
import { label } from '../../kernel/label.ts';
import { limits } from '../../limits.ts';
import { examAnswer } from './exam-answer.ts';
import { examApply } from './exam-apply.ts';
import { examPaper, paperMax } from './exam-paper.ts';
import { onlineExam } from './online-exam.ts';
import { question } from './question.ts';

const amount = z.string();

/** A question as a candidate sees it: without its answer. */
const shownQuestion = z.object({
  questionId: z.int(),
  questionType: z.int(),
  title: z.string(),
  images: z.array(z.string()),
  options: z.array(z.object({ key: z.string(), text: z.string() })),
  score: amount,
});

/** See {@link shownQuestion}. */
export type ShownQuestion = z.infer<typeof shownQuestion>;

/** A paper as a candidate sees it. */
const shownPaper = z.object({
  examName: z.string(),
  subjectName: z.string(),
  paperName: z.string(),
  durationMin: z.int().nullable(),
  totalScore: amount,
  questions: z.array(shownQuestion),
});

/** See {@link shownPaper}. */
export type ShownPaper = z.infer<typeof shownPaper>;

/** Most characters of a paper that is read, and most questions that are added at once. */
export const questionTextMax = { chars: 200_000, questions: 500 } as const;

const optionText = z.string().max(limits.path).nullable().default(null);

/** A question of a paper as its preview showed it. Its values are validated as those of a form. */
const paperQuestion = z.object({
  questionType: z.literal([1, 2, 3, 4, 5, 6]),
  title: z.string().min(1).max(limits.longText),
  images: z.array(z.string().max(limits.path)).max(limits.filesMax).default([]),
  optionA: optionText,
  optionB: optionText,
  optionC: optionText,
  optionD: optionText,
  optionE: optionText,
  optionF: optionText,
  answer: z.string().max(limits.longText).nullable().default(null),
  analysis: z.string().nullable().default(null),
  score: z.string().regex(/^\d{1,4}(\.\d{1,2})?$/),
  difficulty: z.literal([1, 2, 3]).nullable().default(null),
});

/** See {@link paperQuestion}. */
export type GivenQuestion = z.output<typeof paperQuestion>;

/** The text of a Word document, with marks for its pictures, and the pictures by the numbers of their marks. */
const docxPaper = z.object({
  text: z.string(),
  pictures: z.array(z.object({ no: z.int(), path: z.string() })),
});

/** See {@link docxPaper}. */
export type DocxPaper = z.infer<typeof docxPaper>;

/** Why a question of a paper was not added. */
const textProblem = z.object({
  /** Place among the given questions, from 0. */
  at: z.int(),
  message: z.string(),
});

const textAdded = z.object({
  /** Questions added: all of them, or none where there are problems. */
  added: z.int(),
  problems: z.array(textProblem),
});

/** See {@link textAdded}. */
export type TextAdded = z.infer<typeof textAdded>;

/** Questions of one type and difficulty that can be drawn. */
const bankGroup = z.object({
  questionType: z.int(),
  difficulty: z.int(),
  num: z.int(),
  /** Lowest and highest marks among them. */
  least: amount,
  most: amount,
});

/** Questions of a subject that can be drawn, with its full mark. */
const bank = z.object({ fullScore: amount, groups: z.array(bankGroup) });

/** See {@link bank}. */
export type QuestionBank = z.infer<typeof bank>;

/** A rule of drawing: so many questions of a type, and of a difficulty unless any will do. */
const pick = z.object({
  questionType: z.int().min(1).max(6),
  difficulty: z.int().min(1).max(3).nullable().default(null),
  num: z.int().min(1).max(paperMax),
});

/** Body of `POST /api/exam/paper/draw`. */
const drawBody = z.object({
  subjectId: keyValue,
  paperName: z.string().trim().min(1).max(limits.name),
  /** Left out, one is made. */
  seed: z.string().trim().max(limits.shortName).default(''),
  picks: z.array(pick).min(1).max(18),
});

/** See {@link drawBody}. */
export type DrawAsk = z.output<typeof drawBody>;

/** An answer for its marker, without anything that names the candidate. */
const markedAnswer = z.object({
  answerId: z.int(),
  /** 1 or 2: one of the two independent marks; 3: the third person's. */
  round: z.int(),
  question: shownQuestion.extend({ analysis: z.string().nullable() }),
  value: z.string().nullable(),
  files: z.array(z.string()),
});

/** An answer that a person has marked. */
const givenMark = markedAnswer.extend({
  score: amount,
  markTime: z.string(),
  /** Another person has marked the answer as well: the mark cannot be corrected any more. */
  closed: z.boolean(),
});

/** See {@link givenMark}. */
export type GivenMark = z.infer<typeof givenMark>;

/** An answer to mark. */
const markTask = markedAnswer.extend({
  /** Answers that still wait for this person, this one included. */
  left: z.int(),
});

/** See {@link markTask}. */
export type MarkTask = z.infer<typeof markTask>;

const markerLoad = z.object({
  userId: z.int(),
  userName: z.string(),
  subjectId: z.int(),
  subjectName: z.string(),
  /** Marks given, and answers taken and not marked yet. */
  done: z.int(),
  open: z.int(),
  /** Mean of the person's marks of settled answers as a share of the full marks, in percent; null below ten of them. */
  mean: amount.nullable(),
  third: z.int(),
});

/** Marking of one subject. */
const subjectProgress = z.object({
  subjectId: z.int(),
  subjectName: z.string(),
  papers: z.int(),
  sittings: z.int(),
  handedIn: z.int(),
  answers: z.int(),
  waiting: z.int(),
  third: z.int(),
  settled: z.int(),
});

/** Progress of an exam. */
const examProgress = z.object({
  examState: z.int(),
  applied: z.int(),
  approved: z.int(),
  unpaid: z.int(),
  ticketed: z.int(),
  late: z.int(),
  undecided: z.int(),
  subjects: z.array(subjectProgress),
  markers: z.array(markerLoad),
});

/** See {@link examProgress}. */
export type ExamProgress = z.infer<typeof examProgress>;

/** A result, as it was published or as it is now. Without a mark or a decision: null, and 0. */
const result = z.object({ score: amount.nullable(), resultFlag: z.int() });

/** The changes of results that publishing an exam would make known. */
const resultChanges = z.object({
  /** Results were published before; otherwise the changes are those since they were judged. */
  published: z.boolean(),
  /** Candidates whose result changes; the list has the first of them. */
  total: z.int(),
  list: z.array(
    z.object({
      applyId: z.int(),
      studentName: z.string(),
      ticketNo: z.string().nullable(),
      before: result,
      /** By the present answers, keys and subjects, and the line of the exam. */
      after: result,
    }),
  ),
});

/** See {@link resultChanges}. */
export type ResultChanges = z.infer<typeof resultChanges>;

/** A subject that a person marks. */
const markedSubject = z.object({
  subjectId: z.int(),
  subjectName: z.string(),
  examId: z.int(),
  examName: z.string(),
  waiting: z.int(),
  done: z.int(),
  third: z.int(),
});

/** See {@link markedSubject}. */
export type MarkedSubject = z.infer<typeof markedSubject>;

/** Calls of the back-office of online exams beside those of the datasets (domain 2.I). */
export const examCalls = {
  audit: call(`PUT ${examApply.path}/audit`, {
    of: examApply,
    label: label('审核考试报名', 'Review an application'),
    may: 'exam:apply:audit',
    body: z.object({
      applyId: keyValue,
      /** 2 approved, 3 refused. */
      auditStatus: z.union([z.literal(2), z.literal(3)]),
      auditRemark: z.string().trim().max(limits.remark).default(''),
    }),
    fails: ['notFound', 'notAllowedNow', 'unmetNeeds', 'invalidFields'],
  }),
  draw: call(`POST ${examPaper.path}/draw`, {
    of: examPaper,
    label: label('按题型和难度抽题组卷', 'Draw a paper by type and difficulty'),
    may: 'exam:paper:add',
    body: drawBody,
    data: z.object({ paperId: z.int(), seed: z.string(), questionNum: z.int(), totalScore: amount }),
    names: { paperName: label('试卷名称', 'Paper'), picks: label('抽题规则', 'What to draw') },
    fails: ['unmetNeeds', 'invalidFields', 'duplicate'],
  }),
  bank: call(`GET ${examPaper.path}/bank`, {
    of: examPaper,
    label: label('可抽的试题数', 'Questions that can be drawn'),
    may: 'exam:paper:add',
    query: z.object({ subjectId: keyValue }),
    data: bank,
    fails: ['notFound'],
  }),
  preview: call(`GET ${examPaper.path}/preview`, {
    of: examPaper,
    label: label('预览考生看到的试卷', 'A paper as candidates see it'),
    may: 'exam:paper:list',
    query: z.object({ paperId: keyValue }),
    data: shownPaper,
    fails: ['notFound'],
  }),
  addPaper: call(`POST ${question.path}/paper`, {
    of: question,
    once: true,
    label: label('添加试卷的试题，全部成功或全部不加', 'Add the questions of a paper, all or none'),
    may: 'exam:question:add',
    body: z.object({
      subjectId: keyValue,
      questions: z.array(paperQuestion).min(1).max(questionTextMax.questions),
    }),
    data: textAdded,
    names: {
      subjectId: label('科目', 'Subject'),
      questions: label('试题', 'Questions'),
    },
    fails: ['notFound', 'invalidFields', 'duplicate'],
  }),
  readDocx: call(`POST ${question.path}/docx`, {
    of: question,
    label: label('读取 Word 试卷，不保存试题', 'Read a paper in Word; stores no question'),
    may: 'exam:question:add',
    body: z.object({ filePath: z.string().min(1).max(limits.path) }),
    data: docxPaper,
    fails: ['invalidFields', 'paperUnreadable', 'tooManyRequests'],
  }),
  previewQuestion: call(`GET ${question.path}/preview`, {
    of: question,
    label: label('预览考生看到的试题', 'A question as candidates see it'),
    may: 'exam:question:list',
    query: z.object({ questionId: keyValue }),
    data: shownQuestion,
    fails: ['notFound'],
  }),
  remark: call(`POST ${question.path}/remark`, {
    of: question,
    label: label('按现在的答案重新评分', 'Mark by the present answer again'),
    may: 'exam:question:update',
    body: z.object({ questionId: keyValue }),
    data: z.object({ changed: z.int() }),
    fails: ['notFound', 'unmetNeeds'],
  }),
  progress: call(`GET ${onlineExam.path}/progress`, {
    of: onlineExam,
    label: label('考试与评卷进度', 'Progress of an exam and of its marking'),
    may: 'exam:exam:list',
    query: z.object({ examId: keyValue }),
    data: examProgress,
    fails: ['notFound'],
  }),
  changes: call(`GET ${onlineExam.path}/outdated`, {
    of: onlineExam,
    label: label('成绩变动：谁的结果会改变', 'Whose results change'),
    may: 'exam:exam:publish',
    query: z.object({ examId: keyValue }),
    data: resultChanges,
    fails: ['notFound'],
  }),
  subjects: call(`GET ${examAnswer.path}/marking`, {
    of: examAnswer,
    label: label('我评阅的科目', 'The subjects that I mark'),
    may: 'exam:answer:mark',
    data: z.array(markedSubject),
  }),
  next: call(`POST ${examAnswer.path}/next`, {
    of: examAnswer,
    label: label('领取下一份待评答卷', 'Take the next answer to mark'),
    may: 'exam:answer:mark',
    body: z.object({ subjectId: keyValue }),
    data: markTask.nullable(),
    fails: ['unmetNeeds'],
  }),
  mine: call(`GET ${examAnswer.path}/mine`, {
    of: examAnswer,
    label: label('我最近评阅的答卷', 'The answers that I marked last'),
    may: 'exam:answer:mark',
    query: z.object({ subjectId: keyValue }),
    data: z.array(givenMark),
  }),
  mark: call(`PUT ${examAnswer.path}/mark`, {
    of: examAnswer,
    label: label('给答卷评分', 'Mark an answer'),
    may: 'exam:answer:mark',
    body: z.object({
      answerId: keyValue,
      score: z
        .union([z.number(), z.string()])
        .transform(String)
        .pipe(z.string().regex(/^\d{1,4}(\.\d{1,2})?$/)),
    }),
    names: { score: label('得分', 'Mark') },
    data: z.object({ closed: z.boolean() }),
    fails: ['notFound', 'unmetNeeds', 'invalidFields'],
  }),
} as const;
