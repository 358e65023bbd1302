import { defineCodes } from '../../kernel/codes.ts';

/** Progress of a mock exam (domain 0.5, `@examStatus`; 3.7). */
export const mockExamStatus = defineCodes('mockExamStatus', [
  { code: 0, name: 'draft', zh: '草稿', en: 'Draft' },
  { code: 1, name: 'registering', zh: '报名中', en: 'Registration open', tone: 'act' },
  { code: 2, name: 'closed', zh: '报名截止', en: 'Registration closed' },
  { code: 3, name: 'numbered', zh: '已编号', en: 'Numbered' },
  { code: 4, name: 'arranged', zh: '已编排', en: 'Arranged' },
  { code: 5, name: 'released', zh: '准考证已发布', en: 'Tickets released', tone: 'act' },
  { code: 6, name: 'scoring', zh: '考试结束(录分中)', en: 'Finished, marking', tone: 'act' },
  { code: 7, name: 'published', zh: '成绩已发布', en: 'Marks published', tone: 'done' },
  { code: 9, name: 'archived', zh: '已归档', en: 'Archived' },
]);

/** Who pays the fee of a mock exam (domain H1). */
export const mockPayMode = defineCodes('mockPayMode', [
  { code: 1, name: 'candidate', zh: '考生自付', en: 'Candidate' },
  { code: 2, name: 'agency', zh: '机构统付', en: 'Agency' },
  { code: 0, name: 'free', zh: '免费', en: 'Free' },
]);

/** Who pays for the candidates of an agency; 0 is as the exam has it (domain H6). */
export const agencyPayMode = defineCodes('agencyPayMode', [
  { code: 0, name: 'asExam', zh: '按考试', en: 'As the exam' },
  { code: 1, name: 'candidate', zh: '自付', en: 'Candidate' },
  { code: 2, name: 'agency', zh: '统付', en: 'Agency' },
]);

const ticketPages = [
  { code: 'print', zh: '通用', en: 'General' },
  { code: 'printHn', zh: '湖南', en: 'Hunan' },
  { code: 'printHeNan', zh: '河南(一)', en: 'Henan, first' },
  { code: 'printHenan2', zh: '河南(二)', en: 'Henan, second' },
  { code: 'printChongQing', zh: '重庆', en: 'Chongqing' },
  { code: 'printMsjxzj', zh: '美术集训之家', en: '美术集训之家' },
  { code: 'printZymy', zh: '中原美育', en: '中原美育' },
  { code: 'printMsjypt', zh: '美术教育平台', en: '美术教育平台' },
  { code: 'printZnz', zh: '指南针', en: '指南针' },
] as const;

/** The pages that a ticket is printed as (domain section 5). */
export const ticketTemplate = defineCodes('ticketTemplate', ticketPages);

/** Status of a candidate's registration (domain 0.5, `@regStatus`; 3.7). */
export const mockRegStatus = defineCodes('mockRegStatus', [
  { code: 0, name: 'pending', zh: '待支付', en: 'Pending payment', tone: 'look' },
  { code: 1, name: 'registered', zh: '已报名', en: 'Registered', tone: 'done' },
  { code: 2, name: 'cancelled', zh: '已取消', en: 'Cancelled' },
  { code: 3, name: 'refunded', zh: '已退费', en: 'Refunded' },
]);

/** The person who registered a candidate (domain H7). */
export const mockRegSource = defineCodes('mockRegSource', [
  { code: 3, name: 'backOffice', zh: '后台', en: 'Back-office' },
  { code: 2, name: 'agency', zh: '机构导入', en: 'Agency' },
  { code: 1, name: 'candidate', zh: '自助', en: 'Candidate' },
]);

/** Subjects of a rule (domain H8). */
export const mockRuleType = defineCodes('mockRuleType', [
  { code: 1, name: 'ticketNumbers', zh: '准考证号', en: 'Ticket numbers' },
  { code: 2, name: 'seats', zh: '座位编排', en: 'Seats' },
]);

