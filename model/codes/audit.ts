import { defineCodes } from '../kernel/codes.ts';

/** What a person did, as the audit log says it (domain A6). */
export const auditAction = defineCodes('auditAction', [
  { code: 'login', zh: '登录', en: 'Log in', tone: 'act' },
  { code: 'logout', zh: '退出', en: 'Log out', tone: 'plain' },
  { code: 'list', zh: '查询', en: 'View', tone: 'plain' },
  { code: 'add', zh: '新增', en: 'Add', tone: 'done' },
  { code: 'update', zh: '修改', en: 'Change', tone: 'act' },
  { code: 'delete', zh: '删除', en: 'Delete', tone: 'lost' },
  { code: 'restore', zh: '恢复', en: 'Restore', tone: 'look' },
  { code: 'import', zh: '导入', en: 'Import', tone: 'act' },
  { code: 'export', zh: '导出', en: 'Export', tone: 'look' },
  { code: 'batchUpdate', zh: '批量修改', en: 'Batch update', tone: 'act' },
  { code: 'batchDelete', zh: '批量删除', en: 'Batch delete', tone: 'lost' },
  { code: 'review', zh: '审核', en: 'Review', tone: 'act' },
  { code: 'upload', zh: '上传', en: 'Upload', tone: 'plain' },
  { code: 'download', zh: '下载', en: 'Download', tone: 'look' },
  { code: 'call', zh: '操作', en: 'Other', tone: 'plain' },
]);

/** Whether what a person tried was done. */
export const auditResult = defineCodes('auditResult', [
  { code: 1, zh: '成功', en: 'Done', tone: 'done' },
  { code: 0, zh: '拒绝', en: 'Refused', tone: 'lost' },
]);

/** Areas of the audit log that are no dataset. */
export const auditAreas = [
  { code: 'auth', zh: '登录与会话', en: 'Login and sessions' },
  { code: 'files', zh: '文件', en: 'Files' },
  { code: 'jobs', zh: '后台任务', en: 'Background jobs' },
  { code: 'config', zh: '系统参数', en: 'Parameters' },
  { code: 'other', zh: '其他', en: 'Other' },
] as const;
