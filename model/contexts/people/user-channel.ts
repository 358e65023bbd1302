import { defineDataset, field, label } from '../../kernel/language.ts';
import { common } from '../shared/fields.ts';

/** Which channels a person works for (domain A4). A binding belongs to the partner of its channel. */
export const userChannel = defineDataset({
  name: 'userChannel',
  path: '/api/admin/user/channel',
  menu: { at: '/sys/userChannel', group: 'system', icon: 'NodeIndexOutlined', order: 4 },
  tableId: 31,
  label: label('用户渠道', 'User channels'),
  fields: {
    id: field.id({ label: label('ID', 'ID') }),
    userId: field.ref({ to: 'adminUser', required: true }),
    channelId: field.ref({ to: 'channel', required: true }),
    mainFlag: field.yesNo({ label: label('主渠道', 'Main channel'), default: 0 }),
    remark: common.remark,
  },
  naturalKey: ['userId', 'channelId'],
  identity: { name: 'id' },
  permissions: { prefix: 'sys:userchannel', actions: ['list', 'add', 'delete', 'import', 'export'] },
  scope: {
    partner: { through: 'channelId' },
    province: { through: 'userId' },
    agency: { through: 'userId' },
    own: 'userId',
  },
  list: {
    columns: ['id', 'userId', 'channelId', 'mainFlag', 'remark', 'createTime'],
    filters: ['userId', 'channelId', 'mainFlag', 'id'],
  },
});
