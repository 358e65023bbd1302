import { defineDataset, everyAction, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { readableCode } from '../../rules/readable-code.ts';
import { channelType } from '../people/people.codes.ts';
import { userChannel } from '../people/user-channel.ts';
import { common, orderAndStatus, parentOf } from '../shared/fields.ts';
import { commissionRate } from './rates.ts';

/**
 * Channels: sources of consumers, in a tree of up to three levels (domain F4). The link and QR code are not stored but
 * generated from the code.
 */
export const channel = defineDataset({
  name: 'channel',
  path: '/api/base/channel',
  menu: { at: '/base/channel', group: 'partners', icon: 'BranchesOutlined', order: 4 },
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
      help: label('大写字母和数字；留空自动生成', 'Capital letters and digits; generated when left empty'),
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
    link: field.text({
      label: label('推广链接', 'Link'),
      max: limits.path,
      elsewhere: true,
      readOnly: true,
      help: label('访客由此进入，计入该渠道', 'Visitors who come through it count for the channel'),
    }),
    qrCode: field.text({
      label: label('二维码', 'QR code'),
      max: limits.path,
      elsewhere: true,
      readOnly: true,
      help: label('推广链接的二维码图片地址', 'Address of the picture of the QR code of the link'),
    }),
    visitNum: field.integer({
      label: label('公开页访问', 'Visits of public pages'),
      elsewhere: true,
      readOnly: true,
      help: label('扫码或点开推广链接的次数', 'Times that the link or its code was opened'),
    }),
    ...orderAndStatus,
    remark: common.remark,
  },
  naturalKey: ['channel'],
  identity: { name: 'channelName', also: ['channel'], found: true },
  parent: 'parentId',
  levels: 3,
  permissions: { prefix: 'base:channel', actions: everyAction },
  lookUps: [{ at: '/api/admin/allChannelList', fields: ['channelId', 'channel', 'channelName', 'parentId'] }],
  scope: {
    partner: 'partnersId',
    // A channel's province is only informative: otherwise people of the partner's province would not see channels
    // without one.
    province: { through: 'partnersId' },
    agency: { readOnly: 'an agency works with the channels of its partner' },
    own: 'createBy',
  },
  list: {
    point: ['channelName', 'channelType', 'commissionRate', 'status'],
    hidden: [
      'parentId',
      'contact',
      'phone',
      'parentRate',
      'link',
      'qrCode',
      'visitNum',
      'orderNum',
      'remark',
    ],
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
  excel: { batchUpdate: { with: ['parentId'] }, export: { with: ['link', 'qrCode', 'visitNum'] } },
});
