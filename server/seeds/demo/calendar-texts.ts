/** One subject of an exam: its name, minutes, marks and task. */
export interface ExamSubject {
  readonly name: string;
  readonly minutes: number;
  readonly mark: number;
  readonly asked: string;
}

/** The texts of the demo calendar for one family of joint categories (domain 0.5, `jointParent`). */
export interface FamilyTexts {
  /** Ids of schools with their own exams in this family. */
  readonly academies: readonly string[];
  /** Majors named in the notices. */
  readonly majors: readonly string[];
  /** Subjects of a school's own exam. */
  readonly subjects: readonly ExamSubject[];
  /** Month and day of the unified exam; months from September on lie in the year before the data year. */
  readonly unifiedExam: readonly [month: number, day: number];
  /** Items to bring. */
  readonly bring: string;
}

/** Texts of the six families that provinces examine themselves, by code. */
export const familyTexts: ReadonlyMap<number, FamilyTexts> = new Map([
  [
    1,
    {
      academies: [
        '10045',
        '10046',
        '10072',
        '10177',
        '10278',
        '10331',
        '10587',
        '10654',
        '10728',
        '11524',
        '14535',
        '14560',
      ],
      majors: ['音乐表演', '音乐学', '作曲与作曲技术理论', '录音艺术'],
      subjects: [
        { name: '专业主科', minutes: 12, mark: 210, asked: '自选两首不同风格的作品，背谱演唱或演奏' },
        { name: '视唱', minutes: 3, mark: 30, asked: '五线谱单声部旋律，两升两降以内' },
        { name: '乐理与听写', minutes: 60, mark: 60, asked: '机考，音程、和弦、节奏与旋律听写' },
      ],
      unifiedExam: [1, 6],
      bring: '准考证、身份证、自备乐器(钢琴及大型打击乐除外)、伴奏谱',
    },
  ],
  [
    2,
    {
      academies: ['10046', '10051', '10052', '10279', '10331', '10654', '14535'],
      majors: ['舞蹈表演', '舞蹈编导', '舞蹈学', '国际标准舞'],
      subjects: [
        { name: '基本功', minutes: 10, mark: 120, asked: '软开度、弹跳、旋转及技术技巧组合' },
        { name: '剧目片段', minutes: 2, mark: 130, asked: '自备剧目，两分钟以内，着练功服' },
        { name: '即兴', minutes: 3, mark: 50, asked: '现场听音乐即兴表演' },
      ],
      unifiedExam: [12, 27],
      bring: '准考证、身份证、练功服、软底鞋、U盘存储的伴奏音乐(MP3)',
    },
  ],
  [
    3,
    {
      academies: ['10033', '10048', '10049', '10050', '10279', '10331', '11647'],
      majors: ['表演', '戏剧影视导演', '戏剧影视文学', '戏剧影视美术设计'],
      subjects: [
        { name: '朗诵', minutes: 3, mark: 80, asked: '自备散文、小说节选或独白，脱稿' },
        { name: '声乐与形体', minutes: 5, mark: 90, asked: '自选歌曲清唱，自选舞蹈、武术或戏曲身段' },
        { name: '命题表演', minutes: 10, mark: 130, asked: '现场抽题，单人或小组即兴小品' },
      ],
      unifiedExam: [1, 3],
      bring: '准考证、身份证、形体服装，考试当天不得化妆',
    },
  ],
  [
    4,
    {
      academies: ['10033', '10048', '10279', '11647'],
      majors: ['播音与主持艺术', '播音与主持艺术(双语)', '网络与新媒体主持'],
      subjects: [
        { name: '作品朗读', minutes: 2, mark: 100, asked: '指定现代文学作品与古诗文各一段' },
        { name: '新闻播报', minutes: 1, mark: 100, asked: '现场抽取新闻稿件播报' },
        { name: '话题评述', minutes: 3, mark: 100, asked: '就所给材料作三分钟以内口头评述' },
      ],
      unifiedExam: [12, 20],
      bring: '准考证、身份证，着装大方，不得佩戴饰品',
    },
  ],
  [
    5,
    {
      academies: [
        '10003',
        '10012',
        '10047',
        '10073',
        '10178',
        '10255',
        '10295',
        '10331',
        '10355',
        '10523',
        '10586',
        '10655',
        '10729',
        '10908',
      ],
      majors: ['绘画', '雕塑', '中国画', '视觉传达设计', '环境设计', '动画'],
      subjects: [
        { name: '造型基础', minutes: 180, mark: 100, asked: '四开纸，素描人物写生或默写，铅笔或炭笔' },
        { name: '色彩', minutes: 180, mark: 100, asked: '四开纸，命题色彩，水粉或水彩' },
        { name: '创意速写', minutes: 120, mark: 100, asked: '八开纸两张，按命题完成构思与表现' },
      ],
      unifiedExam: [12, 7],
      bring: '准考证、身份证、画板、画具与颜料(考点统一提供试卷用纸)',
    },
  ],
  [
    6,
    {
      academies: ['10027', '10047', '10178', '10331', '10355', '10729'],
      majors: ['书法学', '书法学(篆刻)'],
      subjects: [
        { name: '书法临摹', minutes: 120, mark: 120, asked: '指定碑帖两种，篆、隶、楷、行、草中任选' },
        { name: '书法创作', minutes: 120, mark: 120, asked: '四尺三开，命题诗文，书体自选' },
        { name: '书法史常识', minutes: 60, mark: 60, asked: '闭卷笔试，书法史与古文常识' },
      ],
      unifiedExam: [12, 14],
      bring: '准考证、身份证、毛笔、墨汁、砚台、毛毡、镇纸(考点统一提供宣纸)',
    },
  ],
]);

/** Short remarks of rows, at most 64 characters each. */
export const remarks = [
  '须取得本省对应类别统考合格证',
  '文化分须达到本省本科录取控制线',
  '按综合分从高到低择优录取',
  '英语单科成绩不低于60分',
  '单色识别不全者不予录取',
  '报名时须上传近期免冠照片和承诺书',
  '各专业可兼报，考试时间冲突由考生自行选择',
] as const;

/** Remarks about a school's online exams, at most 64 characters each. */
export const onlineRemarks = [
  '初试线上进行，使用官方考试客户端双机位录制',
  '请提前三天完成模拟考试与设备检测',
  '考试视频须一次录制完成，不得剪辑、美颜或变声',
  '初试合格后方可参加复试',
  '复试现场进行，须携带身份证与准考证原件',
] as const;
