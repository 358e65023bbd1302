/** A question of the demo: its right answer, and its options where it is a choice. */
export interface DemoQuestion {
  readonly title: string;
  readonly answer?: string;
  readonly options?: readonly string[];
  readonly analysis?: string;
}

/** Marks of a question by its type. */
export const demoMarks = { 1: '1.00', 2: '2.00', 3: '1.00', 4: '2.00', 5: '10.00', 6: '20.00' } as const;

/** Questions on the arts by their types. */
export const demoQuestions: Readonly<Record<1 | 2 | 3 | 4 | 5 | 6, readonly DemoQuestion[]>> = {
  1: [
    { title: '《清明上河图》的作者是', options: ['张择端', '王希孟', '顾恺之', '黄公望'], answer: 'A' },
    {
      title: '《千里江山图》属于哪一种画',
      options: ['水墨写意', '青绿山水', '工笔花鸟', '白描'],
      answer: 'B',
    },
    { title: '被称为“书圣”的是', options: ['颜真卿', '柳公权', '王羲之', '欧阳询'], answer: 'C' },
    { title: '《蒙娜丽莎》的作者是', options: ['米开朗基罗', '拉斐尔', '提香', '达·芬奇'], answer: 'D' },
    {
      title: '印象派的名称来自莫奈的哪一幅画',
      options: ['《日出·印象》', '《睡莲》', '《干草堆》', '《鲁昂大教堂》'],
      answer: 'A',
    },
    { title: '色彩的三要素是色相、明度和', options: ['冷暖', '纯度', '对比', '面积'], answer: 'B' },
    { title: '一点透视又叫', options: ['成角透视', '空气透视', '平行透视', '散点透视'], answer: 'C' },
    { title: '“五大调子”中最暗的一般是', options: ['亮面', '灰面', '反光', '明暗交界线'], answer: 'D' },
    { title: '大三和弦的根音到三音是', options: ['大三度', '小三度', '纯四度', '纯五度'], answer: 'A' },
    { title: '五线谱中最高的一线是', options: ['第一线', '第五线', '第三线', '第四线'], answer: 'B' },
    { title: '一个全音符等于几个四分音符', options: ['两个', '三个', '四个', '八个'], answer: 'C' },
    { title: '《二泉映月》的作者是', options: ['刘天华', '聂耳', '冼星海', '华彦钧'], answer: 'D' },
    { title: '《义勇军进行曲》的曲作者是', options: ['聂耳', '贺绿汀', '麦新', '郑律成'], answer: 'A' },
    { title: '被称为“交响乐之父”的是', options: ['莫扎特', '海顿', '巴赫', '贝多芬'], answer: 'B' },
    { title: '京剧中扮演性格豪爽的男子的行当是', options: ['生', '旦', '净', '丑'], answer: 'C' },
    { title: '昆曲发源于', options: ['北京', '绍兴', '黄梅', '昆山'], answer: 'D' },
    { title: '芭蕾起源于哪个国家', options: ['意大利', '俄罗斯', '英国', '西班牙'], answer: 'A' },
    { title: '《丝路花雨》是一部', options: ['话剧', '舞剧', '歌剧', '电影'], answer: 'B' },
    { title: '话剧《雷雨》的作者是', options: ['老舍', '田汉', '曹禺', '郭沫若'], answer: 'C' },
    { title: '斯坦尼斯拉夫斯基体系强调演员的', options: ['间离', '程式', '即兴', '体验'], answer: 'D' },
    { title: '电影最小的叙事单位是', options: ['镜头', '场', '段落', '画格'], answer: 'A' },
    { title: '从高处向下拍摄叫作', options: ['仰拍', '俯拍', '平拍', '跟拍'], answer: 'B' },
    { title: '普通话声调有几个', options: ['两个', '三个', '四个', '五个'], answer: 'C' },
    { title: '“b”的发音部位是', options: ['舌尖', '舌根', '齿间', '双唇'], answer: 'D' },
  ],
  2: [
    { title: '下列属于弦乐器的有', options: ['小提琴', '大提琴', '长笛', '中提琴'], answer: 'ABD' },
    { title: '下列属于三原色（颜料）的有', options: ['红', '绿', '黄', '蓝'], answer: 'ACD' },
    { title: '“文艺复兴三杰”包括', options: ['达·芬奇', '米开朗基罗', '拉斐尔', '波提切利'], answer: 'ABC' },
    { title: '京剧的四功包括', options: ['唱', '念', '做', '打'], answer: 'ABCD' },
    { title: '下列属于后印象派画家的有', options: ['梵高', '塞尚', '高更', '马奈'], answer: 'ABC' },
    { title: '“楷书四大家”包括', options: ['颜真卿', '柳公权', '欧阳询', '张旭'], answer: 'ABC' },
    { title: '下列属于景别的有', options: ['远景', '近景', '特写', '蒙太奇'], answer: 'ABC' },
    {
      title: '下列是贝多芬作品的有',
      options: ['《命运交响曲》', '《月光奏鸣曲》', '《魔笛》', '《田园交响曲》'],
      answer: 'ABD',
    },
    { title: '下列属于中国民族舞的有', options: ['孔雀舞', '弗拉门戈', '安代舞', '锅庄'], answer: 'ACD' },
    { title: '构图的基本形式有', options: ['三角形', 'S 形', '十字形', '色相形'], answer: 'ABC' },
  ],
  3: [
    { title: '钢琴有 88 个键。', answer: 'T' },
    { title: '《富春山居图》的作者是黄公望。', answer: 'T' },
    { title: '速写不需要观察比例。', answer: 'F' },
    { title: '同一光源下，物体的投影边缘离物体越远越模糊。', answer: 'T' },
    { title: '《天鹅湖》的作曲是柴可夫斯基。', answer: 'T' },
    { title: '二分音符比四分音符短。', answer: 'F' },
    { title: '越剧多由男演员扮演全部角色。', answer: 'F' },
    { title: '补色并置时对比最强。', answer: 'T' },
    { title: '蒙太奇是指镜头的剪辑与组合。', answer: 'T' },
    { title: '《格尔尼卡》是毕加索的作品。', answer: 'T' },
    { title: '小调的主音比关系大调的主音高小三度。', answer: 'F' },
    { title: '唐三彩只有三种颜色。', answer: 'F' },
    { title: '话剧《茶馆》的作者是老舍。', answer: 'T' },
    { title: '播音中的“停连”只由标点决定。', answer: 'F' },
  ],
  4: [
    { title: '《黄河大合唱》的曲作者是____。', answer: '冼星海' },
    { title: '“岁寒三友”是松、竹、____。', answer: '梅|梅花' },
    { title: '素描的三大面是亮面、灰面、____。', answer: '暗面' },
    { title: '敦煌莫高窟位于____省，始建于____秦。', answer: '甘肃;前' },
    { title: '京剧的四大名旦是梅兰芳、程砚秋、荀慧生、____。', answer: '尚小云' },
    { title: '八分之六拍以____分音符为一拍。', answer: '八' },
    { title: '雕塑《思想者》的作者是____。', answer: '罗丹' },
    { title: '中国第一部电影是____。', answer: '定军山|《定军山》' },
  ],
  5: [
    { title: '简述奏鸣曲式的结构。', analysis: '呈示部、展开部、再现部各 3 分，举例 1 分。' },
    { title: '简述“气韵生动”的含义。', analysis: '出处 2 分，含义 5 分，举例 3 分。' },
    { title: '以一部影片为例，说明长镜头的作用。', analysis: '影片 2 分，作用 6 分，表达 2 分。' },
    { title: '简述现实主义戏剧的特点。', analysis: '三个特点各 3 分，表达 1 分。' },
  ],
  6: [
    { title: '命题速写：候车的人。上传一张作品。', analysis: '构图 5 分，比例 5 分，动态 5 分，线条 5 分。' },
    { title: '色彩静物：水果与衬布。上传一张作品。', analysis: '构图 5 分，色调 8 分，塑造 7 分。' },
    { title: '书法创作：内容自选，不少于 20 字。', analysis: '章法 6 分，结体 7 分，笔法 7 分。' },
  ],
};

