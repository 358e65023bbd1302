import { channelType } from '../../codes/people.ts';
import { defineDataset } from '../../kernel/dataset.ts';
import { field } from '../../kernel/field.ts';
import { label } from '../../kernel/label.ts';
import { limits } from '../../limits.ts';
import { readableCode } from '../../rules/readable-code.ts';
import { common } from '../common.ts';
import { commissionRate } from './rates.ts';

/** Levels of the tree of channels (domain F4). */
export const channelDepth = 3;

/**
 * Channels: the ways by which consumers come, in a tree of up to three levels (domain F4). Its link and QR code
 * are not kept: they are made from the code wherever they are shown.
 */
export const channel = defineDataset({
  name: 'channel',
  path: '/api/base/channel',
  menu: '/base/channel',
  key: 'channelId',
  tableId: 28,
  label: label('渠道', 'Channels'),
  fields: {
    channelId: field.id({ label: label('渠道ID', 'Channel ID'), readOnly: true }),
    channel: field.text({
      label: label('渠道编码', 'Channel code'),
      required: true,
      max: limits.shortName,
      format: 'code',
      generated: () => `C${readableCode(6)}`,
      help: label('大写字母和数字；留空自动生成', 'Capital letters and digits; made up when left empty'),
    }),
    channelName: field.text({
      label: label('渠道名称', 'Channel'),
      required: true,
      max: limits.name,
    }),
    parentId: field.ref({
      label: label('上级渠道', 'Parent channel'),
      to: 'channel',
      zero: label('无', 'None'),
      default: 0,
    }),
    channelType: field.code({ label: label('渠道类型', 'Kind'), of: channelType, default: 1 }),
    partnersId: field.ref({ label: label('合伙人', 'Partner'), to: 'partners' }),
    provinceId: field.ref({ label: label('省份', 'Province'), to: 'province' }),
    contact: field.text({ label: label('联系人', 'Contact'), max: limits.shortName }),
    phone: field.text({ label: label('电话', 'Phone'), max: 20, personal: true }),
    commissionRate: commissionRate(label('佣金率', 'Commission'), ['agency']),
    parentRate: commissionRate(label('上级分成率', 'Share of the parent'), ['agency']),
    orderNum: common.orderNum,
    status: common.status,
    remark: common.remark,
  },
  naturalKey: ['channel'],
  identity: { value: 'channelId', name: 'channelName', also: ['channel'], enabledBy: 'status' },
  parent: 'parentId',
  permissions: {
    prefix: 'base:channel',
    actions: ['list', 'add', 'update', 'delete', 'import', 'export', 'batchUpdate', 'batchDelete'],
  },
  scope: {
    partner: 'partnersId',
    // Its own province is a remark: channels of a partner without one would be lost to people of the partner's province.
    province: { through: 'partnersId' },
    agency: { readOnly: 'an agency works with the channels of its partner' },
    own: 'createBy',
  },
  list: {
    columns: [
      'channelId',
      'channelName',
      'channel',
      'channelType',
      'partnersId',
      'provinceId',
      'commissionRate',
      'status',
    ],
    hidden: [
      'parentId',
      'contact',
      'phone',
      'parentRate',
      'orderNum',
      'remark',
      'createTime',
      'updateTime',
      'importBatch',
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
      'importBatch',
    ],
  },
  form: [
    {
      label: label('基本信息', 'Basic information'),
      fields: [
        'channelName',
        'channel',
        'parentId',
        'channelType',
        'partnersId',
        'provinceId',
        'orderNum',
        'status',
      ],
    },
    {
      label: label('联系与分成', 'Contact and shares'),
      fields: ['contact', 'phone', 'commissionRate', 'parentRate', 'remark'],
    },
  ],
  excel: {
    import: [
      'channel',
      'channelName',
      'parentId',
      'channelType',
      'partnersId',
      'provinceId',
      'contact',
      'phone',
      'commissionRate',
      'parentRate',
      'orderNum',
      'status',
      'remark',
    ],
    export: [
      'channelId',
      'channel',
      'channelName',
      'parentId',
      'channelType',
      'partnersId',
      'provinceId',
      'contact',
      'phone',
      'commissionRate',
      'parentRate',
      'orderNum',
      'status',
      'remark',
      'importBatch',
      'createTime',
    ],
    batchUpdate: [
      'channelName',
      'channelType',
      'partnersId',
      'provinceId',
      'contact',
      'phone',
      'commissionRate',
      'parentRate',
      'orderNum',
      'status',
      'remark',
    ],
  },
});
