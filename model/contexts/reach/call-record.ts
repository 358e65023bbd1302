import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { logOwner, logScope } from '../system/log-owner.ts';
import { callStatus } from './reach.codes.ts';

/**
 * Telephone calls (domain M5). A row is added when the call is placed, and moved by the vendor's notice. The
 * recording is kept in our own store and is heard by a separate call, by the rights that the listener has then.
 */
export const callRecord = defineDataset({
  name: 'callRecord',
  path: '/api/admin/feige/call',
  menu: { at: '/feige/call', group: 'sales', icon: 'PhoneOutlined', order: 4 },
  tableId: 59,
  label: label('通话记录', 'Calls'),
  readOnly: true,
  fields: {
    callId: field.id({ label: label('通话ID', 'Call ID') }),
    taskId: field.text({ label: label('平台记录号', 'Vendor number'), max: limits.name }),
    userId: field.ref({ label: label('坐席', 'Caller'), to: 'adminUser', protects: false }),
    extension: field.text({ max: 16 }),
    calledNumber: field.mobile({ label: label('被叫', 'Called'), required: true }),
    outboundNumber: field.text({ max: 20 }),
    leadId: field.ref({ to: 'lead', protects: false }),
    wishUserId: field.ref({ label: label('考生', 'Candidate'), to: 'wishUser', protects: false }),
    callStatus: field.code({ of: callStatus, required: true, default: 0 }),
    callDuration: field.integer({ label: label('时长(秒)', 'Seconds'), default: 0, min: 0 }),
    beginTime: field.dateTime(),
    endTime: field.dateTime(),
    recordFlag: field.yesNo({ label: label('有录音', 'Recorded'), default: 0 }),
    remark: field.text({ max: limits.remark }),
    errorMsg: field.text({ max: limits.address }),
    /** Address of the recording at the vendor; fetched once and not shown. */
    recordUrl: field.text({ max: limits.pageUrl, private: true }),
    recordFile: field.file({ label: label('录音文件', 'Recording'), personal: true, private: true }),
    seatId: field.loggedId({ label: label('坐席ID', 'Seat ID'), private: true }),
    giveUpTime: field.dateTime({ label: label('等待话单至', 'Waits for its notice until'), private: true }),
    partnersId: logOwner.partnersId,
    provinceId: logOwner.provinceId,
    agentId: logOwner.agentId,
  },
  uniqueKeys: [{ fields: ['taskId'], where: {} }],
  identity: { parts: ['leadId', 'wishUserId', 'calledNumber'] },
  permissions: { prefix: 'feige:call', actions: ['list', 'export'] },
  scope: logScope,
  list: {
    point: ['calledNumber', 'userId', 'leadId', 'callStatus', 'callDuration', 'createTime'],
    columns: [
      ...(['calledNumber', 'userId', 'leadId', 'callStatus', 'callDuration', 'recordFlag'] as const),
      ...(['createTime', 'beginTime', 'endTime', 'wishUserId', 'extension', 'outboundNumber'] as const),
      ...(['errorMsg', 'remark', 'taskId'] as const),
    ],
    filters: [
      ...(['calledNumber', 'userId', 'leadId', 'callStatus', 'beginTime', 'recordFlag', 'taskId'] as const),
      ...(['wishUserId', 'createTime'] as const),
    ],
  },
  excel: {
    export: [
      ...(['callId', 'taskId', 'userId', 'extension', 'calledNumber', 'outboundNumber', 'leadId'] as const),
      ...(['wishUserId', 'callStatus', 'callDuration', 'beginTime', 'endTime', 'recordFlag'] as const),
      ...(['errorMsg', 'remark'] as const),
    ],
  },
});
