import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { statusAndRemark } from '../shared/fields.ts';
import { syncState } from './content.codes.ts';
import { officialArticle } from './official-article.ts';

/**
 * Official accounts whose articles are read by the vendor's own calls (domain L2). The vendor lets an account be read
 * with its own AppID and AppSecret alone; articles of other accounts come in by their links.
 */
export const officialAccounts = defineDataset({
  name: 'officialAccounts',
  path: '/api/base/official/accounts',
  menu: { at: '/base/official', group: 'content', icon: 'WechatOutlined', order: 2 },
  label: label('公众号', 'Official accounts'),
  fields: {
    id: field.id({ label: label('公众号ID', 'Account ID') }),
    accountName: field.text({ label: label('公众号', 'Account'), required: true, max: limits.name }),
    wxId: field.text({ label: label('微信号', 'WeChat ID'), max: limits.shortName }),
    appId: field.text({
      label: label('AppID', 'AppID'),
      max: limits.shortName,
      help: label(
        '在微信公众平台“设置与开发—基本配置”中查看；并把服务器 IP 加入白名单',
        'Find it under basic configuration of the WeChat platform, and add the server IP to the allow list there',
      ),
    }),
    appSecret: field.secret({ label: label('AppSecret', 'AppSecret'), max: limits.name }),
    schoolId: field.ref({ to: 'school' }),
    provinceId: field.ref({ to: 'province' }),
    columnId: field.ref({
      label: label('入库栏目', 'Column of imports'),
      to: 'column',
      help: label('入库的文章草稿归入此栏目', 'Drafts of its articles go there'),
    }),
    qrCode: field.image(),
    articleNum: field.count({
      label: label('文章数', 'Articles'),
      of: 'officialArticle',
      by: 'accountId',
    }),
    newNum: field.count({
      label: label('未入库', 'Not imported'),
      of: 'officialArticle',
      by: 'accountId',
      where: { importFlag: 0 },
    }),
    syncState: field.code({
      label: label('同步状态', 'Synchronisation'),
      of: syncState,
      default: 0,
      readOnly: true,
    }),
    syncDone: field.integer({ label: label('已读取', 'Read'), default: 0, readOnly: true }),
    syncTotal: field.integer({ label: label('共有', 'Of'), default: 0, readOnly: true }),
    syncError: field.text({
      label: label('同步失败原因', 'Why it failed'),
      max: limits.path,
      readOnly: true,
    }),
    lastSyncTime: field.dateTime({ readOnly: true }),
    autoFlag: field.yesNo({
      label: label('自动采集', 'Automatic'),
      default: 0,
      help: label(
        '每天同步一次，新文章直接成为文章草稿；须先设置入库栏目',
        'Synchronised once a day; new articles become drafts automatically. Set a column for imports first',
      ),
    }),
    ...statusAndRemark,
  },
  naturalKey: ['accountName'],
  uniqueKeys: [
    {
      fields: ['appId'],
      where: {},
      message: label('该 AppID 已属于另一个公众号', 'Another account has this AppID already'),
    },
  ],
  permissions: {
    prefix: 'base:official',
    actions: ['list', 'add', 'update', 'delete'],
    own: { sync: label('同步公众号', 'Synchronise official accounts') },
  },
  scope: { common: 'the accounts are those of the house' },
  list: {
    point: ['accountName', 'newNum', 'articleNum', 'syncState', 'lastSyncTime', 'status'],
    columns: ['schoolId', 'provinceId', 'columnId', 'autoFlag', 'wxId', 'syncError', 'remark'],
    filters: [
      ...(['accountName', 'wxId', 'schoolId', 'provinceId', 'columnId', 'autoFlag'] as const),
      ...(['syncState', 'status'] as const),
    ],
  },
  form: {
    groups: [
      { label: label('接口', 'Vendor'), fields: ['appId', 'appSecret'] },
      {
        label: label('入库时填入', 'Filled in with imports'),
        fields: ['columnId', 'provinceId', 'schoolId', 'autoFlag'],
      },
    ],
  },
  details: [{ of: officialArticle, by: 'accountId', label: label('文章', 'Articles') }],
});
