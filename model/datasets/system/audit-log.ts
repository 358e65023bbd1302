import { auditAction, auditAreas, auditResult } from '../../codes/audit.ts';
import { defineCodes } from '../../kernel/codes.ts';
import { type AnyDataset, defineDataset } from '../../kernel/dataset.ts';
import { field } from '../../kernel/field.ts';
import { label } from '../../kernel/label.ts';
import { limits } from '../../limits.ts';
import { logOwner, logScope } from './log-owner.ts';

/**
 * The audit log: every write, login, refusal and download of personal data (domain A6). `audited` are the datasets
 * whose names it tells. Who did it stands as a number and as the name of then, since accounts come and go.
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
    menu: '/sys/audit',
    key: 'logId',
    tableId: 52,
    label: label('操作日志', 'Audit log'),
    fields: {
      logId: field.id({ label: label('日志ID', 'Log ID'), readOnly: true }),
      userId: field.id({ label: label('操作人ID', 'Person ID'), readOnly: true }),
      userName: field.text({ label: label('操作人', 'Person'), max: limits.shortName, readOnly: true }),
      module: field.code({ label: label('模块', 'Module'), of: modules, required: true, readOnly: true }),
      action: field.code({ label: label('动作', 'Action'), of: auditAction, required: true, readOnly: true }),
      bizId: field.text({ label: label('业务ID', 'Row'), max: limits.name, readOnly: true }),
      content: field.text({
        label: label('内容', 'Content'),
        max: limits.longText,
        multiline: true,
        readOnly: true,
      }),
      ip: field.text({ label: label('IP', 'IP'), max: 45, readOnly: true }),
      result: field.code({ label: label('结果', 'Result'), of: auditResult, required: true, readOnly: true }),
      costMs: field.integer({ label: label('耗时(ms)', 'Took (ms)'), required: true, readOnly: true }),
      ...logOwner,
    },
    naturalKey: [],
    permissions: { prefix: 'sys:audit', actions: ['list', 'export'] },
    scope: logScope,
    list: {
      columns: ['createTime', 'userName', 'module', 'action', 'bizId', 'content', 'ip', 'result', 'costMs'],
      hidden: ['logId', 'userId'],
      filters: ['createTime', 'userName', 'module', 'action', 'result', 'bizId', 'ip', 'userId'],
    },
    form: [],
    excel: {
      import: [],
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
      batchUpdate: [],
    },
  });
}
