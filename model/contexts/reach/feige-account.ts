import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { common } from '../shared/fields.ts';

/** Seats at the telephony vendor (domain M4). Keys are sealed and never leave the server. */
export const feigeAccount = defineDataset({
  name: 'feigeAccount',
  path: '/api/admin/feige/account',
  menu: { at: '/feige/account', group: 'sales', icon: 'CustomerServiceOutlined', order: 6 },
  label: label('坐席', 'Seats'),
  fields: {
    id: field.id({ label: label('坐席ID', 'Seat ID') }),
    userId: field.ref({ label: label('员工', 'Person'), to: 'adminUser', required: true }),
    extension: field.text({
      required: true,
      max: 16,
      format: 'digits',
      help: label('在话务平台上开通的分机号', 'The extension that the vendor has set up'),
    }),
    outboundNumber: field.text({
      max: 20,
      help: label('被叫看到的号码', 'The number that the person called sees'),
    }),
    apiKey: field.secret({ max: limits.name }),
    apiSecret: field.secret({ max: limits.name }),
    dailyLimit: field.integer({
      label: label('日限', 'Calls a day'),
      default: 200,
      min: 0,
      max: 10_000,
    }),
    status: common.status,
  },
  naturalKey: ['extension'],
  permissions: { prefix: 'feige:account', actions: ['list', 'add', 'update', 'delete'] },
  scope: { common: 'the seats are those of the house' },
  list: {
    columns: ['extension', 'userId', 'outboundNumber', 'dailyLimit', 'status', 'createTime'],
    filters: ['userId', 'extension', 'status'],
  },
});
