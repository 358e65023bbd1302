import { defineCodes } from '../../kernel/codes.ts';

/** The distance of an article from its readers; follows from review, shelf and publishing time (domain L1, 3.14). */
export const publishState = defineCodes('publishState', [
  { code: 1, name: 'hidden', zh: '未公开', en: 'Not public', tone: 'plain' },
  { code: 2, name: 'scheduled', zh: '定时', en: 'Scheduled', tone: 'look' },
  { code: 3, name: 'public', zh: '已公开', en: 'Public', tone: 'done' },
]);

/** Why a picture of another site could not be taken into the file store. */
export const pictureFault = defineCodes('pictureFault', [
  { code: 1, name: 'refused', zh: '地址不允许访问', en: 'The address is not allowed', tone: 'lost' },
  { code: 2, name: 'unreachable', zh: '对方网站打不开', en: 'The site did not answer', tone: 'look' },
  { code: 3, name: 'notAPicture', zh: '不是图片', en: 'Not a picture', tone: 'lost' },
  { code: 4, name: 'tooLarge', zh: '图片过大', en: 'Too large', tone: 'lost' },
  { code: 5, name: 'tooMany', zh: '超出一篇文章的图片数', en: 'More than an article may hold', tone: 'lost' },
]);
