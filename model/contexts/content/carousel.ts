import { defineDataset, field, label, notBefore, when } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { orderAndStatus } from '../shared/fields.ts';
import { siteKey } from '../shared/shared.codes.ts';
import { carouselLink, carouselPosition, linkState } from './display.codes.ts';
import { linkRule, shownIn } from './display-fields.ts';
import { linkTargets } from './link-targets.ts';
import { isMiniPage, isOutsideLink, isRowNumber } from './rules/links.ts';

/** Pictures at the top of the apps' pages, in order, each for a time, for sites and for provinces (domain L5). */
export const carousel = defineDataset({
  name: 'carousel',
  path: '/api/base/carousel',
  menu: { at: '/base/carousel', group: 'content', icon: 'SwitcherOutlined', order: 4 },
  label: label('轮播图', 'Carousels'),
  fields: {
    carouselId: field.id({ label: label('轮播图ID', 'Carousel ID') }),
    title: field.text({ label: label('标题', 'Title'), required: true, max: limits.name }),
    position: field.code({ label: label('位置', 'Position'), of: carouselPosition, required: true }),
    image: field.image({
      label: label('图片', 'Picture'),
      required: true,
      help: label('建议 750 × 320 像素', '750 × 320 pixels recommended'),
    }),
    linkType: field.code({ label: label('跳转', 'Opens'), of: carouselLink, default: 0 }),
    linkValue: when(
      { linkType: [1, 2, 3, 4, 5] },
      field.text({
        label: label('跳转目标', 'Target'),
        required: true,
        max: limits.path,
        offers: Object.values(linkTargets).map(({ dataset }) => dataset),
        help: label(
          '文章、商品、课程填 ID；外链以 https:// 开头；小程序页填路径，如 pages/home/index',
          'The ID of an article, goods or a course; an address that begins with https://; or a path such as pages/home/index',
        ),
      }),
    ),
    linkState: field.code({
      label: label('跳转状态', 'State of the target'),
      of: linkState,
      elsewhere: true,
      readOnly: true,
    }),
    provinceIds: shownIn,
    siteKeys: field.codes({ of: siteKey, help: label('留空为全部站点', 'Left empty: all sites') }),
    startTime: field.dateTime({ label: label('开始展示', 'Shown from') }),
    endTime: field.dateTime({ label: label('结束展示', 'Shown until') }),
    ...orderAndStatus,
  },
  naturalKey: ['position', 'title'],
  identity: { name: 'title' },
  checks: [
    notBefore('startTime', 'endTime'),
    linkRule([1, 2, 3], isRowNumber, label('应为数字 ID', 'must be the number of a row')),
    linkRule(
      [4],
      isOutsideLink,
      label('外链必须是以 https:// 开头的完整网址', 'must be a whole address that begins with https://'),
    ),
    linkRule(
      [5],
      isMiniPage,
      label(
        '应为小程序页面的路径，如 pages/home/index',
        'must be the path of a page, such as pages/home/index',
      ),
    ),
  ],
  permissions: { prefix: 'base:carousel', actions: ['list', 'add', 'update', 'delete'] },
  scope: {
    province: 'provinceIds',
    rest: { common: 'the apps of the house show them, whoever advertises there' },
  },
  list: {
    point: ['title', 'image', 'position', 'linkType', 'linkState', 'status', 'orderNum'],
    hidden: ['linkValue'],
    filters: ['title', 'position', 'linkType', 'linkState', 'siteKeys', 'provinceIds', 'status'],
  },
  form: {
    groups: [
      {
        label: label('展示范围', 'Where and when'),
        fields: ['provinceIds', 'siteKeys', 'startTime', 'endTime', 'orderNum', 'status'],
      },
    ],
  },
});
