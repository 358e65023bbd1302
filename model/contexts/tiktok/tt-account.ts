import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { ttAuth } from './tiktok.codes.ts';
import { ttMount } from './tt-mount.ts';

/** Accounts of Douyin that let us act for them (domain K1, 3.10). They come by authorisation alone. */
export const ttAccount = defineDataset({
  name: 'ttAccount',
  path: '/api/course/tiktok/account',
  menu: { at: '/tiktok/account', group: 'douyin', icon: 'UserSwitchOutlined', order: 1 },
  label: label('抖音账号授权', 'Douyin accounts'),
  readOnly: true,
  fields: {
    id: field.id({ label: label('账号ID', 'Account ID') }),
    nickName: field.text({ label: label('昵称', 'Nickname'), max: limits.name }),
    openId: field.text({
      label: label('OpenID', 'OpenID'),
      max: limits.address,
      required: true,
      private: true,
    }),
    avatar: field.text({ max: limits.pageUrl }),
    douyinNo: field.text({ label: label('抖音号', 'Douyin ID'), max: limits.name }),
    partnersId: field.ref({ to: 'partners' }),
    authStatus: field.code({ of: ttAuth, required: true, default: 0 }),
    scopes: field.text({ max: limits.path }),
    authTime: field.dateTime(),
    expireTime: field.dateTime(),
    refreshUntil: field.dateTime({ label: label('可续期至', 'Can be renewed until') }),
    accessToken: field.secret({ label: label('访问令牌', 'Access token'), max: limits.title, private: true }),
    refreshToken: field.secret({
      label: label('续期令牌', 'Refresh token'),
      max: limits.title,
      private: true,
    }),
    errorMsg: field.text({ label: label('平台提示', 'The platform says'), max: limits.path }),
    mountNum: field.count({ label: label('挂载数', 'Mounts'), of: 'ttMount', by: 'accountId' }),
  },
  naturalKey: ['openId'],
  identity: { name: 'nickName' },
  permissions: {
    prefix: 'tiktok:account',
    actions: ['list', 'delete'],
    own: { authorize: label('授权账号', 'Authorise accounts') },
  },
  scope: {
    partner: 'partnersId',
    agency: { readOnly: 'an agency sees the accounts of its partner' },
    rest: { common: 'accounts are of the house or of a partner' },
  },
  details: [{ of: ttMount, by: 'accountId', label: label('挂载', 'Mounts') }],
  list: {
    columns: [
      ...(['nickName', 'douyinNo', 'authStatus', 'expireTime', 'mountNum', 'partnersId'] as const),
      ...(['authTime', 'scopes', 'errorMsg'] as const),
    ],
    point: ['nickName', 'authStatus', 'expireTime', 'mountNum', 'partnersId'],
    filters: ['nickName', 'douyinNo', 'partnersId', 'authStatus'],
  },
});
