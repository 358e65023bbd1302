import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { common } from '../shared/fields.ts';
import { siteKey } from '../shared/shared.codes.ts';

/** Branding by host: the names used by the login page and the public pages (domain A11, spec section 1). */
export const website = defineDataset({
  name: 'website',
  path: '/api/base/website',
  menu: { at: '/base/website', group: 'content', icon: 'DesktopOutlined', order: 8 },
  label: label('站点', 'Sites'),
  fields: {
    siteId: field.id({ label: label('站点ID', 'Site ID') }),
    host: field.text({ label: label('域名', 'Host'), required: true, max: limits.address, format: 'host' }),
    siteKey: field.code({ of: siteKey, required: true }),
    title: field.text({ required: true, max: limits.name }),
    shortTitle: field.text({ label: label('短标题', 'Short title'), max: 16 }),
    servicePhone: field.text({ label: label('客服电话', 'Service phone'), max: 20 }),
    logo: field.image(),
    loginBg: field.image({ label: label('登录背景', 'Login background') }),
    qrCode: field.image(),
    footer: field.text({ label: label('页脚', 'Footer'), max: limits.path }),
    icpNo: field.text({ label: label('ICP备案号', 'ICP filing number'), max: limits.name }),
    policeNo: field.text({ label: label('公安备案号', 'Police filing number'), max: limits.name }),
    status: common.status,
  },
  naturalKey: ['host'],
  identity: { name: 'title' },
  permissions: { prefix: 'base:website', actions: ['list', 'add', 'update', 'delete'] },
  scope: { common: 'the branding is public' },
  list: {
    point: ['host', 'status'],
    hidden: ['footer', 'policeNo', 'servicePhone', 'logo', 'qrCode'],
    filters: ['host', 'siteKey', 'title', 'status'],
  },
  form: {
    groups: [
      { label: label('图片', 'Images'), fields: ['logo', 'loginBg', 'qrCode'] },
      { label: label('页脚与备案', 'Footer and filings'), fields: ['footer', 'icpNo', 'policeNo'] },
    ],
  },
});
