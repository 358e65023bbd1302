import { defineDataset } from '../../kernel/dataset.ts';
import { field } from '../../kernel/field.ts';
import { label } from '../../kernel/label.ts';
import { common } from '../common.ts';

/** Which channels a person works for (domain A4). A binding belongs to the partner of its channel. */
export const userChannel = defineDataset({
  name: 'userChannel',
  path: '/api/admin/user/channel',
  menu: '/sys/userChannel',
  key: 'id',
  tableId: 31,
  label: label('用户渠道', 'User channels'),
  fields: {
    id: field.id({ label: label('ID', 'ID'), readOnly: true }),
    userId: field.ref({ label: label('用户', 'User'), to: 'adminUser', required: true }),
    channelId: field.ref({ label: label('渠道', 'Channel'), to: 'channel', required: true }),
    mainFlag: field.yesNo({ label: label('主渠道', 'Main channel'), default: 0 }),
    remark: common.remark,
  },
  naturalKey: ['userId', 'channelId'],
  identity: { value: 'id', name: 'id' },
  permissions: { prefix: 'sys:userchannel', actions: ['list', 'add', 'delete', 'import', 'export'] },
  scope: {
    partner: { through: 'channelId' },
    province: { through: 'userId' },
    agency: { through: 'userId' },
    own: 'userId',
  },
  list: {
    columns: ['id', 'userId', 'channelId', 'mainFlag', 'remark', 'createTime'],
    hidden: ['importBatch'],
    filters: ['userId', 'channelId', 'mainFlag', 'id', 'importBatch'],
  },
  form: [
    {
      label: label('基本信息', 'Basic information'),
      fields: ['userId', 'channelId', 'mainFlag', 'remark'],
    },
  ],
  excel: {
    import: ['userId', 'channelId', 'mainFlag', 'remark'],
    export: ['id', 'userId', 'channelId', 'mainFlag', 'remark', 'importBatch', 'createTime'],
    batchUpdate: [],
  },
});
