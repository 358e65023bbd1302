import { defineCodes } from '../../kernel/codes.ts';

/** Which score or rank a figure is (spec section 4 has the codes, domain 0.5 `@scoreType` their meaning). */
export const scoreType = defineCodes('scoreType', [
  { code: 1, name: 'composite', zh: '综合分', en: 'Composite' },
  { code: 2, name: 'culture', zh: '文化分', en: 'Culture' },
  { code: 3, name: 'joint', zh: '统考专业分', en: 'Joint professional' },
  { code: 4, name: 'jointRank', zh: '专业位次', en: 'Professional rank' },
  { code: 5, name: 'english', zh: '英语成绩', en: 'English' },
  { code: 6, name: 'cultureConverted', zh: '文化折算分', en: 'Converted culture' },
  { code: 7, name: 'chinese', zh: '语文成绩', en: 'Chinese' },
  { code: 8, name: 'school', zh: '校考专业分', en: 'School exam' },
  { code: 9, name: 'compositeRank', zh: '综合位次', en: 'Composite rank' },
]);

/** Which scores a table of segments is of (domain D7). */
export const segmentType = defineCodes('segmentType', [
  { code: 2, name: 'culture', zh: '文化', en: 'Culture' },
  { code: 3, name: 'professional', zh: '专业', en: 'Professional' },
  { code: 1, name: 'composite', zh: '综合', en: 'Composite' },
]);

/** The order in which candidates of a batch are presented to schools (domain 0.5, `@archiveRule`). */
export const archiveRule = defineCodes('archiveRule', [
  { code: 1, name: 'parallel', zh: '平行志愿', en: 'Parallel' },
  { code: 2, name: 'sequential', zh: '顺序(梯度)志愿', en: 'Sequential' },
]);

/** The exam that admission is based on (domain 0.5, `@admitType`). */
export const admitType = defineCodes('admitType', [
  { code: 1, name: 'joint', zh: '统考', en: 'Joint exam', also: ['Unified'] },
  { code: 2, name: 'school', zh: '校考', en: 'School exam' },
]);

/** Demand for a programme compared with what its line suggests (domain D3). */
export const bigSmall = defineCodes('bigSmall', [
  { code: 0, name: 'neither', zh: '无', en: 'Neither' },
  { code: 1, name: 'big', zh: '大年', en: 'High-demand year', also: ['Big year'] },
  { code: 2, name: 'small', zh: '小年', en: 'Low-demand year', also: ['Small year'] },
]);

/** The worst that the data checks have found of a row (domain D3, 4.11). */
export const checkStatus = defineCodes('checkStatus', [
  { code: 0, name: 'unchecked', zh: '未检查', en: 'Not checked', tone: 'plain' },
  { code: 1, name: 'passed', zh: '通过', en: 'Passed', tone: 'done' },
  { code: 2, name: 'warning', zh: '警告', en: 'Warning', tone: 'look' },
  { code: 3, name: 'error', zh: '错误', en: 'Error', tone: 'lost' },
]);

/** Rounds in which places of a batch are given (domain D5). */
export const archiveRound = defineCodes('archiveRound', [
  { code: 1, name: 'first', zh: '首次', en: 'First' },
  { code: 2, name: 'second', zh: '征集一', en: 'First supplementary' },
  { code: 3, name: 'third', zh: '征集二', en: 'Second supplementary' },
]);

/** Kinds of admission under special rules (domain D14). */
export const exceptionType = defineCodes('exceptionType', [
  { code: 1, zh: '高水平艺术团', en: 'High-level art troupe' },
  { code: 2, zh: '民族班', en: 'Ethnic-minority class' },
  { code: 3, zh: '预科班', en: 'Preparatory class' },
  { code: 4, zh: '中外合作', en: 'Joint programme' },
  { code: 5, zh: '专项计划', en: 'Special plan' },
  { code: 6, zh: '港澳台侨', en: 'Hong Kong, Macau, Taiwan, overseas' },
  { code: 7, zh: '保送免试', en: 'Recommended without exam' },
  { code: 8, zh: '断档补录', en: 'Filled up after a gap' },
  { code: 9, zh: '其他', en: 'Other' },
]);

/** Methods of calculating a probability (domain D12, 4.8). */
export const probMethod = defineCodes('probMethod', [
  { code: 1, name: 'score', zh: '分数反正切', en: 'Arctangent of the score' },
  { code: 2, name: 'rank', zh: '位次反正切', en: 'Arctangent of the rank' },
  { code: 3, name: 'logistic', zh: '位次Logistic', en: 'Logistic of the rank' },
]);

/** Rounding of a composite score (domain D13). */
export const roundMode = defineCodes('roundMode', [
  { code: 1, name: 'halfUp', zh: '四舍五入', en: 'Half up' },
  { code: 2, name: 'cut', zh: '截断', en: 'Cut off' },
]);

/** Subjects of a ranking (spec section 4: 1 professional, 2 school). */
export const rankLevel = defineCodes('rankLevel', [
  { code: 2, name: 'school', zh: '院校', en: 'School' },
  { code: 1, name: 'major', zh: '专业', en: 'Professional' },
]);

/** The first-choice subject that a programme requires (首选科目); the codes are those of `subject`. */
export const firstSubject = defineCodes('firstSubject', [
  { code: 0, name: 'any', zh: '不限', en: 'Any' },
  { code: 1, name: 'physics', zh: '物理', en: 'Physics' },
  { code: 5, name: 'history', zh: '历史', en: 'History' },
]);

/** State of the required subjects of a programme: blank, read as data, or not understood. */
export const subjectState = defineCodes('subjectState', [
  { code: 0, name: 'none', zh: '未填写', en: 'Blank', tone: 'plain' },
  { code: 1, name: 'read', zh: '已识别', en: 'Read', tone: 'done' },
  { code: 2, name: 'unread', zh: '未识别', en: 'Not read', tone: 'look' },
]);
