import { defineDataset, field, label } from '../../kernel/language.ts';
import { sessionEnd } from './teaching.codes.ts';

/** Sessions of live rooms with their figures, which stay as they were when the session ended (domain 3.12). */
export const liveSession = defineDataset({
  name: 'liveSession',
  path: '/api/data/wish/live/session',
  tableId: 75,
  label: label('直播场次', 'Live sessions'),
  readOnly: true,
  fields: {
    id: field.id({ label: label('场次ID', 'Session ID') }),
    liveId: field.ref({ label: label('直播间', 'Live room'), to: 'live', required: true }),
    startTime: field.dateTime({ label: label('开播时间', 'Started'), required: true }),
    stopTime: field.dateTime({ label: label('下播时间', 'Stopped') }),
    endedBy: field.code({ label: label('下播方式', 'Ended'), of: sessionEnd }),
    viewNum: field.integer({ label: label('观看', 'Views'), default: 0 }),
    peakNum: field.integer({ label: label('最高在线', 'Peak'), default: 0 }),
    dealNum: field.integer({ label: label('成交数', 'Deals'), default: 0 }),
    orderAmount: field.money({ label: label('成交金额', 'Sold for'), default: '0.00' }),
  },
  naturalKey: ['liveId', 'startTime'],
  identity: { name: 'startTime' },
  permissions: { prefix: 'wish:livesession', actions: ['list', 'export'] },
  scope: {
    province: { through: 'liveId' },
    partner: { through: 'liveId' },
    agency: { readOnly: 'an agency watches the rooms of its partner' },
    own: { common: 'sessions are those of a room, not of one person' },
  },
  list: { filters: ['liveId', 'startTime', 'endedBy'], sort: ['-startTime'] },
});
