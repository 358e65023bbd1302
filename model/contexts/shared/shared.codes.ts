import { defineCodes } from '../../kernel/codes.ts';

/** On and off, 1/0 (spec section 9). */
export const enable = defineCodes('enable', [
  { code: 1, name: 'enabled', zh: '启用', en: 'Enabled', tone: 'done' },
  { code: 0, name: 'disabled', zh: '停用', en: 'Disabled', tone: 'plain' },
]);

/** The exams of a school: the joint exam, its own, or both (spec section 4). */
export const examType = defineCodes('examType', [
  { code: 1, name: 'both', zh: '统考和校考', en: 'Both' },
  { code: 2, name: 'joint', zh: '统考', en: 'Joint exam only', also: ['Unified only'] },
  { code: 3, name: 'school', zh: '校考', en: 'School only' },
]);

/** Change of the exam type next year (spec section 4). */
export const change = defineCodes('change', [
  { code: 1, name: 'yes', zh: '是', en: 'Yes', tone: 'look' },
  { code: 0, name: 'no', zh: '否', en: 'No', tone: 'plain' },
]);

/** Registration status; shown in the order 4, 2, 1, 3 of its life (spec section 4, domain Q1). */
export const applyStatus = defineCodes('applyStatus', [
  { code: 4, name: 'unannounced', zh: '未公布', en: 'Not announced' },
  { code: 2, name: 'notStarted', zh: '未开始', en: 'Not started' },
  { code: 1, name: 'started', zh: '报名中', en: 'Registration started', tone: 'done' },
  { code: 3, name: 'ended', zh: '已结束', en: 'Ended' },
]);

/** Level of a school (spec section 3). */
export const schoolLevel = defineCodes('schoolLevel', [
  { code: 1, name: 'undergraduate', zh: '本科', en: 'Undergraduate' },
  { code: 2, name: 'juniorCollege', zh: '专科', en: 'Junior college' },
]);

/** The four groups of the type dictionary; subject doubles as exam category (spec section 3, domain Q32). */
export const typeFlag = defineCodes('typeFlag', [
  { code: 1, name: 'tag', zh: '标签', en: 'Tag' },
  { code: 2, name: 'category', zh: '类别', en: 'Category' },
  { code: 3, name: 'major', zh: '专业', en: 'Major' },
  { code: 4, name: 'subject', zh: '科目', en: 'Subject' },
]);

/** The eight families of unified exams (domain 0.5). */
export const jointParent = defineCodes('jointParent', [
  { code: 1, zh: '音乐类', en: 'Music' },
  { code: 2, zh: '舞蹈类', en: 'Dance' },
  { code: 3, zh: '表(导)演类', en: 'Performance & directing' },
  { code: 4, zh: '播音与主持类', en: 'Broadcasting' },
  { code: 5, zh: '美术与设计类', en: 'Fine art & design' },
  { code: 6, zh: '书法类', en: 'Calligraphy' },
  { code: 7, zh: '戏曲类(省际联考)', en: 'Opera' },
  { code: 8, zh: '其他', en: 'Other' },
]);

/** Organisation of a province's college entrance exam (domain B1). */
export const examMode = defineCodes('examMode', [
  { code: 1, name: 'threeThree', zh: '3+3', en: '3+3' },
  { code: 2, name: 'threeOneTwo', zh: '3+1+2', en: '3+1+2' },
  { code: 3, name: 'artsScience', zh: '文理分科', en: 'Arts-science' },
]);

/** Who runs a school (domain C1). */
export const schoolNature = defineCodes('schoolNature', [
  { code: 1, name: 'public', zh: '公办', en: 'Public' },
  { code: 2, name: 'private', zh: '民办', en: 'Private' },
  { code: 3, name: 'jointVenture', zh: '中外合作', en: 'Joint venture' },
  { code: 4, name: 'independent', zh: '独立学院', en: 'Independent' },
]);

/** Level of a place in the tree of cities (domain B2). */
export const cityLevel = defineCodes('cityLevel', [
  { code: 1, name: 'province', zh: '省', en: 'Province' },
  { code: 2, name: 'city', zh: '市', en: 'City' },
  { code: 3, name: 'county', zh: '区县', en: 'County' },
]);

