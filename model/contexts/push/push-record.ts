import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { sendStatus } from './push.codes.ts';

/** The pushes of a task, one for each device (domain N4). All counts of a task are counted from them. */
export const pushRecord = defineDataset({
  name: 'pushRecord',
  path: '/api/admin/push/record',
  menu: { at: '/push/record', group: 'push', icon: 'ProfileOutlined', order: 4 },
  label: label('推送明细', 'Pushes'),
  readOnly: true,
  fields: {
    id: field.id({ label: label('ID', 'ID') }),
    taskId: field.ref({ to: 'pushTask', required: true, protects: false }),
    appId: field.ref({ to: 'pushApp', required: true }),
    deviceId: field.ref({ to: 'pushDevice', required: true, protects: false }),
    userId: field.ref({ label: label('用户', 'Candidate'), to: 'wishUser', protects: false }),
    sendStatus: field.code({ of: sendStatus, required: true, default: 0 }),
    errorMsg: field.text({ max: limits.address }),
    sendTime: field.dateTime(),
    clickTime: field.dateTime(),
    clicked: field.yesNo({ label: label('已点击', 'Clicked'), default: 0 }),
  },
  uniqueKeys: [['taskId', 'deviceId']],
  identity: { parts: ['taskId', 'userId'] },
  permissions: { prefix: 'push:record', actions: ['list'] },
  scope: {
    partner: { through: 'userId' },
    province: { through: 'taskId' },
    agency: { through: 'userId' },
    own: { through: 'userId' },
  },
  list: {
    point: ['deviceId', 'sendStatus', 'userId', 'taskId', 'errorMsg', 'sendTime'],
    columns: ['taskId', 'appId', 'deviceId', 'userId', 'sendStatus', 'errorMsg', 'sendTime', 'clickTime'],
    filters: ['taskId', 'appId', 'sendStatus', 'clicked', 'userId', 'sendTime', 'clickTime'],
  },
});
