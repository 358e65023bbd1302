import type { BatchSeed, ColumnSeed, MajorSeed, RankCategorySeed } from '../types.ts';

/**
 * Example batches that every enabled province gets in its current data year: the year's official notice decides which
 * of them a province has, and their rules (domain B8).
 */
export const batches: readonly BatchSeed[] = [
  { batch: 1, batchName: '艺术本科提前批', diploma: 1, archiveRule: 2, admitType: 2, voluntaryNum: 1 },
  { batch: 4, batchName: '艺术本科批', diploma: 1, archiveRule: 1, admitType: 1, voluntaryNum: 60 },
  { batch: 6, batchName: '艺术专科批', diploma: 2, archiveRule: 1, admitType: 1, voluntaryNum: 60 },
  { batch: 7, batchName: '本科征集', diploma: 1, archiveRule: 1, admitType: 1, voluntaryNum: 30 },
  { batch: 8, batchName: '专科征集', diploma: 2, archiveRule: 1, admitType: 1, voluntaryNum: 30 },
];

/** Publishers of rankings (domain 7.3); 1 ranks majors, 2 schools. */
export const rankCategories: readonly RankCategorySeed[] = [
  { categoryName: '软科中国大学排名', publisher: '软科', level: 2 },
  { categoryName: '校友会', publisher: '艾瑞深校友会网', level: 2 },
  { categoryName: '武书连', publisher: '武书连', level: 2 },
  { categoryName: '第四轮学科评估', publisher: '教育部学位中心', level: 1 },
  { categoryName: '软科中国最好学科', publisher: '软科', level: 1 },
  { categoryName: '艺术类专业排名', publisher: null, level: 1 },
];

/** Columns of content (domain 7.3). */
export const columns: readonly ColumnSeed[] = [
  '艺考资讯',
  '统考',
  '校考',
  '志愿填报',
  '政策',
  '备考',
  '留学',
  '院校动态',
].map((columnName, index) => ({ columnName, orderNum: index + 1 }));

/** Majors of a class of the dictionary, each with its code. */
function majors(typeName: string, jointParent: number, ...list: readonly (readonly [string, string])[]) {
  return list.map(([profCode, profName]) => ({ profCode, profName, typeName, jointParent }));
}

/**
 * The undergraduate majors of the arts in the ministry's catalogue, with the family of joint exams that most
 * provinces take for them (domain C5). Codes that end in T are special, in K under control.
 */
export const artMajors: readonly MajorSeed[] = [
  ...majors('艺术学理论类', 8, ['130101', '艺术史论'], ['130102T', '艺术管理']),
  ...majors(
    '音乐与舞蹈学类',
    1,
    ['130201', '音乐表演'],
    ['130202', '音乐学'],
    ['130203', '作曲与作曲技术理论'],
    ['130209T', '流行音乐'],
    ['130210T', '音乐治疗'],
  ),
  ...majors(
    '音乐与舞蹈学类',
    2,
    ['130204', '舞蹈表演'],
    ['130205', '舞蹈学'],
    ['130206', '舞蹈编导'],
    ['130207T', '舞蹈教育'],
    ['130211T', '流行舞蹈'],
  ),
  ...majors(
    '戏剧与影视学类',
    3,
    ['130301', '表演'],
    ['130302', '戏剧学'],
    ['130303', '电影学'],
    ['130304', '戏剧影视文学'],
    ['130305', '广播电视编导'],
    ['130306', '戏剧影视导演'],
    ['130308', '录音艺术'],
  ),
  ...majors('戏剧与影视学类', 4, ['130309', '播音与主持艺术']),
  ...majors(
    '戏剧与影视学类',
    5,
    ['130307', '戏剧影视美术设计'],
    ['130310', '动画'],
    ['130311T', '影视摄影与制作'],
  ),
  ...majors(
    '美术学类',
    5,
    ['130401', '美术学'],
    ['130402', '绘画'],
    ['130403', '雕塑'],
    ['130404', '摄影'],
    ['130406T', '中国画'],
    ['130407TK', '实验艺术'],
    ['130408TK', '跨媒体艺术'],
    ['130409T', '文物保护与修复'],
    ['130410T', '漫画'],
  ),
  ...majors('美术学类', 6, ['130405T', '书法学']),
  ...majors(
    '设计学类',
    5,
    ['130501', '艺术设计学'],
    ['130502', '视觉传达设计'],
    ['130503', '环境设计'],
    ['130504', '产品设计'],
    ['130505', '服装与服饰设计'],
    ['130506', '公共艺术'],
    ['130507', '工艺美术'],
    ['130508', '数字媒体艺术'],
    ['130509T', '艺术与科技'],
    ['130510TK', '陶瓷艺术设计'],
    ['130511T', '新媒体艺术'],
    ['130512T', '包装设计'],
  ),
];