/** The three branded sites (spec section 1, domain A11). */
export const siteKey = defineCodes('siteKey', [
  { code: 'ykzyb', zh: '艺考志愿宝', en: 'Art-exam Wish' },
  { code: 'mszytb', zh: '美术志愿填报', en: 'Fine-art Wish' },
  { code: 'ykzyzn', zh: '艺考志愿指南', en: 'Art-exam Guide' },
]);

/** Gender (domain 0.5). */
export const gender = defineCodes('gender', [
  { code: 1, name: 'male', zh: '男', en: 'Male' },
  { code: 2, name: 'female', zh: '女', en: 'Female' },
]);

/** Kinds of people who use the back-office (domain 0.5). */
export const userType = defineCodes('userType', [
  { code: 1, name: 'admin', zh: '管理员', en: 'Admin' },
  { code: 2, name: 'staff', zh: '员工', en: 'Staff' },
  { code: 3, name: 'sale', zh: '销售', en: 'Salesperson', also: ['Sale'] },
  { code: 4, name: 'partner', zh: '合伙人', en: 'Partner' },
  { code: 5, name: 'agency', zh: '机构', en: 'Agency' },
]);

/** Kinds of permission nodes (domain A3). */
export const permType = defineCodes('permType', [
  { code: 1, name: 'directory', zh: '目录', en: 'Directory' },
  { code: 2, name: 'menu', zh: '菜单', en: 'Menu' },
  { code: 3, name: 'button', zh: '按钮', en: 'Button' },
]);

/** Data scope of a role (domain A2). */
export const dataScope = defineCodes('dataScope', [
  { code: 0, name: 'all', zh: '全部', en: 'All' },
  { code: 1, name: 'partner', zh: '本合伙人', en: 'Own partner' },
  { code: 2, name: 'province', zh: '本省', en: 'Own province' },
  { code: 3, name: 'agency', zh: '本机构', en: 'Own agency' },
  { code: 4, name: 'self', zh: '本人', en: 'Self' },
]);

/** Arts-science type of a candidate (domain 0.5, B9), with the words that provinces use for it. */
export const aos = defineCodes('aos', [
  {
    code: 1,
    name: 'arts',
    zh: '文科',
    en: 'Liberal arts',
    also: ['文科类', '文史', '文史类', '艺术文', '艺术(文)'],
  },
  {
    code: 2,
    name: 'science',
    zh: '理科',
    en: 'Science',
    also: ['理科类', '理工', '理工类', '艺术理', '艺术(理)'],
  },
  {
    code: 3,
    name: 'undivided',
    zh: '不分文理',
    en: 'Undivided (3+3)',
    also: ['不分科类', '不分文理科', '文理不分', '文理兼收', '文理兼招', '文理综合', '综合改革'],
  },
  {
    code: 4,
    name: 'history',
    zh: '历史类',
    en: 'History',
    also: ['历史', '首选历史', '历史科目组合', '历史组', '历史方向'],
  },
  {
    code: 5,
    name: 'physics',
    zh: '物理类',
    en: 'Physics',
    also: ['物理', '首选物理', '物理科目组合', '物理组', '物理方向'],
  },
]);

/** Level applied for (spec section 4). */
export const diploma = defineCodes('diploma', [
  { code: 1, name: 'undergraduate', zh: '本科', en: 'Undergraduate', also: ['本科层次', '普通本科'] },
  {
    code: 2,
    name: 'juniorCollege',
    zh: '专科',
    en: 'Junior college',
    also: ['专科层次', '高职', '高职专科', '高职(专科)', '高职（专科）', '专科(高职)', '专科（高职）'],
  },
]);

/** Elective subjects of the college entrance exam (选考科目); 技术 is examined in Zhejiang alone. */
export const subject = defineCodes('subject', [
  { code: 1, zh: '物理', en: 'Physics' },
  { code: 2, zh: '化学', en: 'Chemistry' },
  { code: 3, zh: '生物', en: 'Biology', also: ['生物学'] },
  { code: 4, zh: '政治', en: 'Politics', also: ['思想政治', '思政'] },
  { code: 5, zh: '历史', en: 'History' },
  { code: 6, zh: '地理', en: 'Geography' },
  { code: 7, zh: '技术', en: 'Technology', also: ['通用技术', '信息技术'] },
]);
