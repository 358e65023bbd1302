import { defineCodes } from '../../kernel/codes.ts';

/** Likelihood of a purchase (domain 0.5). */
export const intent = defineCodes('intent', [
  { code: 1, name: 'high', zh: 'A 意向高', also: ['A高'], en: 'A high', tone: 'look' },
  { code: 2, name: 'medium', zh: 'B 意向中等', also: ['B中'], en: 'B medium' },
  { code: 3, name: 'low', zh: 'C 意向低', also: ['C低'], en: 'C low' },
  { code: 4, name: 'none', zh: 'D 无意向', also: ['D无'], en: 'D none' },
]);

/** Status of a lead (domain 0.5, 3.8). */
export const leadStatus = defineCodes('leadStatus', [
  { code: 0, name: 'unassigned', zh: '未分配', en: 'New', tone: 'look' },
  { code: 1, name: 'assigned', zh: '已分配未跟进', en: 'Assigned', tone: 'look' },
  { code: 2, name: 'following', zh: '跟进中', en: 'Following', tone: 'act' },
  { code: 3, name: 'interested', zh: '有意向', en: 'Interested', tone: 'act' },
  { code: 4, name: 'won', zh: '已成交', en: 'Won', tone: 'done' },
  { code: 5, name: 'invalid', zh: '无效', en: 'Invalid', tone: 'plain' },
  { code: 6, name: 'lost', zh: '已流失(公海)', en: 'Lost to the pool' },
]);

/** Channel of a follow-up (domain M2). */
export const followType = defineCodes('followType', [
  { code: 1, name: 'phone', zh: '电话', en: 'Phone' },
  { code: 2, name: 'wechat', zh: '微信', en: 'WeChat' },
  { code: 3, name: 'text', zh: '短信', en: 'Text message' },
  { code: 4, name: 'meeting', zh: '面谈', en: 'Meeting' },
  // Words that the person wrote on a public page.
  { code: 5, name: 'online', zh: '网上咨询', en: 'Online request' },
]);

/** Ways in which a lead changes hands (domain M3). */
export const assignAction = defineCodes('assignAction', [
  { code: 1, name: 'assigned', zh: '分配', en: 'Assigned' },
  { code: 2, name: 'claimed', zh: '领取', en: 'Claimed' },
  { code: 3, name: 'handedOver', zh: '转移', en: 'Handed over' },
  { code: 4, name: 'takenBack', zh: '回收', en: 'Taken back' },
  { code: 5, name: 'takenBackByClock', zh: '自动回收', en: 'Taken back by the clock' },
]);

/** States of a request for a lead that somebody else owns (0.7, 14). */
export const transferStatus = defineCodes('transferStatus', [
  { code: 0, name: 'pending', zh: '待处理', en: 'To decide', tone: 'look' },
  { code: 1, name: 'accepted', zh: '已同意', en: 'Accepted', tone: 'done' },
  { code: 2, name: 'refused', zh: '已拒绝', en: 'Refused', tone: 'lost' },
]);