/** In which order candidates get numbers or seats (domain H8, 4.1). */
export const candidateOrder = defineCodes('candidateOrder', [
  { code: 1, name: 'random', zh: '随机', en: 'Random' },
  { code: 2, name: 'registration', zh: '报名顺序', en: 'As they registered' },
  { code: 3, name: 'ticket', zh: '准考证号', en: 'Ticket number' },
  { code: 4, name: 'name', zh: '姓名', en: 'Name' },
]);

/** Seat numbering (domain 4.2). */
export const seatSnake = defineCodes('seatSnake', [
  { code: 1, name: 'snakeColumns', zh: 'S形竖排', en: 'In an S by columns' },
  { code: 2, name: 'snakeRows', zh: 'S形横排', en: 'In an S by rows' },
  { code: 3, name: 'columns', zh: '顺序竖排', en: 'Columns from the front' },
]);

/** Ways of filling rooms (domain 4.1). */
export const roomFilling = defineCodes('roomFilling', [
  { code: 1, name: 'full', zh: '填满', en: 'One after the other' },
  { code: 2, name: 'evenly', zh: '均衡', en: 'Evenly' },
]);

/** Status of a seating arrangement (domain H10, 3.7). */
export const arrangeStatus = defineCodes('arrangeStatus', [
  { code: 1, name: 'executed', zh: '已执行', en: 'Executed', tone: 'act' },
  { code: 2, name: 'locked', zh: '已锁定', en: 'Locked', tone: 'done' },
  { code: 3, name: 'cancelled', zh: '已撤销', en: 'Cancelled', tone: 'plain' },
]);

/**
 * Every page of a mock exam that has a template record: the tickets, the guide and the sheets of rooms (domain
 * section 5, H13).
 */
export const printPage = defineCodes('printPage', [
  ...ticketPages,
  { code: 'printMkzn', zh: '模考指南', en: 'Guide' },
  { code: 'roomSeat', zh: '考场座位表', en: 'Room sheets' },
  { code: 'roomSeatZnz', zh: '考场座位表(指南针)', en: 'Room sheets, 指南针' },
]);

/** Papers that a template is printed on (domain H13). */
export const printPaper = defineCodes('printPaper', [
  { code: 1, name: 'a4', zh: 'A4竖', en: 'A4 portrait' },
  { code: 2, name: 'a4Across', zh: 'A4横', en: 'A4 across' },
  { code: 3, name: 'a5Across', zh: 'A5横', en: 'A5 across' },
]);

/** Parts that a template shows besides name, number, place and sessions (domain section 5). */
export const printPart = defineCodes('printPart', [
  { code: 1, name: 'qr', zh: '核验二维码', en: 'QR code to check in' },
  { code: 11, name: 'scoreQr', zh: '查分二维码', en: 'QR code to the marks' },
  { code: 2, name: 'wholeId', zh: '完整证件号', en: 'Whole ID number' },
  { code: 3, name: 'agency', zh: '机构', en: 'Agency' },
  { code: 4, name: 'teacher', zh: '带队老师', en: 'Teacher' },
  { code: 5, name: 'map', zh: '考场示意图', en: 'Map' },
  { code: 6, name: 'pledge', zh: '考生承诺书', en: 'Pledge' },
  { code: 7, name: 'checkIn', zh: '签到与检录表', en: 'Check-in table' },
  { code: 8, name: 'materials', zh: '画材清单', en: 'Materials' },
  { code: 9, name: 'backNotice', zh: '须知印在背面', en: 'Notice on the back' },
  { code: 10, name: 'seal', zh: '盖章处', en: 'Place for a seal' },
]);

/** Colours of a brand on paper; all are dark enough to be read when printed in black and white. */
export const brandColour = defineCodes('brandColour', [
  { code: 1, name: 'ink', zh: '黑', en: 'Black' },
  { code: 2, name: 'blue', zh: '蓝', en: 'Blue' },
  { code: 3, name: 'red', zh: '红', en: 'Red' },
  { code: 4, name: 'green', zh: '绿', en: 'Green' },
  { code: 5, name: 'orange', zh: '橙', en: 'Orange' },
]);
