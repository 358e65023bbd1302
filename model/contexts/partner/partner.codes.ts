import { defineCodes } from '../../kernel/codes.ts';

/** The kinds of applicant (domain F7). */
export const applyType = defineCodes('applyType', [
  { code: 1, name: 'partner', zh: '合伙人', en: 'Partner' },
  { code: 2, name: 'agency', zh: '机构', en: 'Agency' },
]);

/** Status of a review (domain 0.5, `@audit`). */
export const reviewStatus = defineCodes('reviewStatus', [
  { code: 0, name: 'draft', zh: '草稿', en: 'Draft', tone: 'plain' },
  { code: 1, name: 'submitted', zh: '待审核', en: 'Submitted', tone: 'look' },
  { code: 2, name: 'approved', zh: '通过', en: 'Approved', tone: 'done' },
  { code: 3, name: 'rejected', zh: '驳回', en: 'Rejected', tone: 'lost' },
]);

/** Tasks of a partner's teacher (domain F3). */
export const teacherService = defineCodes('teacherService', [
  { code: 1, name: 'planning', zh: '志愿规划', en: 'Preference planning', also: ['Planning of wishes'] },
  { code: 2, name: 'teaching', zh: '授课', en: 'Teaching' },
  { code: 3, name: 'support', zh: '客服', en: 'Service' },
]);
