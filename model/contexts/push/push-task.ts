import { defineDataset, field, label, when } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { linkRule } from '../content/display-fields.ts';
import { isOutsideLink, isRowNumber } from '../content/rules/links.ts';
import { cardType } from '../sales/sales.codes.ts';
import { jointParent } from '../shared/shared.codes.ts';
import { audienceType, pushLink, pushStatus } from './push.codes.ts';
import { pushRecord } from './push-record.ts';
import { audienceConditions } from './rules/audience.ts';

const filtered = { audienceType: [2] } as const;
const figure = (zh: string, en: string) =>
  field.integer({ label: label(zh, en), default: 0, readOnly: true });

const tasksOfTheHouse = {
  common: 'pushes are of the house',
  ofPersons: 'a task is a text of the house; its pushes to persons belong to those who look after them',
} as const;

/**
 * Pushes to an audience (domain N3, 3.9). `audience` are the same conditions in the shape of the call. `provinceId`
 * bounds the audience to a province: a person of a province has their own there.
 */
export const pushTask = defineDataset({
  name: 'pushTask',
  path: '/api/admin/push/task',
  menu: { at: '/push/task', group: 'push', icon: 'SendOutlined', order: 3 },
  label: label('推送任务', 'Push tasks'),
  fields: {
    taskId: field.id({ label: label('任务ID', 'Task ID') }),
    taskName: field.text({ required: true, max: limits.name }),
    appIds: field.refs({ to: 'pushApp', max: 20 }),
    title: field.text({ required: true, max: limits.shortName }),
    content: field.text({
      label: label('内容', 'Text'),
      required: true,
      max: limits.address,
      multiline: true,
    }),
    linkType: field.code({ of: pushLink, default: 0 }),
    linkValue: when(
      { linkType: [1, 2, 3, 4] },
      field.text({
        required: true,
        max: limits.path,
        offers: ['article', 'goods'],
        help: label(
          '页面填路径，如 /score；外链以 https:// 开头',
          'The path of a page, such as /score, or an address that begins with https://',
        ),
      }),
    ),
    sendTime: field.dateTime({
      label: label('定时发送', 'Sent at'),
      help: label(
        '名单生成后到此时间自动分发；留空手动分发',
        'Once built, it is sent automatically at this time; left empty, you send it by hand',
      ),
    }),
    provinceId: field.ref({
      label: label('限定省份', 'Within the province'),
      to: 'province',
      lockedOnEdit: true,
    }),
    audienceType: field.code({ label: label('人群', 'Audience'), of: audienceType, default: 1 }),
    provinceIds: when(filtered, field.refs({ label: label('省份', 'Provinces'), to: 'province' })),
    jointParents: when(
      filtered,
      field.codes({ label: label('统考大类', 'Joint categories'), of: jointParent }),
    ),
    dataYear: when(filtered, field.year({ label: label('高考年份', 'Year of the exam') })),
    cardTypes: when(filtered, field.codes({ label: label('已购卡类型', 'Has bought'), of: cardType })),
    tags: when(
      filtered,
      field.text({
        max: limits.address,
        help: label('含任一标签的设备，逗号分隔', 'Devices with one of the tags; commas between'),
      }),
    ),
    activeDays: when(
      filtered,
      field.integer({ label: label('最近活跃天数', 'Active within days'), min: 1, max: 3_650 }),
    ),
    userIds: when(
      { audienceType: [3] },
      field.refs({ label: label('指定用户', 'Users'), to: 'wishUser', required: true }),
    ),
    audience: field.json({ label: label('条件', 'Conditions') }),
    listNum: field.integer({ label: label('名单人数', 'People on the list'), default: 0, readOnly: true }),
    pushStatus: field.code({ of: pushStatus, default: 0, readOnly: true }),
    targetNum: figure('目标数', 'Devices'),
    sentNum: figure('已发送', 'Sent'),
    successNum: figure('成功数', 'Arrived'),
    failNum: figure('失败数', 'Failed'),
    clickNum: field.count({
      label: label('点击数', 'Clicks'),
      of: 'pushRecord',
      by: 'taskId',
      where: { clicked: 1 },
    }),
    errorMsg: field.text({ label: label('失败原因', 'Why it failed'), max: limits.path, readOnly: true }),
    buildTime: field.dateTime({ readOnly: true }),
    doneTime: field.dateTime({ readOnly: true }),
    dueTime: field.dateTime({ label: label('到点分发', 'Due'), readOnly: true, private: true }),
    jobId: field.loggedId({ label: label('名单任务ID', 'Job'), private: true }),
    runNo: field.integer({ label: label('分发轮次', 'Run'), default: 0, readOnly: true, private: true }),
  },
  identity: { name: 'taskName', found: true },
  checks: [
    linkRule([1, 2], isRowNumber, label('应为数字 ID', 'must be the number of a row')),
    linkRule(
      [4],
      isOutsideLink,
      label('外链必须是以 https:// 开头的完整网址', 'must be a whole address that begins with https://'),
    ),
    {
      kind: 'rule',
      fields: ['audience'],
      test: ({ audience }) => audienceConditions.safeParse(audience).success,
      message: label('人群条件的格式不对', 'are no conditions of an audience'),
    },
  ],
  permissions: { prefix: 'push:task', actions: ['list', 'add', 'update', 'delete'] },
  scope: { province: 'provinceId', rest: tasksOfTheHouse },
  details: [{ of: pushRecord, by: 'taskId', label: label('明细', 'Pushes') }],
  list: {
    point: ['taskName', 'pushStatus', 'targetNum', 'successNum', 'failNum', 'clickNum'],
    columns: [
      ...(['sendTime', 'appIds', 'title', 'content', 'audienceType', 'provinceId', 'sentNum'] as const),
      ...(['buildTime', 'doneTime', 'errorMsg'] as const),
    ],
    filters: ['taskName', 'pushStatus', 'appIds', 'title', 'audienceType', 'provinceId', 'sendTime'],
  },
  form: {
    groups: [
      { label: label('消息', 'Message'), fields: ['title', 'content', 'linkType', 'linkValue', 'sendTime'] },
      {
        label: label('人群', 'Audience'),
        fields: [
          ...(['audienceType', 'provinceId', 'provinceIds', 'jointParents', 'dataYear'] as const),
          ...(['cardTypes', 'tags', 'activeDays', 'userIds'] as const),
        ],
      },
    ],
    without: ['audience'],
  },
});
