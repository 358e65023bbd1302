import { defineCodes } from '../../kernel/codes.ts';

/** Progress of a voluntary list (domain D16, 3.14). */
export const listStatus = defineCodes('listStatus', [
  { code: 0, name: 'draft', zh: '草稿', en: 'Draft', tone: 'plain' },
  { code: 1, name: 'submitted', zh: '已提交', en: 'Submitted', tone: 'look' },
  { code: 2, name: 'reviewed', zh: '已审核', en: 'Reviewed', tone: 'done' },
  { code: 3, name: 'rejected', zh: '已驳回', en: 'Rejected', tone: 'lost' },
]);
