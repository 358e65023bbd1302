import { defineCodes } from '../../kernel/codes.ts';

/** Chapters of the application guide (domain D15). */
export const guideChapter = defineCodes('guideChapter', [
  { code: 1, zh: '政策解读', en: 'Policy explained' },
  { code: 2, zh: '统考', en: 'Joint exams' },
  { code: 3, zh: '校考', en: 'School exams' },
  { code: 4, zh: '志愿规则', en: 'Preference rules', also: ['Rules of the wishes'] },
  { code: 5, zh: '院校介绍', en: 'Schools' },
  { code: 6, zh: '专业介绍', en: 'Majors' },
  { code: 7, zh: '往年数据', en: 'Data of past years', also: ['Figures of former years'] },
  { code: 8, zh: '问答', en: 'Questions and answers' },
]);

/** Publication of a chapter (domain D15). */
export const publishFlag = defineCodes('publishFlag', [
  { code: 0, name: 'draft', zh: '草稿', en: 'Draft', tone: 'plain' },
  { code: 1, name: 'published', zh: '已发布', en: 'Published', tone: 'done' },
]);

/** Subjects of a remark (domain D6). */
export const remarkType = defineCodes('remarkType', [
  { code: 1, zh: '招生章程', en: 'Admission rules' },
  { code: 2, zh: '专业备注', en: 'Note on a major' },
  { code: 3, zh: '录取规则', en: 'Rules of selection' },
  { code: 4, zh: '体检限制', en: 'Medical limits' },
  { code: 5, zh: '语种单科', en: 'Language or single subject' },
  { code: 6, zh: '其他', en: 'Other' },
]);

/** Years in work that a salary is of (domain D11). */
export const workYears = defineCodes('workYears', [
  { code: 0, zh: '应届', en: 'Fresh graduate' },
  { code: 1, zh: '1-3年', en: '1–3 years' },
  { code: 2, zh: '3-5年', en: '3–5 years' },
  { code: 3, zh: '5-10年', en: '5–10 years' },
  { code: 4, zh: '10年以上', en: 'Over 10 years' },
]);
