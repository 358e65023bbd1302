import { defineCodes } from '../kernel/codes.ts';

/** Actions in the words of the audit log (domain A6). */
export const auditAction = defineCodes('auditAction', [
  { code: 'login', zh: '登录', en: 'Log in' },
  { code: 'logout', zh: '退出', en: 'Log out' },
  { code: 'list', zh: '查询', en: 'View' },
  { code: 'add', zh: '新增', en: 'Add' },
  { code: 'update', zh: '修改', en: 'Change' },
  { code: 'delete', zh: '删除', en: 'Delete' },
  { code: 'restore', zh: '恢复', en: 'Restore' },
  { code: 'import', zh: '导入', en: 'Import' },
  { code: 'export', zh: '导出', en: 'Export' },
  { code: 'batchUpdate', zh: '批量修改', en: 'Batch update' },
  { code: 'batchDelete', zh: '批量删除', en: 'Batch delete' },
  { code: 'review', zh: '审核', en: 'Review' },
  { code: 'upload', zh: '上传', en: 'Upload' },
  { code: 'download', zh: '下载', en: 'Download' },
  { code: 'call', zh: '操作', en: 'Other' },
]);

/** The outcome of an attempt in the audit log. */
export const auditResult = defineCodes('auditResult', [
  { code: 1, name: 'done', zh: '成功', en: 'Done', tone: 'done' },
  { code: 0, name: 'refused', zh: '拒绝', en: 'Refused', tone: 'lost' },
]);

/** Areas of the audit log that are no dataset. */
export const auditAreas = [
  { code: 'auth', zh: '登录与会话', en: 'Login and sessions' },
  { code: 'files', zh: '文件', en: 'Files' },
  { code: 'jobs', zh: '后台任务', en: 'Background jobs' },
  { code: 'config', zh: '系统参数', en: 'Parameters' },
  { code: 'other', zh: '其他', en: 'Other' },
] as const;