/** An exam of the demo in one of its states; its registration and the exam itself begin and end so many days from now. */
export interface DemoExam {
  readonly examName: string;
  readonly mode: 1 | 2;
  readonly fee: string;
  readonly state: 0 | 1 | 2 | 3 | 4 | 5;
  readonly applyDays: readonly [begin: number, end: number];
  readonly examDays: readonly [begin: number, end: number];
}

/** An exam in each state. */
export const demoExams: readonly DemoExam[] = [
  {
    ...{ examName: '演示·书法专业复试', mode: 2, fee: '80.00', state: 0 },
    ...{ applyDays: [3, 20], examDays: [25, 26] },
  },
  {
    ...{ examName: '演示·音乐类专业初试', mode: 1, fee: '120.00', state: 1 },
    ...{ applyDays: [-6, 10], examDays: [15, 15.125] },
  },
  {
    ...{ examName: '演示·舞蹈类作品初评', mode: 2, fee: '0.00', state: 2 },
    ...{ applyDays: [-20, -1], examDays: [2, 4] },
  },
  {
    ...{ examName: '演示·播音主持类在线笔试', mode: 1, fee: '0.00', state: 3 },
    ...{ applyDays: [-20, -2], examDays: [-0.05, 0.25] },
  },
  {
    ...{ examName: '演示·美术类专业复试', mode: 1, fee: '150.00', state: 4 },
    ...{ applyDays: [-30, -8], examDays: [-3, -2.875] },
  },
  {
    ...{ examName: '演示·艺术常识摸底', mode: 1, fee: '0.00', state: 5 },
    ...{ applyDays: [-60, -45], examDays: [-40, -39.9] },
  },
];

/** Majors and the subject of an exam, by the exam's name. */
export const demoMajors: Readonly<Record<string, readonly string[]>> = {
  演示·书法专业复试: ['书法学'],
  演示·音乐类专业初试: ['音乐表演（声乐）', '音乐表演（器乐）', '音乐教育'],
  演示·舞蹈类作品初评: ['舞蹈表演', '舞蹈编导'],
  演示·播音主持类在线笔试: ['播音与主持艺术'],
  演示·美术类专业复试: ['绘画', '视觉传达设计'],
  演示·艺术常识摸底: ['艺术类（不分专业）'],
};

/** Candidates of the demo, each exam with a few of them. */
export const demoCandidates = [
  ...['林晓雯', '周子墨', '陈思语', '王一诺', '李书涵', '张梓萱', '刘奕辰', '杨若曦', '黄俊熙', '吴语桐'],
  ...['徐嘉懿', '孙浩然', '马欣怡', '朱雨泽'],
] as const;
