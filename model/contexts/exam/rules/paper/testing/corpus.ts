import type { Shape } from './truth.ts';

const lines = { type: 1, title: '五线谱有几条线？', options: ['四', '五', '六'], answer: 'B' } as const;
const strings = {
  type: 2,
  title: '属于弦乐器的有',
  options: ['小提琴', '大提琴', '长笛', '二胡'],
  answer: 'ABD',
} as const;
const keysOfPiano = { type: 3, title: '钢琴有88个键。', answer: 'T' } as const;
const halfTone = { type: 3, title: '全音等于三个半音。', answer: 'F' } as const;
const author = { type: 4, title: '《黄河大合唱》的曲作者是____。', answer: '冼星海' } as const;
const cities = { type: 4, title: '冼星海生于____，卒于____。', answer: '澳门;莫斯科' } as const;
const sonata = { type: 5, title: '简述奏鸣曲式的结构。', analysis: '呈示部、展开部、再现部。' } as const;

/** Shapes of question papers as schools write them. */
export const corpus: readonly Shape[] = [
  {
    name: 'heading with marks of each and of all',
    text: '一、单项选择题（每题2分，共4分）\n1. 五线谱有几条线？\nA. 四\nB. 五\nC. 六\n答案：B\n2. 钢琴有几个键？\nA. 66\nB. 88\n答案：B',
    truth: [
      { ...lines, score: '2' },
      { type: 1, title: '钢琴有几个键？', options: ['66', '88'], answer: 'B', score: '2' },
    ],
  },
  {
    name: '（一）单选题',
    text: '（一）单选题\n1、五线谱有几条线？\nA、四\nB、五\nC、六\n答案：B',
    truth: [lines],
  },
  {
    name: '第一部分 选择题',
    text: '第一部分 选择题\n1．五线谱有几条线？\nA．四\nB．五\nC．六\n【答案】B',
    truth: [lines],
  },
  { name: '单选题 alone', text: '单选题\n1．五线谱有几条线？\nA．四\nB．五\nC．六\n答案：B', truth: [lines] },
  {
    name: 'Roman heading',
    text: 'I. 单选题\n1. 五线谱有几条线？\nA. 四\nB. 五\nC. 六\n答案：B',
    truth: [lines],
  },
  {
    name: '第Ⅰ卷（选择题）',
    text: '第Ⅰ卷（选择题）\n1. 五线谱有几条线？\nA. 四 B. 五 C. 六\n答案：B',
    truth: [lines],
  },
  {
    name: 'unknown kind of part after a key',
    text: '一、填空题\n1. 五线谱有____条线。\n答案：五\n二、论述题\n2. 简述奏鸣曲式的结构。\n答案：呈示部、展开部、再现部。',
    truth: [{ type: 4, title: '五线谱有____条线。', answer: '五' }, sonata],
  },
  {
    name: 'a heading that is not known',
    text: '一、填空题\n1. 五线谱有____条线。\n答案：五\n二、音乐常识大家谈',
    truth: 'stop',
  },
  {
    name: '判断题 with √ below',
    text: '二、判断题\n1. 钢琴有88个键。\n答案：√\n2. 全音等于三个半音。\n答案：×',
    truth: [keysOfPiano, halfTone],
  },
  {
    name: '判断题 with 对错',
    text: '判断题：\n1. 钢琴有88个键。\n答案：对\n2. 全音等于三个半音。\n答案：错',
    truth: [keysOfPiano, halfTone],
  },
  {
    name: '判断题 with 正确错误',
    text: '三、判断题（每题1分）\n1. 钢琴有88个键。\n答案：正确\n2. 全音等于三个半音。\n答案：错误',
    truth: [
      { ...keysOfPiano, score: '1' },
      { ...halfTone, score: '1' },
    ],
  },
  {
    name: '判断题 with TF',
    text: '判断题\n1. 钢琴有88个键。\n答案：T\n2. 全音等于三个半音。\n答案：F',
    truth: [keysOfPiano, halfTone],
  },
  {
    name: 'truth in a bracket at the end',
    text: '二、判断题\n1. 钢琴有88个键。（√）\n2. 全音等于三个半音。（×）',
    truth: [keysOfPiano, halfTone],
  },
  {
    name: 'truth in a bracket before the number',
    text: '二、判断题\n（√）1. 钢琴有88个键。\n（×）2. 全音等于三个半音。',
    truth: [keysOfPiano, halfTone],
  },
  {
    name: 'truth in a spaced bracket',
    text: '二、判断题\n1. 钢琴有88个键。（ 对 ）\n2. 全音等于三个半音。（ 错 ）',
    truth: [keysOfPiano, halfTone],
  },
  {
    name: 'truth as options A and B',
    text: '判断题\n1. 钢琴有88个键。\nA. 正确\nB. 错误\n答案：A\n2. 全音等于三个半音。\nA. 正确\nB. 错误\n答案：B',
    truth: [keysOfPiano, halfTone],
  },
  {
    name: 'truth options the other way round',
    text: '判断题\n1. 钢琴有88个键。\nA. 错误\nB. 正确\n答案：B',
    truth: [keysOfPiano],
  },
  {
    name: 'false with its correction',
    text: '判断题\n1. 全音等于三个半音。\n答案：错，应为两个半音',
    truth: [{ ...halfTone, analysis: '应为两个半音' }],
  },
  {
    name: '名词解释',
    text: '四、名词解释\n1. 赋格\n答：一种复调体裁。\n2. 复调\n答：多个声部同时进行。',
    truth: [
      { type: 5, title: '赋格', analysis: '一种复调体裁。' },
      { type: 5, title: '复调', analysis: '多个声部同时进行。' },
    ],
  },
  {
    name: '简答题',
    text: '五、简答题\n1. 简述奏鸣曲式的结构。（10分）\n参考答案：呈示部、展开部、再现部。',
    truth: [{ ...sonata, score: '10' }],
  },
  {
    name: 'points of a short answer, numbered as questions are',
    text: '五、简答题\n1. 简述奏鸣曲式的结构。\n答案要点：\n1. 呈示部\n2. 展开部\n3. 再现部\n2. 简述赋格的结构。\n答案要点：\n1. 主题\n2. 答题',
    truth: [
      { type: 5, title: '简述奏鸣曲式的结构。', analysis: '1. 呈示部\n2. 展开部\n3. 再现部' },
      { type: 5, title: '简述赋格的结构。', analysis: '1. 主题\n2. 答题' },
    ],
  },
  {
    name: 'points of a short answer in brackets',
    text: '五、简答题\n1. 简述奏鸣曲式的结构。\n答案：（1）呈示部\n（2）展开部\n（3）再现部\n2. 简述赋格的结构。\n答案：①主题\n②答题',
    truth: [
      { type: 5, title: '简述奏鸣曲式的结构。', analysis: '（1）呈示部\n（2）展开部\n（3）再现部' },
      { type: 5, title: '简述赋格的结构。', analysis: '①主题\n②答题' },
    ],
  },
  {
    name: 'points of the last short answer, which no question follows',
    text: '一、简答题\n1. 简述奏鸣曲式的结构。\n答案要点：\n1. 呈示部\n2. 展开部\n3. 再现部',
    truth: [{ type: 5, title: '简述奏鸣曲式的结构。', analysis: '1. 呈示部\n2. 展开部\n3. 再现部' }],
  },
  {
    name: 'material with parts',
    text: '六、材料分析题\n1. 阅读材料：冼星海在延安写成大合唱。\n（1）作品的名称是什么？（4分）\n（2）它有几个乐章？（6分）\n答案：（1）黄河大合唱\n（2）八个',
    truth: [
      {
        type: 5,
        title:
          '阅读材料：冼星海在延安写成大合唱。\n（1）作品的名称是什么？（4分）\n（2）它有几个乐章？（6分）',
        analysis: '（1）黄河大合唱\n（2）八个',
        score: '10',
      },
    ],
  },
  {
    name: 'reading with a text before its questions',
    text: '七、阅读题\n冼星海在延安写成《黄河大合唱》。\n1. 作品写于何地？\nA. 延安\nB. 上海\n答案：A\n2. 作者是谁？\nA. 聂耳\nB. 冼星海\n答案：B',
    truth: [
      {
        type: 1,
        title: '冼星海在延安写成《黄河大合唱》。\n作品写于何地？',
        options: ['延安', '上海'],
        answer: 'A',
      },
      {
        type: 1,
        title: '冼星海在延安写成《黄河大合唱》。\n作者是谁？',
        options: ['聂耳', '冼星海'],
        answer: 'B',
      },
    ],
  },
  {
    name: 'number in brackets',
    text: '单选题\n（1）五线谱有几条线？\nA. 四 B. 五 C. 六\n答案：B',
    truth: [lines],
  },
  { name: 'circled number', text: '单选题\n①五线谱有几条线？\nA. 四 B. 五 C. 六\n答案：B', truth: [lines] },
  { name: '第1题', text: '单选题\n第1题 五线谱有几条线？\nA. 四 B. 五 C. 六\n答案：B', truth: [lines] },
  { name: 'half bracket', text: '单选题\n1) 五线谱有几条线？\nA) 四\nB) 五\nC) 六\n答案：B', truth: [lines] },
  {
    name: 'a year behind the number',
    text: '判断题\n1.2023年我国发行了新乐谱。\n答案：对\n2.2024年再版。\n答案：错',
    truth: [
      { type: 3, title: '2023年我国发行了新乐谱。', answer: 'T' },
      { type: 3, title: '2024年再版。', answer: 'F' },
    ],
  },
  {
    name: 'a metre behind the number',
    text: '判断题\n1.4/4拍的第三拍是次强拍。\n答案：对\n2.3/4拍有三拍。\n答案：对',
    truth: [
      { type: 3, title: '4/4拍的第三拍是次强拍。', answer: 'T' },
      { type: 3, title: '3/4拍有三拍。', answer: 'T' },
    ],
  },
  {
    name: 'a blank before the dot',
    text: '单选题\n1 ．五线谱有几条线？\nA ．四\nB ．五\nC ．六\n答案：B',
    truth: [lines],
  },
  {
    name: 'options in one line with blanks',
    text: '单选题\n1. 五线谱有几条线？\nA.四 B.五 C.六\n答案：B',
    truth: [lines],
  },
  {
    name: 'options in one line without blanks',
    text: '单选题\n1. 五线谱有几条线？\nA.四B.五C.六\n答案：B',
    truth: [lines],
  },
  {
    name: 'options behind the stem',
    text: '单选题\n1. 五线谱有几条线？ A.四 B.五 C.六\n答案：B',
    truth: [lines],
  },
  {
    name: 'options in brackets',
    text: '单选题\n1. 五线谱有几条线？\n(A) 四 (B) 五 (C) 六\n答案：B',
    truth: [lines],
  },
  {
    name: 'small letters',
    text: '单选题\n1. 五线谱有几条线？\na. 四\nb. 五\nc. 六\n答案：b',
    truth: [lines],
  },
  {
    name: 'a letter and a blank',
    text: '单选题\n1. 五线谱有几条线？\nA 四\nB 五\nC 六\n答案：B',
    truth: [lines],
  },
  { name: 'a letter alone', text: '单选题\n1. 五线谱有几条线？\nA四\nB五\nC六\n答案：B', truth: [lines] },
  {
    name: 'two columns with tabs',
    text: '多选题\n1. 属于弦乐器的有\nA. 小提琴\tB. 大提琴\nC. 长笛\tD. 二胡\n答案：ABD',
    truth: [strings],
  },
  {
    name: 'a long option over two lines',
    text: '单选题\n1. 关于奏鸣曲式，正确的是\nA. 呈示部先以主调陈述主部主题，再经连接部引入\n副部主题\nB. 没有展开部\n答案：A',
    truth: [
      {
        type: 1,
        title: '关于奏鸣曲式，正确的是',
        options: ['呈示部先以主调陈述主部主题，再经连接部引入副部主题', '没有展开部'],
        answer: 'A',
      },
    ],
  },
  {
    name: 'full-width letters',
    text: '单选题\n１．五线谱有几条线？\nＡ．四　Ｂ．五　Ｃ．六\n答案：Ｂ',
    truth: [lines],
  },
  {
    name: '正确答案 without a colon',
    text: '单选题\n1. 五线谱有几条线？\nA. 四\nB. 五\nC. 六\n正确答案 B',
    truth: [lines],
  },
  { name: '答：', text: '单选题\n1. 五线谱有几条线？\nA. 四\nB. 五\nC. 六\n答：B', truth: [lines] },
  {
    name: 'key with the text of the option',
    text: '单选题\n1. 五线谱有几条线？\nA. 四\nB. 五\nC. 六\n答案：B. 五',
    truth: [lines],
  },
  {
    name: 'key in the stem of a choice',
    text: '单选题\n1. 五线谱有（ B ）条线。\nA. 四\nB. 五\nC. 六',
    truth: [{ ...lines, title: '五线谱有（　　）条线。' }],
  },
  {
    name: 'key at the end of the stem',
    text: '单选题\n1. 五线谱的线数是（B）。\nA. 四\nB. 五\nC. 六',
    truth: [{ ...lines, title: '五线谱的线数是（　　）。' }],
  },
  {
    name: 'several letters in the stem',
    text: '多选题\n1. 属于弦乐器的有（ ABD ）\nA. 小提琴 B. 大提琴 C. 长笛 D. 二胡',
    truth: [{ ...strings, title: '属于弦乐器的有（　　）' }],
  },
  { name: 'a blank filled in', text: '填空题\n1. 《黄河大合唱》的曲作者是___冼星海___。', truth: [author] },
  {
    name: 'keys at the end, one by one',
    text: '一、单选题\n1. 五线谱有几条线？\nA. 四\nB. 五\nC. 六\n2. 三加二是几？\nA. 四\nB. 六\nC. 五\n参考答案 1. B 2. C',
    truth: [lines, { type: 1, title: '三加二是几？', options: ['四', '六', '五'], answer: 'C' }],
  },
  {
    name: 'keys at the end, in ranges',
    text: `一、单选题\n${[1, 2, 3, 4, 5].map(n => `${n}. 第 ${n} 个问题是什么？\nA. 甲\nB. 乙\nC. 丙\nD. 丁`).join('\n')}\n参考答案\n1-5 ABCDA`,
    truth: [...'ABCDA'].map((answer, at) => ({
      type: 1,
      title: `第 ${at + 1} 个问题是什么？`,
      options: ['甲', '乙', '丙', '丁'],
      answer,
    })),
  },
  {
    name: 'keys at the end, by part',
    text: '一、单选题\n1. 五线谱有几条线？\nA. 四\nB. 五\nC. 六\n二、判断题\n1. 钢琴有88个键。\n2. 全音等于三个半音。\n三、填空题\n1. 《黄河大合唱》的曲作者是____。\n参考答案\n一、单选题\n1. B\n二、判断题\n1. √ 2. ×\n三、填空题\n1. 冼星海',
    truth: [lines, keysOfPiano, halfTone, author],
  },
  {
    name: 'keys at the end in a table',
    text: '一、单选题\n1. 五线谱有几条线？\nA. 四\nB. 五\nC. 六\n2. 三加二是几？\nA. 四\nB. 六\nC. 五\n参考答案\n题号\t1\t2\n答案\tB\tC',
    truth: [lines, { type: 1, title: '三加二是几？', options: ['四', '六', '五'], answer: 'C' }],
  },
  {
    name: 'keys at the end of each part',
    text: '一、单选题\n1. 五线谱有几条线？\nA. 四\nB. 五\nC. 六\n2. 三加二是几？\nA. 四\nB. 六\nC. 五\n答案：1-2 BC\n二、判断题\n3. 钢琴有88个键。\n4. 全音等于三个半音。\n答案：3. √ 4. ×',
    truth: [
      lines,
      { type: 1, title: '三加二是几？', options: ['四', '六', '五'], answer: 'C' },
      keysOfPiano,
      halfTone,
    ],
  },
  {
    name: 'keys of several letters in a range',
    text: '多选题\n1. 属于弦乐器的有\nA. 小提琴 B. 大提琴 C. 长笛 D. 二胡\n2. 属于管乐器的有\nA. 长笛 B. 小号 C. 大鼓\n参考答案：1-2 ABD AB',
    truth: [strings, { type: 2, title: '属于管乐器的有', options: ['长笛', '小号', '大鼓'], answer: 'AB' }],
  },
  {
    name: 'keys at the end with explanations',
    text: '一、单选题\n1. 五线谱有几条线？\nA. 四\nB. 五\nC. 六\n2. 三加二是几？\nA. 四\nB. 六\nC. 五\n参考答案及解析\n1.【答案】B【解析】五线四间。\n2.【答案】C【解析】算术。',
    truth: [
      { ...lines, analysis: '五线四间。' },
      { type: 1, title: '三加二是几？', options: ['四', '六', '五'], answer: 'C', analysis: '算术。' },
    ],
  },
  {
    name: 'fewer keys at the end than questions',
    text: '一、单选题\n1. 五线谱有几条线？\nA. 四\nB. 五\n2. 三加二是几？\nA. 四\nB. 五\n3. 二加二是几？\nA. 四\nB. 五\n参考答案 1. B 2. B',
    truth: 'stop',
  },
  {
    name: 'more keys at the end than questions',
    text: '一、单选题\n1. 五线谱有几条线？\nA. 四\nB. 五\n2. 三加二是几？\nA. 四\nB. 五\n参考答案\n1-3 BBA',
    truth: 'stop',
  },
  {
    name: 'key and explanation in one line',
    text: '单选题\n1. 五线谱有几条线？\nA. 四\nB. 五\nC. 六\n答案：B 解析：五线四间。',
    truth: [{ ...lines, analysis: '五线四间。' }],
  },
  {
    name: 'key and explanation in boxes',
    text: '单选题\n1. 五线谱有几条线？\nA. 四\nB. 五\nC. 六\n【答案】B【解析】五线四间。',
    truth: [{ ...lines, analysis: '五线四间。' }],
  },
  {
    name: 'difficulty and topic in boxes',
    text: '单选题\n1. 五线谱有几条线？\nA. 四\nB. 五\nC. 六\n【答案】B\n【难度】易\n【知识点】记谱法',
    truth: [{ ...lines, difficulty: 1, analysis: '知识点：记谱法' }],
  },
  {
    name: 'blanks numbered in brackets',
    text: '填空题\n1. 冼星海生于____，卒于____。\n答案：（1）澳门（2）莫斯科',
    truth: [cities],
  },
  {
    name: 'blanks numbered in circles',
    text: '填空题\n1. 冼星海生于____，卒于____。\n答案：①澳门 ②莫斯科',
    truth: [cities],
  },
  {
    name: 'blanks with semicolons',
    text: '填空题\n1. 冼星海生于____，卒于____。\n答案：澳门；莫斯科',
    truth: [cities],
  },
  {
    name: 'blanks with 、',
    text: '填空题\n1. 冼星海生于____，卒于____。\n答案：澳门、莫斯科',
    truth: [cities],
  },
  {
    name: 'blanks on lines of their own',
    text: '填空题\n1. 冼星海生于____，卒于____。\n答案：\n（1）澳门\n（2）莫斯科',
    truth: [cities],
  },
  {
    name: 'marks at the start of the stem',
    text: '单选题\n1.（2分）五线谱有几条线？\nA. 四\nB. 五\nC. 六\n答案：B',
    truth: [{ ...lines, score: '2' }],
  },
  {
    name: 'marks of the question in words',
    text: '单选题\n1. 五线谱有几条线？（本题2分）\nA. 四\nB. 五\nC. 六\n答案：B',
    truth: [{ ...lines, score: '2' }],
  },
  {
    name: 'marks of each blank',
    text: '填空题（每空1分）\n1. 冼星海生于____，卒于____。\n答案：澳门；莫斯科',
    truth: [{ ...cities, score: '2' }],
  },
  {
    name: 'letters with 、',
    text: '多选题\n1. 属于弦乐器的有\nA. 小提琴 B. 大提琴 C. 长笛 D. 二胡\n答案：A、B、D',
    truth: [strings],
  },
  {
    name: 'letters with a blank',
    text: '多选题\n1. 属于弦乐器的有\nA. 小提琴 B. 大提琴 C. 长笛 D. 二胡\n答案：AB D',
    truth: [strings],
  },
  {
    name: 'a choice without 单 or 多',
    text: '选择题\n1. 属于弦乐器的有\nA. 小提琴 B. 大提琴 C. 长笛 D. 二胡\n答案：ABD',
    truth: [strings],
  },
  {
    name: 'the head of a paper',
    text: '2026年艺考乐理试卷\n姓名：____ 班级：____\n考试时间：90分钟　满分：100分\n注意事项：\n1. 答题前请填写姓名。\n2. 请在答题卡上作答。\n一、单选题\n本大题每小题2分。\n1. 五线谱有几条线？\nA. 四\nB. 五\nC. 六\n答案：B',
    truth: [{ ...lines, score: '2' }],
  },
  {
    name: 'page numbers between questions',
    text: '判断题\n1. 钢琴有88个键。\n答案：对\n第1页 共2页\n2. 全音等于三个半音。\n答案：错',
    truth: [keysOfPiano, halfTone],
  },
  {
    name: 'instruction below a heading',
    text: '一、单选题（下列各题只有一个正确答案，每题2分）\n1. 五线谱有几条线？\nA. 四\nB. 五\nC. 六\n答案：B',
    truth: [{ ...lines, score: '2' }],
  },
  {
    name: 'no heading at all',
    text: '1. 五线谱有几条线？\nA. 四\nB. 五\nC. 六\n答案：B\n2. 钢琴有88个键。\n答案：√',
    truth: [lines, keysOfPiano],
  },
  {
    name: 'blank lines between all lines',
    text: '单选题\n\n1. 五线谱有几条线？\n\nA. 四\n\nB. 五\n\nC. 六\n\n答案：B',
    truth: [lines],
  },
  {
    name: 'a blank line behind each question',
    text: '判断题\n1. 钢琴有88个键。\n答案：对\n\n2. 全音等于三个半音。\n答案：错',
    truth: [keysOfPiano, halfTone],
  },
  {
    name: 'numbers that begin again below each heading',
    text: '一、判断题\n1. 钢琴有88个键。\n答案：对\n二、填空题\n1. 《黄河大合唱》的曲作者是____。\n答案：冼星海',
    truth: [keysOfPiano, author],
  },
  {
    name: 'a stem over two lines',
    text: '判断题\n1. 钢琴有88个键，\n其中黑键36个。\n答案：对',
    truth: [{ type: 3, title: '钢琴有88个键，\n其中黑键36个。', answer: 'T' }],
  },
  {
    name: 'numbers within a stem',
    text: '单选题\n1. 下列正确的是\n①五线四间\n②四线五间\nA. ①\nB. ②\n答案：A',
    truth: [{ type: 1, title: '下列正确的是\n①五线四间\n②四线五间', options: ['①', '②'], answer: 'A' }],
  },
  {
    name: 'an exported paper with the own answer',
    text: '1. 五线谱有几条线？\nA. 四\nB. 五\nC. 六\n我的答案：A 正确答案：B',
    truth: [lines],
  },
  {
    name: 'an explanation over lines',
    text: '单选题\n1. 五线谱有几条线？\nA. 四\nB. 五\nC. 六\n答案：B\n解析：五线四间，\n自下而上数。',
    truth: [{ ...lines, analysis: '五线四间，\n自下而上数。' }],
  },
  {
    name: 'a question without its number',
    text: '单选题\n1. 五线谱有几条线？\nA. 四\nB. 五\nC. 六\n答案：B\n三加二是几？\nA. 四\nB. 五\n答案：B',
    truth: 'stop',
  },
  {
    name: 'a key that is no option',
    text: '单选题\n1. 五线谱有几条线？\nA. 四\nB. 五\n答案：C',
    truth: 'stop',
  },
  {
    name: 'two letters for a single choice',
    text: '单选题\n1. 五线谱有几条线？\nA. 四\nB. 五\n答案：AB',
    truth: 'stop',
  },
  { name: 'no key', text: '单选题\n1. 五线谱有几条线？\nA. 四\nB. 五', truth: 'stop' },
  {
    name: 'an option that is left out',
    text: '单选题\n1. 五线谱有几条线？\nA. 四\nC. 五\n答案：A',
    truth: 'stop',
  },
  {
    name: 'key in the stem against the key below',
    text: '单选题\n1. 五线谱有（ A ）条线。\nA. 四\nB. 五\n答案：B',
    truth: 'stop',
  },
  {
    name: 'a remark behind the key',
    text: '单选题\n1. 五线谱有几条线？\nA. 四\nB. 五\n答案：B\n这道题去年考过。',
    truth: 'stop',
  },
  {
    name: 'more than six options',
    text: '多选题\n1. 下列有\nA. 一\nB. 二\nC. 三\nD. 四\nE. 五\nF. 六\nG. 七\n答案：ABG',
    truth: 'stop',
  },
];
