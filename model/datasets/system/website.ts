import { siteKey } from '../../codes/shared.ts';
import { defineDataset } from '../../kernel/dataset.ts';
import { field } from '../../kernel/field.ts';
import { label } from '../../kernel/label.ts';
import { limits } from '../../limits.ts';
import { common } from '../common.ts';

/** Branding by host: what the login page and the public pages call themselves (domain A11, spec section 1). */
export const website = defineDataset({
  name: 'website',
  path: '/api/base/website',
  menu: '/base/website',
  key: 'siteId',
  label: label('站点', 'Sites'),
  fields: {
    siteId: field.id({ label: label('站点ID', 'Site ID'), readOnly: true }),
    host: field.text({ label: label('域名', 'Host'), required: true, max: limits.address, format: 'host' }),
    siteKey: field.code({ label: label('站点', 'Site'), of: siteKey, required: true }),
    title: field.text({ label: label('标题', 'Title'), required: true, max: limits.name }),
    shortTitle: field.text({ label: label('短标题', 'Short title'), max: 16 }),
    logo: field.image({ label: label('Logo', 'Logo') }),
    loginBg: field.image({ label: label('登录背景', 'Login background') }),
    footer: field.text({ label: label('页脚', 'Footer'), max: limits.path }),
    icpNo: field.text({ label: label('ICP备案号', 'ICP filing number'), max: limits.name }),
    policeNo: field.text({ label: label('公安备案号', 'Police filing number'), max: limits.name }),
    servicePhone: field.text({ label: label('客服电话', 'Service phone'), max: 20 }),
    qrCode: field.image({ label: label('二维码', 'QR code') }),
    status: common.status,
  },
  naturalKey: ['host'],
  identity: { value: 'siteId', name: 'title', enabledBy: 'status' },
  permissions: { prefix: 'base:website', actions: ['list', 'add', 'update', 'delete'] },
  scope: { common: 'the branding is public' },
  list: {
    columns: ['siteId', 'host', 'siteKey', 'title', 'shortTitle', 'icpNo', 'status'],
    hidden: ['footer', 'policeNo', 'servicePhone', 'logo', 'qrCode', 'createTime', 'updateTime'],
    filters: ['host', 'siteKey', 'title', 'status'],
  },
  form: [
    {
      label: label('基本信息', 'Basic information'),
      fields: ['host', 'siteKey', 'title', 'shortTitle', 'servicePhone', 'status'],
    },
    { label: label('图片', 'Images'), fields: ['logo', 'loginBg', 'qrCode'] },
    { label: label('页脚与备案', 'Footer and filings'), fields: ['footer', 'icpNo', 'policeNo'] },
  ],
});
