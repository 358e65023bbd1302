import type { JointCategorySeed, SchoolTag, TypeDictSeed } from '../types.ts';

/** Tags of schools, in the order they are shown (domain 7.3). */
export const schoolTags = [
  '985',
  '211',
  '双一流',
  '独立设置艺术院校',
  '参照独立设置',
  '师范',
  '综合',
  '省重点',
] as const satisfies readonly SchoolTag[];

/** Fields of study of the national catalogue of undergraduate majors; the arts are number 13. */
const fieldsOfStudy = [
  '哲学',
  '经济学',
  '法学',
  '教育学',
  '文学',
  '历史学',
  '理学',
  '工学',
  '农学',
  '医学',
  '管理学',
  '艺术学',
  '交叉学科',
] as const;

/** Classes of majors within the arts, 1301 to 1305 of the national catalogue (domain 7.3). */
const artMajors = ['艺术学理论类', '音乐与舞蹈学类', '戏剧与影视学类', '美术学类', '设计学类'] as const;

/** Subjects, which double as exam categories (domain 7.3, 6 Q32). */
const subjects = ['音乐', '舞蹈', '表(导)演', '播音与主持', '美术与设计', '书法', '文化课'] as const;

function group(typeFlag: TypeDictSeed['typeFlag'], typeNames: readonly string[]): TypeDictSeed[] {
  return typeNames.map((typeName, index) => ({ typeFlag, typeName, orderNum: index + 1 }));
}

/** The type dictionary in its four groups (domain A14, 7.3). */
export const typeDict: readonly TypeDictSeed[] = [
  ...group(1, schoolTags),
  ...group(2, fieldsOfStudy),
  ...group(3, artMajors),
  ...group(4, subjects),
];

/**
 * The joint-exam categories that each enabled province gets in its current data year. The splits are those of the
 * unified exams since 2024, full mark 300; staff must check them for their province (domain 7.3).
 */
export const jointCategories: readonly JointCategorySeed[] = [
  {
    jointCategoryName: '音乐表演(声乐)',
    parentType: 1,
    fullScore: '300.00',
    subjects: '乐理15、听写30、视唱15、声乐240',
    orderNum: 1,
  },
  {
    jointCategoryName: '音乐表演(器乐)',
    parentType: 1,
    fullScore: '300.00',
    subjects: '乐理15、听写30、视唱15、器乐240',
    orderNum: 2,
  },
  {
    jointCategoryName: '音乐教育(声乐)',
    parentType: 1,
    fullScore: '300.00',
    subjects: '乐理15、听写30、视唱15、主项声乐165、副项器乐75',
    orderNum: 3,
  },
  {
    jointCategoryName: '音乐教育(器乐)',
    parentType: 1,
    fullScore: '300.00',
    subjects: '乐理15、听写30、视唱15、主项器乐165、副项声乐75',
    orderNum: 4,
  },
  {
    jointCategoryName: '舞蹈类',
    parentType: 2,
    fullScore: '300.00',
    subjects: '舞蹈基本功120、舞蹈表演150、舞蹈即兴30',
    orderNum: 5,
  },
  {
    jointCategoryName: '戏剧影视表演',
    parentType: 3,
    fullScore: '300.00',
    subjects: '文学作品朗诵100、自选曲目演唱50、形体技能展现50、命题即兴表演100',
    orderNum: 6,
  },
  {
    jointCategoryName: '服装表演',
    parentType: 3,
    fullScore: '300.00',
    subjects: '形体形象观测150、台步展示120、才艺展示30',
    orderNum: 7,
  },
  {
    jointCategoryName: '戏剧影视导演',
    parentType: 3,
    fullScore: '300.00',
    subjects: '文学作品朗诵50、命题即兴表演50、叙事性作品写作200',
    orderNum: 8,
  },
  {
    jointCategoryName: '播音与主持类',
    parentType: 4,
    fullScore: '300.00',
    subjects: '作品朗读100、新闻播报100、话题评述100',
    orderNum: 9,
  },
  {
    jointCategoryName: '美术与设计类',
    parentType: 5,
    fullScore: '300.00',
    subjects: '素描100、色彩100、速写100',
    orderNum: 10,
  },
  {
    jointCategoryName: '书法类',
    parentType: 6,
    fullScore: '300.00',
    subjects: '书法临摹150、书法创作150',
    orderNum: 11,
  },
];

/** Initial sources of consumers (domain 7.3); `sourceType` is that of domain B5. */
export const sources: readonly { sourceName: string; sourceCode: string; sourceType: number }[] = [
  { sourceName: '微信小程序', sourceCode: 'wechat', sourceType: 2 },
  { sourceName: '抖音小程序', sourceCode: 'douyin', sourceType: 3 },
  { sourceName: 'App', sourceCode: 'app', sourceType: 1 },
  { sourceName: 'H5', sourceCode: 'h5', sourceType: 4 },
  { sourceName: '线下', sourceCode: 'offline', sourceType: 5 },
  { sourceName: '客服电话', sourceCode: 'phone', sourceType: 7 },
  { sourceName: '导入', sourceCode: 'import', sourceType: 6 },
  { sourceName: '留学', sourceCode: 'abroad', sourceType: 5 },
];
