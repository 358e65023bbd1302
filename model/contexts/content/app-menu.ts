import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { orderAndStatus } from '../shared/fields.ts';
import { menuLink, platform } from './display.codes.ts';
import { linkRule, shownIn } from './display-fields.ts';
import { isMiniPage, isOutsideLink, isPagePath } from './rules/links.ts';

/** The grid of entries on the front page of each app, in up to two levels (domain L7). */
export const appMenu = defineDataset({
  name: 'appMenu',
  path: '/api/base/menu',
  menu: { at: '/base/appMenu', group: 'content', icon: 'MenuOutlined', order: 6 },
  label: label('前台菜单', 'App menu'),
  fields: {
    menuId: field.id({ label: label('菜单ID', 'Menu ID') }),
    menuName: field.text({ label: label('菜单名称', 'Entry'), required: true, max: 16 }),
    platform: field.code({ label: label('端', 'Platform'), of: platform, required: true }),
    parentId: field.ref({
      label: label('上级菜单', 'Parent entry'),
      to: 'appMenu',
      within: ['platform'],
      zero: label('无', 'None'),
      default: 0,
    }),
    icon: field.image({
      label: label('图标', 'Icon'),
      required: true,
      help: label('建议 96 × 96 像素', '96 × 96 pixels recommended'),
    }),
    linkType: field.code({ label: label('跳转', 'Opens'), of: menuLink, default: 1 }),
    linkValue: field.text({
      label: label('跳转目标', 'Target'),
      required: true,
      max: limits.path,
      help: label(
        '页面填路径，如 /pages/guide/index；外链以 https:// 开头；小程序可写成 wx…:pages/home/index',
        'A path such as /pages/guide/index; an address that begins with https://; or wx…:pages/home/index',
      ),
    }),
    provinceIds: shownIn,
    loginFlag: field.yesNo({ label: label('需登录', 'Needs a login'), default: 0 }),
    ...orderAndStatus,
  },
  naturalKey: ['platform', 'menuName'],
  identity: { name: 'menuName' },
  parent: 'parentId',
  levels: 2,
  checks: [
    linkRule(
      [1],
      isPagePath,
      label('应为页面的路径，如 /pages/guide/index', 'must be a path such as /pages/guide/index'),
    ),
    linkRule(
      [2],
      isOutsideLink,
      label('外链必须是以 https:// 开头的完整网址', 'must be a whole address that begins with https://'),
    ),
    linkRule(
      [3],
      isMiniPage,
      label(
        '应为小程序页面的路径，如 pages/home/index',
        'must be the path of a page, such as pages/home/index',
      ),
    ),
  ],
  permissions: { prefix: 'base:menu', actions: ['list', 'add', 'update', 'delete'] },
  scope: { common: 'the apps are those of the house' },
  list: {
    point: ['menuName', 'icon', 'platform', 'linkType', 'loginFlag', 'status', 'orderNum'],
    hidden: ['parentId', 'linkValue'],
    filters: ['menuName', 'platform', 'parentId', 'linkType', 'status'],
  },
  form: {
    groups: [
      {
        label: label('展示', 'Shown'),
        fields: ['provinceIds', 'loginFlag', 'orderNum', 'status'],
      },
    ],
  },
});
