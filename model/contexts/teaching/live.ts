import { defineDataset, everyAction, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { readableCode } from '../../rules/readable-code.ts';
import { serviceOrder } from '../sales/service-order.ts';
import { liveRoomGoods } from './live-room-goods.ts';
import { liveSession } from './live-session.ts';
import { livePlatform, liveStatus, liveSwitch } from './teaching.codes.ts';

/**
 * Live rooms: who speaks when, and what is sold meanwhile (domain J5, 3.12). The push address is issued again for each
 * session and stored nowhere; deals are counted from the orders.
 */
export const live = defineDataset({
  name: 'live',
  path: '/api/data/wish/live',
  menu: { at: '/wish/live', group: 'courses', icon: 'VideoCameraOutlined', order: 6 },
  tableId: 27,
  label: label('直播间', 'Live rooms'),
  fields: {
    id: field.id({ label: label('直播间ID', 'Live room ID') }),
    roomNo: field.text({
      label: label('房间号', 'Room number'),
      required: true,
      max: 16,
      format: 'code',
      generated: () => `L${readableCode(8)}`,
      lockedOnEdit: true,
      help: label('大写字母和数字；留空自动生成', 'Capital letters and digits; generated when left empty'),
    }),
    title: field.text({ label: label('标题', 'Title'), required: true, max: limits.name }),
    anchorId: field.ref({ label: label('主播', 'Anchor'), to: 'teacherPartners', required: true }),
    platform: field.code({ label: label('平台', 'Platform'), of: livePlatform, default: 1 }),
    provinceId: field.ref({ to: 'province' }),
    planStartTime: field.dateTime({ label: label('计划开始', 'Planned start'), required: true }),
    startTime: field.dateTime({ label: label('开播时间', 'Started'), readOnly: true }),
    stopTime: field.dateTime({ label: label('下播时间', 'Stopped'), readOnly: true }),
    stopDue: field.dateTime({ label: label('自动下播', 'Stops by itself'), readOnly: true }),
    playUrl: field.text({ label: label('播放地址', 'Watched at'), max: limits.path, format: 'url' }),
    cover: field.image(),
    notice: field.text({ label: label('公告', 'Notice'), max: limits.longText, multiline: true }),
    liveStatus: field.code({ of: liveStatus, required: true, default: 0, readOnly: true }),
    viewNum: field.integer({ label: label('观看', 'Views'), default: 0, readOnly: true }),
    peakNum: field.integer({ label: label('最高在线', 'Peak'), default: 0, readOnly: true }),
    dealNum: field.count({
      label: label('成交数', 'Deals'),
      of: 'serviceOrder',
      by: 'liveId',
      where: { status: [1, 4] },
    }),
    orderAmount: field.sum({
      label: label('成交金额', 'Sold for'),
      of: 'serviceOrder',
      by: 'liveId',
      what: 'payAmount',
      where: { status: [1, 4] },
    }),
    status: field.code({ label: label('启用', 'Enabled'), of: liveSwitch, default: 1 }),
    /** The goods being explained; one column of the room, so that there is one at most. */
    explainId: field.ref({
      label: label('讲解中的商品', 'Goods being presented'),
      to: 'liveRoomGoods',
      protects: false,
      readOnly: true,
    }),
  },
  naturalKey: ['roomNo'],
  uniqueKeys: [
    {
      fields: ['anchorId'],
      where: { liveStatus: 1 },
      message: label('该主播正在另一个直播间直播', 'This anchor is live in another room'),
    },
  ],
  indexes: [['stopDue']],
  identity: { name: 'title', found: true },
  permissions: { prefix: 'wish:live', actions: everyAction },
  scope: {
    province: 'provinceId',
    partner: { through: 'anchorId' },
    agency: { readOnly: 'an agency watches the rooms of its partner' },
    own: { common: 'rooms are those of the house or of a partner, not of one person' },
  },
  list: {
    columns: [
      ...([
        'title',
        'anchorId',
        'liveStatus',
        'planStartTime',
        'startTime',
        'dealNum',
        'orderAmount',
      ] as const),
      ...(['viewNum', 'peakNum', 'platform', 'roomNo', 'provinceId', 'stopTime', 'explainId'] as const),
      ...(['status', 'createTime'] as const),
    ],
    point: ['title', 'anchorId', 'liveStatus', 'planStartTime', 'dealNum', 'orderAmount'],
    filters: [
      ...(['title', 'liveStatus', 'anchorId', 'platform', 'provinceId', 'planStartTime', 'roomNo'] as const),
      'status',
    ],
    sort: ['-planStartTime'],
  },
  details: [
    { of: liveRoomGoods, by: 'liveId', label: label('商品', 'Goods') },
    { of: liveSession, by: 'liveId', label: label('场次', 'Sessions') },
    { of: serviceOrder, by: 'liveId', label: label('订单', 'Orders') },
  ],
});
