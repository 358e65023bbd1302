import { channelType } from '../../codes/people.ts';
import { defineDataset, everyAction, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { readableCode } from '../../rules/readable-code.ts';
import { common, parentOf } from '../common.ts';
import { userChannel } from '../system/user-channel.ts';
import { commissionRate } from './rates.ts';

/**
 * Channels: the ways by which consumers come, in a tree of up to three levels (domain F4). Its link and QR code
 * are not kept: they are made from the code wherever they are shown.
 */
export const channel = defineDataset({
  name: 'channel',
  path: '/api/base/channel',
  menu: { at: '/base/channel', group: 'partners', icon: 'BranchesOutlined', order: 4 },
  key: 'channelId',
  tableId: 28,
  label: label('渠道', 'Channels'),
  fields: {
    channelId: field.id({ label: label('渠道ID', 'Channel ID') }),
    channel: field.text({
      label: label('渠道编码', 'Channel code'),
      required: true,
      max: limits.shortName,
      format: 'code',
      generated: () => `C${readableCode(6)}`,
      help: label('大写字母和数字；留空自动生成', 'Capital letters and digits; made up when left empty'),
    }),
    channelName: field.text({ label: label('渠道名称', 'Channel'), required: true, max: limits.name }),
    parentId: parentOf('channel', label('上级渠道', 'Parent channel')),
    channelType: field.code({ of: channelType, default: 1 }),
    partnersId: field.ref({ to: 'partners' }),
    provinceId: field.ref({ to: 'province' }),
    contact: field.text({ max: limits.shortName }),
    phone: field.text({ max: 20, personal: true }),
    commissionRate: commissionRate(undefined, ['agency']),
    parentRate: commissionRate(label('上级分成率', 'Share of the parent'), ['agency']),
    orderNum: common.orderNum,
    status: common.status,
    remark: common.remark,
  },
  naturalKey: ['channel'],
  identity: { value: 'channelId', name: 'channelName', also: ['channel'], enabledBy: 'status' },
  parent: 'parentId',
  levels: 3,
  permissions: { prefix: 'base:channel', actions: everyAction },
  lookUps: [{ at: '/api/admin/allChannelList', fields: ['channelId', 'channel', 'channelName', 'parentId'] }],
  scope: {
    partner: 'partnersId',
    // Its own province is a remark: channels of a partner without one would be lost to people of the partner's province.
    province: { through: 'partnersId' },
    agency: { readOnly: 'an agency works with the channels of its partner' },
    own: 'createBy',
  },
  list: {
    hidden: ['parentId', 'contact', 'phone', 'parentRate', 'orderNum', 'remark'],
    filters: [
      'channelName',
      'channel',
      'partnersId',
      'provinceId',
      'channelType',
      'status',
      'parentId',
      'channelId',
    ],
  },
  form: {
    groups: [
      {
        label: label('联系与分成', 'Contact and shares'),
        fields: ['contact', 'phone', 'commissionRate', 'parentRate', 'remark'],
      },
    ],
  },
  details: [userChannel],
});
