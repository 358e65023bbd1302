import { defineCodes } from '../../kernel/codes.ts';

/** Kinds of dates in the exam schedule (domain C7). */
export const scheduleType = defineCodes('scheduleType', [
  { code: 1, zh: '统考报名', en: 'Joint exam: registration' },
  { code: 2, zh: '统考考试', en: 'Joint exam' },
  { code: 3, zh: '统考查分', en: 'Joint exam: scores' },
  { code: 4, zh: '校考报名', en: 'School exam: registration' },
  { code: 5, zh: '校考考试', en: 'School exam' },
  { code: 6, zh: '校考查分', en: 'School exam: scores' },
  { code: 7, zh: '高考报名', en: 'College entrance exam: registration' },
  { code: 8, zh: '高考', en: 'College entrance exam' },
  { code: 9, zh: '志愿填报', en: 'Preference filing', also: ['Filling in wishes'] },
  { code: 10, zh: '录取查询', en: 'Admission results' },
]);

/** Continents (domain B4). */
export const continent = defineCodes('continent', [
  { code: 1, zh: '亚洲', en: 'Asia' },
  { code: 2, zh: '欧洲', en: 'Europe' },
  { code: 3, zh: '北美', en: 'North America' },
  { code: 4, zh: '南美', en: 'South America' },
  { code: 5, zh: '大洋洲', en: 'Oceania' },
  { code: 6, zh: '非洲', en: 'Africa' },
]);

/** Kinds of columns of content (domain B6). */
export const columnType = defineCodes('columnType', [
  { code: 1, name: 'articles', zh: '文章', en: 'Articles' },
  { code: 2, name: 'videos', zh: '视频', en: 'Videos' },
  { code: 3, name: 'topics', zh: '专题', en: 'Special topics' },
]);
