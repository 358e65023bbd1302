import { auditAction, auditAreas, auditResult } from '../../calls/audit.codes.ts';
import { defineCodes } from '../../kernel/codes.ts';
import type { AnyDataset } from '../../kernel/dataset.ts';
import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { logOwner, logScope } from './log-owner.ts';

/**
 * The audit log: every write, login, refusal and download of personal data (domain A6). `audited` are the datasets it
 * covers. The person is stored as an id and the name at the time, since accounts may be deleted.
 */
export function auditLogOf(audited: readonly Pick<AnyDataset, 'name' | 'label'>[]) {
  const modules = defineCodes('auditModule', [
    ...auditAreas,
    ...audited.map(({ name, label: { zh, en } }) => ({ code: name, zh, en })),
    { code: 'auditLog', zh: '操作日志', en: 'Audit log' },
  ]);
  return defineDataset({
    name: 'auditLog',
    path: '/api/admin/audit',
    menu: { at: '/sys/audit', group: 'system', icon: 'FileSearchOutlined', order: 11 },
    tableId: 52,
    label: label('操作日志', 'Audit log'),
    readOnly: true,
    fields: {
      logId: field.id({ label: label('日志ID', 'Log ID') }),
      userId: field.loggedId({ label: label('操作人ID', 'Person ID') }),
      userName: field.text({ label: label('操作人', 'Person'), max: limits.shortName }),
      module: field.code({ label: label('模块', 'Module'), of: modules, required: true }),
      action: field.code({ label: label('动作', 'Action'), of: auditAction, required: true }),
      bizId: field.text({ max: limits.name }),
      content: field.text({ max: limits.longText, multiline: true }),
      facts: field.text({ label: label('要点', 'Facts'), max: limits.longText, multiline: true }),
      ip: field.text({ max: 45 }),
      result: field.code({ of: auditResult, required: true }),
      costMs: field.integer({ required: true }),
      ...logOwner,
    },
    identity: { parts: ['userName', 'module', 'action'] },
    permissions: { prefix: 'sys:audit', actions: ['list', 'export'] },
    scope: logScope,
    list: {
      columns: ['module', 'action', 'bizId', 'ip', 'costMs'],
      point: ['createTime', 'userName', 'content', 'result'],
      filters: ['createTime', 'userName', 'module', 'action', 'result', 'bizId', 'ip', 'userId'],
    },
    groups: ['module', 'action', 'result', 'createTime'],
    excel: {
      export: [
        'logId',
        'createTime',
        'userId',
        'userName',
        'module',
        'action',
        'bizId',
        'content',
        'ip',
        'result',
        'costMs',
      ],
    },
  });
}
