import { defineCodes } from '../../kernel/codes.ts';

/** Kinds of courses (domain J1). */
export const courseType = defineCodes('courseType', [
  { code: 1, name: 'recorded', zh: '录播', en: 'Recorded' },
  { code: 2, name: 'live', zh: '直播', en: 'Live' },
  { code: 3, name: 'article', zh: '图文', en: 'Text and pictures' },
]);

/**
 * State of a video (domain J3, with one more for an upload under way). `whole` waits for its conversion; a failed one
 * can be converted again if its file is whole.
 */
export const transStatus = defineCodes('transStatus', [
  { code: 4, name: 'uploading', zh: '上传中', en: 'Uploading', tone: 'look' },
  { code: 0, name: 'whole', zh: '待处理', en: 'Waiting', tone: 'look' },
  { code: 1, name: 'processing', zh: '处理中', en: 'Converting', tone: 'act' },
  { code: 2, name: 'done', zh: '完成', en: 'Done', tone: 'done' },
  { code: 3, name: 'failed', zh: '失败', en: 'Failed', tone: 'lost' },
]);

/** Form in which a video is played. */
export const playForm = defineCodes('playForm', [
  { code: 1, name: 'file', zh: '原文件', en: 'File as uploaded' },
  { code: 2, name: 'hls', zh: '加密分段(HLS)', en: 'Encrypted segments (HLS)' },
]);

/** Kinds of lectures (domain J4). */
export const lectureType = defineCodes('lectureType', [
  { code: 1, name: 'online', zh: '线上', en: 'Online' },
  { code: 2, name: 'onSite', zh: '线下', en: 'On site' },
]);

/** State of a registration for a lecture (domain J4). */
export const lecturePay = defineCodes('lecturePay', [
  { code: 0, name: 'pending', zh: '待支付', en: 'To be paid', tone: 'look' },
  { code: 1, name: 'paid', zh: '已支付', en: 'Paid', tone: 'done' },
  { code: 2, name: 'free', zh: '免费', en: 'Free', tone: 'done' },
  { code: 3, name: 'cancelled', zh: '已取消', en: 'Cancelled', tone: 'plain' },
  { code: 4, name: 'refunded', zh: '已退费', en: 'Refunded', tone: 'plain' },
]);

/** Ways of payment that a person records with a registration (domain 0.5, `@payType`). */
export const settledPay = defineCodes('settledPay', [
  { code: 4, name: 'transfer', zh: '对公转账', en: 'Bank transfer' },
  { code: 5, name: 'offline', zh: '线下', en: 'Offline' },
  { code: 9, name: 'free', zh: '免费', en: 'Free' },
]);

/** Platforms of live rooms (domain J5). */
export const livePlatform = defineCodes('livePlatform', [
  { code: 1, name: 'own', zh: '自有', en: 'Own' },
  { code: 2, name: 'channels', zh: '视频号', en: 'WeChat Channels' },
  { code: 3, name: 'douyin', zh: '抖音', en: 'Douyin' },
]);

/** State of a live room (domain 0.5, `@liveStatus`; 3.12). */
export const liveStatus = defineCodes('liveStatus', [
  { code: 0, name: 'idle', zh: '未开始', en: 'Not started', tone: 'plain' },
  { code: 1, name: 'living', zh: '直播中', en: 'Living', tone: 'act' },
  { code: 2, name: 'ended', zh: '已结束', en: 'Ended', tone: 'done' },
  { code: 3, name: 'disabled', zh: '已禁用', en: 'Disabled', tone: 'lost' },
]);

/** Switch of a live room: one that is off cannot be started. A separate set, since the room's steps are its states. */
export const liveSwitch = defineCodes('liveSwitch', [
  { code: 1, name: 'on', zh: '启用', en: 'Enabled' },
  { code: 0, name: 'off', zh: '停用', en: 'Disabled' },
]);

/** Causes by which a live session ends. */
export const sessionEnd = defineCodes('sessionEnd', [
  { code: 1, name: 'byHand', zh: '人工下播', en: 'Stopped by hand' },
  { code: 2, name: 'byClock', zh: '超时自动下播', en: 'Stopped by the clock' },
]);
