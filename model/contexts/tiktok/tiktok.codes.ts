import { defineCodes } from '../../kernel/codes.ts';

/** State of an account's authorisation (domain 0.5 `@ttAuth`, 3.10). */
export const ttAuth = defineCodes('ttAuth', [
  { code: 0, name: 'none', zh: '未授权', en: 'Unauthorised', tone: 'plain' },
  { code: 1, name: 'authorised', zh: '已授权', en: 'Authorised', tone: 'done' },
  { code: 2, name: 'expired', zh: '已过期', en: 'Expired', tone: 'lost' },
  { code: 3, name: 'unbound', zh: '已解绑', en: 'Unbound', tone: 'plain' },
]);

/** State of a video's mount (domain 0.5 `@ttMount`, 3.10). */
export const ttMountStatus = defineCodes('ttMountStatus', [
  { code: 0, name: 'draft', zh: '草稿', en: 'Draft', tone: 'plain' },
  { code: 1, name: 'submitted', zh: '已提交(审核中)', en: 'Submitted', tone: 'act' },
  { code: 2, name: 'approved', zh: '已通过', en: 'Approved', tone: 'look' },
  { code: 3, name: 'rejected', zh: '已驳回', en: 'Rejected', tone: 'lost' },
  { code: 4, name: 'mounted', zh: '已挂载', en: 'Mounted', tone: 'done' },
  { code: 5, name: 'unbound', zh: '已解绑', en: 'Unbound', tone: 'plain' },
]);

/** State of a course's review by the platform: the values of `@audit` under a separate name (domain 3.10). */
export const ttAudit = defineCodes('ttAudit', [
  { code: 0, name: 'draft', zh: '草稿', en: 'Draft', tone: 'plain' },
  { code: 1, name: 'submitted', zh: '待审核', en: 'Submitted', tone: 'act' },
  { code: 2, name: 'approved', zh: '通过', en: 'Approved', tone: 'done' },
  { code: 3, name: 'rejected', zh: '驳回', en: 'Rejected', tone: 'lost' },
]);

/** The things that a mount leads to (domain K3). */
export const mountType = defineCodes('mountType', [
  { code: 1, name: 'course', zh: '课程', en: 'Course' },
  { code: 2, name: 'goods', zh: '商品', en: 'Goods' },
  { code: 3, name: 'page', zh: '小程序页面', en: 'Mini-program page' },
]);

/** Terms on which money of a course is given back (domain K2). */
export const refundRule = defineCodes('refundRule', [
  { code: 1, name: 'never', zh: '不可退', en: 'No refund' },
  { code: 2, name: 'week', zh: '7天可退', en: 'Within 7 days' },
]);

/** Sale of a course on the platform (domain K2). */
export const ttShelf = defineCodes('ttShelf', [
  { code: 1, name: 'up', zh: '上架', en: 'On sale', also: ['On shelf'], tone: 'done' },
  { code: 0, name: 'down', zh: '下架', en: 'Off sale', also: ['Off shelf'], tone: 'plain' },
]);
