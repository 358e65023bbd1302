import { defineCodes } from '../../kernel/codes.ts';

/** Pages of the apps that show a carousel (domain L5). */
export const carouselPosition = defineCodes('carouselPosition', [
  { code: 1, name: 'home', zh: '首页', en: 'Home' },
  { code: 2, name: 'guide', zh: '指南', en: 'Guide' },
  { code: 3, name: 'probability', zh: '概率', en: 'Probability' },
  { code: 4, name: 'course', zh: '课程', en: 'Course' },
  { code: 5, name: 'abroad', zh: '留学', en: 'Abroad' },
  { code: 6, name: 'login', zh: '登录页', en: 'Login' },
]);

/** The kinds of pages that a tap on a picture of a carousel opens (domain L5). */
export const carouselLink = defineCodes('carouselLink', [
  { code: 0, name: 'none', zh: '无', en: 'None' },
  { code: 1, name: 'article', zh: '文章', en: 'Article' },
  { code: 2, name: 'goods', zh: '商品', en: 'Goods' },
  { code: 3, name: 'course', zh: '课程', en: 'Course' },
  { code: 4, name: 'external', zh: '外链', en: 'External' },
  { code: 5, name: 'miniPage', zh: '小程序页', en: 'Mini page' },
]);

/** The state of the row that a picture leads to. */
export const linkState = defineCodes('linkState', [
  { code: 1, name: 'fine', zh: '正常', en: 'Fine', tone: 'done' },
  { code: 2, name: 'hidden', zh: '跳转目标未上架', en: 'Target not published', tone: 'look' },
  { code: 3, name: 'gone', zh: '跳转目标已删除', en: 'Target deleted', tone: 'lost' },
]);

/** The kinds of posters, by the thing that they invite to (domain L6). */
export const posterType = defineCodes('posterType', [
  { code: 1, name: 'invite', zh: '邀请', en: 'Invite' },
  { code: 2, name: 'event', zh: '活动', en: 'Event' },
  { code: 3, name: 'course', zh: '课程', en: 'Course' },
  { code: 4, name: 'mock', zh: '模考', en: 'Mock exam' },
]);

/** The side of the box that the lines of a text keep to. */
export const textAlign = defineCodes('textAlign', [
  { code: 1, name: 'left', zh: '左对齐', en: 'Left' },
  { code: 2, name: 'centre', zh: '居中', en: 'Centre' },
  { code: 3, name: 'right', zh: '右对齐', en: 'Right' },
]);

/** The strength of the strokes of a text. */
export const textWeight = defineCodes('textWeight', [
  { code: 1, name: 'regular', zh: '常规', en: 'Regular' },
  { code: 2, name: 'bold', zh: '加粗', en: 'Bold' },
]);

/** The apps of the product (domain 0.5). */
export const platform = defineCodes('platform', [
  { code: 1, name: 'android', zh: 'Android', en: 'Android' },
  { code: 2, name: 'ios', zh: 'iOS', en: 'iOS' },
  { code: 3, name: 'wechat', zh: '微信小程序', en: 'WeChat mini-program' },
  { code: 4, name: 'douyin', zh: '抖音小程序', en: 'Douyin mini-program' },
  { code: 5, name: 'h5', zh: 'H5', en: 'H5' },
]);

/** The kinds of pages that an entry of an app's menu opens (domain L7). */
export const menuLink = defineCodes('menuLink', [
  { code: 1, name: 'page', zh: '页面', en: 'Page' },
  { code: 2, name: 'external', zh: '外链', en: 'External' },
  { code: 3, name: 'mini', zh: '小程序', en: 'Mini-program' },
]);
