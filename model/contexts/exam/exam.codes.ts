import { defineCodes } from '../../kernel/codes.ts';

/** Forms of an online exam (domain I1). */
export const examMode = defineCodes('examMode', [
  { code: 1, name: 'online', zh: '线上答题', en: 'Answered online' },
  { code: 2, name: 'works', zh: '作品提交', en: 'Works sent in' },
  { code: 3, name: 'onSite', zh: '现场', en: 'On site' },
]);

/** Progress of an online exam (domain I1, 3.14). */
export const onlineExamState = defineCodes('onlineExamState', [
  { code: 0, name: 'draft', zh: '草稿', en: 'Draft' },
  { code: 1, name: 'applying', zh: '报名中', en: 'Registration open', tone: 'act' },
  { code: 2, name: 'closed', zh: '报名截止', en: 'Registration closed' },
  { code: 3, name: 'running', zh: '考试中', en: 'Running', tone: 'act' },
  { code: 4, name: 'ended', zh: '已结束', en: 'Ended', tone: 'look' },
  { code: 5, name: 'published', zh: '已发布成绩', en: 'Results published', tone: 'done' },
]);

/**
 * Switch by which candidates can use an exam. Not the codes of `common.status`: an exam has other steps, and the switch is
 * an ordinary field.
 */
export const examSwitch = defineCodes('examSwitch', [
  { code: 1, name: 'enabled', zh: '启用', en: 'Enabled', tone: 'done' },
  { code: 0, name: 'disabled', zh: '停用', en: 'Disabled', tone: 'plain' },
]);

/** Who marks a subject: rules alone, or people where the type of a question needs them (domain I3). */
export const examScoreMode = defineCodes('examScoreMode', [
  { code: 1, name: 'rules', zh: '自动', en: 'Automatic' },
  { code: 2, name: 'people', zh: '人工', en: 'By people' },
]);

/** Types of questions (domain I4). The first four are marked by rule, the last two by people. */
export const questionType = defineCodes('questionType', [
  { code: 1, name: 'single', zh: '单选', en: 'Single choice' },
  { code: 2, name: 'multiple', zh: '多选', en: 'Multiple choice' },
  { code: 3, name: 'trueFalse', zh: '判断', en: 'True or false' },
  { code: 4, name: 'blank', zh: '填空', en: 'Blanks' },
  { code: 5, name: 'short', zh: '简答', en: 'Short answer' },
  { code: 6, name: 'work', zh: '作品上传', en: 'Work upload' },
]);

/** Code of a type of question. */
export type QuestionType = (typeof questionType)['items'][number]['code'];

/** Difficulty of a question (domain I4). */
export const difficulty = defineCodes('difficulty', [
  { code: 1, name: 'easy', zh: '易', en: 'Easy' },
  { code: 2, name: 'medium', zh: '中', en: 'Medium' },
  { code: 3, name: 'hard', zh: '难', en: 'Hard' },
]);

/** Payment of an application (domain I5). */
export const examPayStatus = defineCodes('examPayStatus', [
  { code: 0, name: 'unpaid', zh: '未支付', en: 'Unpaid', tone: 'look' },
  { code: 1, name: 'paid', zh: '已支付', en: 'Paid', tone: 'done' },
  { code: 2, name: 'free', zh: '免费', en: 'Free', tone: 'plain' },
]);

/** Result of a candidate (domain I5). */
export const examResult = defineCodes('examResult', [
  { code: 0, name: 'pending', zh: '待定', en: 'Pending', tone: 'look' },
  { code: 1, name: 'passed', zh: '合格', en: 'Passed', tone: 'done' },
  { code: 2, name: 'failed', zh: '不合格', en: 'Failed', tone: 'lost' },
]);

/** Progress of one candidate in one subject; follows from the times of the sitting when it is read. */
export const sittingState = defineCodes('sittingState', [
  { code: 1, name: 'answering', zh: '答题中', en: 'Answering', tone: 'act' },
  { code: 2, name: 'handedIn', zh: '已交卷', en: 'Submitted', tone: 'done' },
  { code: 3, name: 'timeUp', zh: '到时收卷', en: 'Time was up', tone: 'plain' },
]);

/** Marking of an answer (0.7, 26). */
export const markState = defineCodes('markState', [
  { code: 0, name: 'byRule', zh: '自动评分', en: 'By rule', tone: 'plain' },
  { code: 1, name: 'waiting', zh: '待评阅', en: 'To be marked', tone: 'look' },
  { code: 2, name: 'third', zh: '待仲裁', en: 'Third marker', tone: 'act' },
  { code: 3, name: 'done', zh: '已评定', en: 'Marked', tone: 'done' },
]);

/** Why an answer was too late for the paper although it was given in time (0.7, 26). */
export const lateReason = defineCodes('lateReason', [
  { code: 1, name: 'afterEnd', zh: '结束后到达', en: 'Came after the end' },
  { code: 2, name: 'afterHandIn', zh: '交卷后到达', en: 'Came after the hand-in' },
]);

/** A person's decision on a late answer. */
export const lateState = defineCodes('lateState', [
  { code: 0, name: 'waiting', zh: '待处理', en: 'To be decided', tone: 'look' },
  { code: 1, name: 'accepted', zh: '已采纳', en: 'Accepted', tone: 'done' },
  { code: 2, name: 'refused', zh: '不采纳', en: 'Refused', tone: 'plain' },
]);
