import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { platform } from '../content/display.codes.ts';
import { deviceStatus } from './push.codes.ts';

/**
 * Devices with an app (domain N2). The app binds them by a signed call. Of several devices of one person in one app,
 * pushes go to the one that was active last (`chosen`), so that nobody gets a push twice.
 */
export const pushDevice = defineDataset({
  name: 'pushDevice',
  path: '/api/admin/push/device',
  menu: { at: '/push/device', group: 'push', icon: 'MobileOutlined', order: 2 },
  tableId: 57,
  label: label('推送设备', 'Devices'),
  readOnly: true,
  fields: {
    deviceId: field.id({ label: label('设备ID', 'Device ID') }),
    appId: field.ref({ to: 'pushApp', required: true }),
    userId: field.ref({ label: label('用户', 'Candidate'), to: 'wishUser' }),
    token: field.text({ required: true, max: limits.address, watched: true }),
    platform: field.code({ of: platform }),
    model: field.text({ max: limits.shortName }),
    appVersion: field.text({ label: label('版本', 'Version'), max: 16 }),
    provinceId: field.ref({ to: 'province' }),
    tags: field.text({ max: limits.address }),
    lastActiveTime: field.dateTime({ required: true }),
    deviceStatus: field.code({ of: deviceStatus, default: 1 }),
    chosen: field.yesNo({
      label: label('接收推送', 'Gets pushes'),
      default: 1,
      help: label(
        '同一用户在同一应用有多台设备时，只推送到最近活跃的一台',
        'Of several devices of one person in one app, the one that was active last',
      ),
    }),
  },
  naturalKey: ['appId', 'token'],
  indexes: [['lastActiveTime']],
  identity: { brief: true, name: 'token' },
  permissions: { prefix: 'push:device', actions: ['list', 'delete', 'export'] },
  scope: {
    partner: { through: 'userId' },
    province: 'provinceId',
    agency: { through: 'userId' },
    own: { through: 'userId' },
  },
  list: {
    point: ['appId', 'userId', 'provinceId', 'deviceStatus', 'chosen', 'lastActiveTime'],
    columns: ['platform', 'model', 'appVersion', 'tags'],
    filters: [
      ...(['appId', 'userId', 'provinceId', 'deviceStatus', 'platform', 'tags', 'lastActiveTime'] as const),
    ],
  },
});
