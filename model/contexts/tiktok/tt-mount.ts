import { defineDataset, field, label, when } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { isMiniPage } from '../content/rules/links.ts';
import { mountType, ttMountStatus } from './tiktok.codes.ts';

const figure = (zh: string, en: string) =>
  field.integer({ label: label(zh, en), default: 0, readOnly: true });

/** Pages of the mini-program that hang on a video of an account (domain K3, 3.10). */
export const ttMount = defineDataset({
  name: 'ttMount',
  path: '/api/course/tiktok/mount',
  menu: { at: '/tiktok/mount', group: 'douyin', icon: 'LinkOutlined', order: 3 },
  tableId: 64,
  label: label('短视频挂载', 'Video mounts'),
  fields: {
    id: field.id({ label: label('ID', 'ID') }),
    accountId: field.ref({ label: label('抖音账号', 'Account'), to: 'ttAccount', required: true }),
    itemId: field.text({
      label: label('视频ID', 'Video ID'),
      max: limits.shortName,
      help: label('已发布视频的 ID；未发布的留空', 'Of a video that is published; else left empty'),
    }),
    videoTitle: field.text({ max: limits.title }),
    mountType: field.code({ label: label('挂载类型', 'Leads to'), of: mountType, required: true }),
    bizId: when(
      { mountType: [1, 2] },
      field.integer({
        label: label('课程或商品', 'Course or goods'),
        required: true,
        min: 1,
        offers: ['ttCourse', 'goods'],
      }),
    ),
    path: field.text({
      label: label('页面路径', 'Page'),
      required: true,
      max: limits.path,
      help: label('如 pages/course/detail?id=8', 'Such as pages/course/detail?id=8'),
    }),
    mountTitle: field.text({ label: label('锚点文案', 'Anchor text'), required: true, max: 16 }),
    mountStatus: field.code({ of: ttMountStatus, required: true, default: 0, readOnly: true }),
    rejectReason: field.text({ max: limits.address, readOnly: true }),
    submitTime: field.dateTime({ readOnly: true }),
    onlineTime: field.dateTime({ readOnly: true }),
    unbindTime: field.dateTime({ readOnly: true }),
    platformId: field.text({ max: limits.name, readOnly: true, private: true }),
    askTime: field.dateTime({ label: label('下次查询', 'Asked next'), readOnly: true, private: true }),
    viewNum: figure('观看数', 'Views'),
    clickNum: figure('点击数', 'Clicks'),
    dealNum: figure('成交数', 'Deals'),
  },
  uniqueKeys: [['accountId', 'itemId']],
  identity: { name: 'mountTitle' },
  checks: [
    {
      kind: 'rule',
      fields: ['path'],
      test: ({ path }) => isMiniPage(String(path)),
      message: label(
        '应为小程序页面的路径，如 pages/home/index',
        'must be the path of a page, such as pages/home/index',
      ),
    },
  ],
  permissions: { prefix: 'tiktok:mount', actions: ['list', 'add', 'update', 'delete', 'export'] },
  scope: {
    partner: { through: 'accountId' },
    agency: { readOnly: 'an agency sees the mounts of its partner' },
    rest: { common: 'mounts are of the house or of a partner' },
  },
  list: {
    point: ['mountTitle', 'accountId', 'mountStatus', 'viewNum', 'clickNum', 'dealNum'],
    columns: [
      ...(['mountType', 'videoTitle', 'itemId', 'path', 'rejectReason', 'submitTime', 'onlineTime'] as const),
      'unbindTime',
    ],
    filters: ['accountId', 'itemId', 'mountType', 'mountStatus', 'mountTitle'],
  },
});
