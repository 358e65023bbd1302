import { defineCodes } from '../../kernel/codes.ts';

/** The distance of an article from its readers; follows from review, shelf and publishing time (domain L1, 3.14). */
export const publishState = defineCodes('publishState', [
  { code: 1, name: 'never', zh: '未发布', en: 'Never published', tone: 'plain' },
  { code: 2, name: 'scheduled', zh: '定时', en: 'Scheduled', tone: 'look' },
  { code: 3, name: 'public', zh: '已公开', en: 'Public', tone: 'done' },
  { code: 4, name: 'withdrawn', zh: '已撤下', en: 'Withdrawn', tone: 'plain' },
]);

/** The place of an article on the sites (domain 0.5, `@upStatus`): the codes of goods, which are sold. */
export const articleUpStatus = defineCodes('articleUpStatus', [
  { code: 1, name: 'on', zh: '上架', en: 'Online', also: ['On sale'], tone: 'done' },
  { code: 0, name: 'off', zh: '下架', en: 'Offline', also: ['Off the shelf'], tone: 'plain' },
]);

/** The ways by which an article came into the product (domain L1 to L4). */
export const articleOrigin = defineCodes('articleOrigin', [
  { code: 1, name: 'written', zh: '录入', en: 'Written here' },
  { code: 2, name: 'official', zh: '公众号', en: 'Official account' },
  { code: 3, name: 'crawled', zh: '爬虫', en: 'Crawler' },
]);

/** Why a picture of another site could not be taken into the file store. */
export const pictureFault = defineCodes('pictureFault', [
  { code: 1, name: 'refused', zh: '地址不允许访问', en: 'The address is not allowed', tone: 'lost' },
  { code: 2, name: 'unreachable', zh: '对方网站打不开', en: 'The site did not answer', tone: 'look' },
  { code: 3, name: 'notAPicture', zh: '不是图片', en: 'Not a picture', tone: 'lost' },
  { code: 4, name: 'tooLarge', zh: '图片过大', en: 'Too large', tone: 'lost' },
  { code: 5, name: 'tooMany', zh: '超出一篇文章的图片数', en: 'More than an article may hold', tone: 'lost' },
]);

/** The two lists that an official account has at the vendor (domain L2). */
export const officialKind = defineCodes('officialKind', [
  { code: 1, name: 'published', zh: '已发布', en: 'Published' },
  { code: 2, name: 'draft', zh: '草稿', en: 'Draft', tone: 'look' },
]);

/** The fate of an article of an official account here (domain L2: `importFlag`). */
export const importState = defineCodes('importState', [
  { code: 0, name: 'fresh', zh: '未入库', en: 'New', tone: 'look' },
  { code: 1, name: 'imported', zh: '已入库', en: 'Imported', tone: 'done' },
  { code: 2, name: 'ignored', zh: '已忽略', en: 'Ignored', tone: 'plain' },
]);

/** State of the last synchronisation of an official account (domain L2). */
export const syncState = defineCodes('syncState', [
  { code: 0, name: 'idle', zh: '未同步', en: 'Never', tone: 'plain' },
  { code: 1, name: 'running', zh: '同步中', en: 'Running', tone: 'act' },
  { code: 2, name: 'done', zh: '已完成', en: 'Done', tone: 'done' },
  { code: 3, name: 'failed', zh: '失败', en: 'Failed', tone: 'lost' },
]);
