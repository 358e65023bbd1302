import { defineDataset, field, label, when } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { platform } from '../content/display.codes.ts';
import { common } from '../shared/fields.ts';
import { pushVendor } from './push.codes.ts';

/** Vendors whose messages follow a template of theirs. */
const templated = { vendor: [3, 4] } as const;

/** Apps that pushes go to, each with its credentials at a vendor (domain N1). */
export const pushApp = defineDataset({
  name: 'pushApp',
  path: '/api/admin/push/app',
  menu: { at: '/push/app', group: 'push', icon: 'AppstoreAddOutlined', order: 1 },
  label: label('推送应用', 'Push apps'),
  fields: {
    appId: field.id({ label: label('应用ID', 'App ID') }),
    appName: field.text({ label: label('应用名称', 'App'), required: true, max: limits.shortName }),
    platform: field.code({ of: platform, required: true }),
    vendor: field.code({ label: label('厂商', 'Vendor'), of: pushVendor, default: 9 }),
    packageName: field.text({ max: limits.name }),
    appKey: field.text({
      label: label('AppKey', 'AppKey'),
      required: true,
      max: limits.name,
      help: label('微信、抖音小程序填 AppID', 'Of a mini-program: its AppID'),
    }),
    appSecret: field.secret({
      label: label('AppSecret', 'AppSecret'),
      required: true,
      max: limits.address,
      help: label('个推、极光填 MasterSecret', 'Of Getui and JPush: the MasterSecret'),
    }),
    vendorAppId: when(
      { vendor: [1] },
      field.text({ label: label('个推 AppID', 'AppID of Getui'), required: true, max: limits.name }),
    ),
    templateId: when(
      templated,
      field.text({
        label: label('消息模板', 'Template'),
        required: true,
        max: limits.name,
        help: label(
          '在小程序后台订阅消息中查看模板 ID',
          'Find the template ID under subscription messages in the mini-program console',
        ),
      }),
    ),
    titleKey: when(
      templated,
      field.text({
        label: label('标题关键词', 'Key of the title'),
        max: limits.shortName,
        default: 'thing1',
      }),
    ),
    contentKey: when(
      templated,
      field.text({
        label: label('内容关键词', 'Key of the text'),
        max: limits.shortName,
        default: 'thing2',
      }),
    ),
    deviceNum: field.count({
      label: label('有效设备', 'Devices'),
      of: 'pushDevice',
      by: 'appId',
      where: { deviceStatus: 1 },
    }),
    status: common.status,
  },
  naturalKey: ['appKey'],
  identity: { name: 'appName' },
  permissions: { prefix: 'push:app', actions: ['list', 'add', 'update', 'delete'] },
  scope: { common: 'the apps are those of the house' },
  list: {
    columns: ['appName', 'platform', 'vendor', 'appKey', 'deviceNum', 'status'],
    filters: ['appName', 'platform', 'vendor', 'status'],
  },
});
