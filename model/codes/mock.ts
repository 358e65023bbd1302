import { defineCodes } from '../kernel/codes.ts';

/** How far a mock exam is (domain 0.5, `@examStatus`; 3.7). */
export const mockExamStatus = defineCodes('mockExamStatus', [
  { code: 0, name: 'draft', zh: '草稿', en: 'Draft', tone: 'plain' },
  { code: 1, name: 'registering', zh: '报名中', en: 'Registration open', tone: 'act' },
  { code: 2, name: 'closed', zh: '报名截止', en: 'Registration closed', tone: 'look' },
  { code: 3, name: 'numbered', zh: '已编号', en: 'Numbered', tone: 'look' },
  { code: 4, name: 'arranged', zh: '已编排', en: 'Arranged', tone: 'look' },
  { code: 5, name: 'released', zh: '准考证已发布', en: 'Tickets released', tone: 'act' },
  { code: 6, name: 'scoring', zh: '考试结束(录分中)', en: 'Finished, marks come in', tone: 'act' },
  { code: 7, name: 'published', zh: '成绩已发布', en: 'Marks published', tone: 'done' },
  { code: 9, name: 'archived', zh: '已归档', en: 'Archived', tone: 'plain' },
]);

/** Who pays the fee of a mock exam (domain H1). */
export const mockPayMode = defineCodes('mockPayMode', [
  { code: 1, name: 'candidate', zh: '考生自付', en: 'Candidate', tone: 'act' },
  { code: 2, name: 'agency', zh: '机构统付', en: 'Agency', tone: 'look' },
  { code: 0, name: 'free', zh: '免费', en: 'Free', tone: 'plain' },
]);

/** Who pays for the candidates of an agency; 0 is as the exam has it (domain H6). */
export const agencyPayMode = defineCodes('agencyPayMode', [
  { code: 0, zh: '按考试', en: 'As the exam' },
  { code: 1, zh: '自付', en: 'Candidate', tone: 'act' },
  { code: 2, zh: '统付', en: 'Agency', tone: 'look' },
]);

/** The pages that a ticket is printed as (domain section 5). */
export const ticketTemplate = defineCodes('ticketTemplate', [
  { code: 'print', zh: '通用', en: 'General' },
  { code: 'printHn', zh: '湖南', en: 'Hunan' },
  { code: 'printHeNan', zh: '河南(一)', en: 'Henan, first' },
  { code: 'printHenan2', zh: '河南(二)', en: 'Henan, second' },
  { code: 'printChongQing', zh: '重庆', en: 'Chongqing' },
  { code: 'printMsjxzj', zh: '美术集训之家', en: '美术集训之家' },
  { code: 'printZymy', zh: '中原美育', en: '中原美育' },
  { code: 'printMsjypt', zh: '美术教育平台', en: '美术教育平台' },
  { code: 'printZnz', zh: '指南针', en: '指南针' },
]);

/** Where a candidate's registration stands (domain 0.5, `@regStatus`; 3.7). */
export const mockRegStatus = defineCodes('mockRegStatus', [
  { code: 0, name: 'pending', zh: '待支付', en: 'Pending payment', tone: 'look' },
  { code: 1, name: 'registered', zh: '已报名', en: 'Registered', tone: 'done' },
  { code: 2, name: 'cancelled', zh: '已取消', en: 'Cancelled', tone: 'plain' },
  { code: 3, name: 'refunded', zh: '已退费', en: 'Refunded', tone: 'lost' },
]);

/** By whom a candidate was registered (domain H7). */
export const mockRegSource = defineCodes('mockRegSource', [
  { code: 3, zh: '后台', en: 'Back-office', tone: 'plain' },
  { code: 2, zh: '机构导入', en: 'Agency', tone: 'look' },
  { code: 1, zh: '自助', en: 'Candidate', tone: 'act' },
]);
