import { blank, choice, many, type Shape, short, statement } from './truth.ts';

const two = `1. 《红楼梦》的作者是
A. 曹雪芹
B. 高鹗
C. 吴敬梓
D. 施耐庵
2. “唐宋八大家”中的唐代作家有
A. 一位
B. 两位
C. 三位
D. 四位`;
const twoTruths = (one: string, other: string, more: { readonly score?: string } = {}) => [
  choice('《红楼梦》的作者是', ['曹雪芹', '高鹗', '吴敬梓', '施耐庵'], one, more),
  choice('“唐宋八大家”中的唐代作家有', ['一位', '两位', '三位', '四位'], other, more),
];

/** Papers of Chinese, history and other subjects of culture, and papers with a mistake. */
export const cultureShapes: readonly Shape[] = [
  { name: 'a list 1.A 2.B', text: `一、单选题\n${two}\n参考答案：1.A 2.B`, truth: twoTruths('A', 'B') },
  {
    name: 'a list 1.A2.B without blanks',
    text: `一、单选题\n${two}\n参考答案：1.A2.B`,
    truth: twoTruths('A', 'B'),
  },
  { name: 'a list 1、A 2、B', text: `一、单选题\n${two}\n答案：1、A 2、B`, truth: twoTruths('A', 'B') },
  { name: 'a list 1—2：AB', text: `一、单选题\n${two}\n答案\n1—2：AB`, truth: twoTruths('A', 'B') },
  { name: 'a list 1至2题', text: `一、单选题\n${two}\n参考答案\n1至2题：A B`, truth: twoTruths('A', 'B') },
  {
    name: 'a list （1）A（2）B',
    text: `一、单选题\n${two}\n参考答案：（1）A（2）B`,
    truth: twoTruths('A', 'B'),
  },
  {
    name: 'a list with a key a line',
    text: `一、单选题\n${two}\n【参考答案】\n1. A\n2. B`,
    truth: twoTruths('A', 'B'),
  },
  {
    name: 'a list under its heading',
    text: `一、单选题\n${two}\n参考答案\n一、单选题\n1-2 AB`,
    truth: twoTruths('A', 'B'),
  },
  {
    name: 'a list below a line',
    text: `一、单选题（每题2分，共4分）\n${two}\n——————————\n参考答案\n一、1. A  2. B`,
    truth: twoTruths('A', 'B', { score: '2' }),
  },
  {
    name: 'a list with a missing key',
    text: `一、单选题\n${two}\n参考答案：1.A`,
    truth: 'stop',
  },
  {
    name: 'a list that is too short for its range',
    text: `一、单选题\n${two}\n参考答案：1-2 A`,
    truth: 'stop',
  },
  { name: 'a list that is too long', text: `一、单选题\n${two}\n参考答案：1-3 ABC`, truth: 'stop' },
  { name: 'a list that names a number twice', text: `一、单选题\n${two}\n参考答案：1.A 1.B`, truth: 'stop' },
  {
    name: 'a number that occurs twice',
    text: '一、判断题\n1. 李白是唐代诗人。（√）\n1. 杜甫是宋代诗人。（×）',
    truth: 'check',
  },
  {
    name: 'a number that is left out',
    text: '一、判断题\n1. 李白是唐代诗人。（√）\n3. 杜甫是宋代诗人。（×）',
    truth: 'check',
  },
  {
    name: 'an option without its letter',
    text: '一、单选题\n1. 《史记》的作者是\nA. 班固\n司马迁\nC. 司马光\nD. 陈寿\n答案：B',
    truth: 'stop',
  },
  {
    name: 'options in which a letter is left out',
    text: '一、单选题\n1. 《史记》的作者是\nA. 班固\nB. 司马迁\nD. 陈寿\n答案：B',
    truth: 'stop',
  },
  {
    name: 'options in one line in which a letter is left out',
    text: '一、单选题\n1. 《史记》的作者是\nA. 班固 B. 司马迁 D. 陈寿\n答案：B',
    truth: 'check',
  },
  {
    name: 'options in one line in which a letter comes twice',
    text: '一、单选题\n1. 《史记》的作者是\nA. 班固 B. 司马迁 B. 司马光 D. 陈寿\n答案：B',
    truth: 'check',
  },
  {
    name: 'a key that names a letter without its option',
    text: '一、多选题\n1. 属于“四书”的有\nA. 《论语》 B. 《孟子》 C. 《史记》\n答案：ABD',
    truth: 'stop',
  },
  {
    name: 'a cut line at the end',
    text: '一、单选题\n1. 《史记》的作者是\nA. 班固\nB. 司马迁\n答案：B\n2. 《汉书》的作者是\nA. 班固\nB. 司马',
    truth: 'stop',
  },
  {
    name: 'two keys of one question',
    text: '一、单选题\n1. 《史记》的作者是\nA. 班固\nB. 司马迁\n答案：B\n答案：A',
    truth: 'stop',
  },
  {
    name: 'an unknown label',
    text: '一、单选题\n1. 《史记》的作者是\nA. 班固\nB. 司马迁\n答案：B\n【拓展】司马迁是西汉人。',
    truth: 'stop',
  },
  {
    name: 'reading with a material and its questions',
    text: `三、阅读理解题（共10分）
阅读下面的文字，完成1～2题。
中国园林讲究“虽由人作，宛自天开”，在方寸之间营造山水之趣。
1. “虽由人作，宛自天开”出自
A. 《园冶》
B. 《闲情偶寄》
答案：A
2. 请简述中国园林的特点。（6分）
答案：师法自然，小中见大。`,
    truth: 'check',
  },
  {
    name: 'a material with parts in brackets and keys of each below',
    text: `四、材料分析题
1. 材料：昆曲于2001年列入“人类口头和非物质遗产代表作”。
（1）昆曲发源于何地？（2分）
（2）列举两部昆曲作品。（4分）
答案：
（1）江苏昆山。
（2）《牡丹亭》《长生殿》。`,
    truth: [
      short(
        '材料：昆曲于2001年列入“人类口头和非物质遗产代表作”。\n（1）昆曲发源于何地？（2分）\n（2）列举两部昆曲作品。（4分）',
        '（1）江苏昆山。\n（2）《牡丹亭》《长生殿》。',
        { score: '6' },
      ),
    ],
  },
  {
    name: 'parts of one paper in 第一部分 and 第二部分',
    text: `第一部分 选择题（共4分）
一、单项选择题（每小题2分）
${two}
第二部分 非选择题（共6分）
二、填空题（每空1分）
3. “但愿人长久，____。”
三、简答题（5分）
4. 简述“四大名著”的作者。
参考答案
1.A 2.B
3. 千里共婵娟
4. 曹雪芹、吴承恩、罗贯中、施耐庵。`,
    truth: [
      ...twoTruths('A', 'B', { score: '2' }),
      blank('“但愿人长久，____。”', '千里共婵娟', { score: '1' }),
      short('简述“四大名著”的作者。', '曹雪芹、吴承恩、罗贯中、施耐庵。', { score: '5' }),
    ],
  },
  {
    name: 'marks in the heading as 4分×2',
    text: `一、单选题（2分×2=4分）\n${two}\n答案：1-2 AB`,
    truth: twoTruths('A', 'B', { score: '2' }),
  },
  {
    name: 'marks in the heading as 2小题，每小题2分',
    text: `一、单选题（共2小题，每小题2分，共4分）\n${two}\n答案：1-2 AB`,
    truth: twoTruths('A', 'B', { score: '2' }),
  },
  {
    name: 'a heading that announces more questions than there are',
    text: `一、单选题（共3小题，每小题2分，共6分）\n${two}\n答案：1-2 AB`,
    truth: 'check',
  },
  {
    name: 'a heading with 选出正确的一项',
    text: `一、选择题（从每题所给的选项中选出正确的一项，每题2分）\n${two}\n答案：1-2 AB`,
    truth: twoTruths('A', 'B', { score: '2' }),
  },
  {
    name: 'statements with an empty bracket and keys at the end',
    text: `二、判断题\n1. 《诗经》共305篇。（　　）\n2. 屈原是秦国人。（　　）\n参考答案：1.√ 2.×`,
    truth: [statement('《诗经》共305篇。（　　）', 'T'), statement('屈原是秦国人。（　　）', 'F')],
  },
  {
    name: 'questions in their own words for key and explanation',
    text: `1. 下列属于“五经”的有（多选）
A. 《诗》 B. 《书》 C. 《礼》 D. 《大学》
正确答案：ABC
答案解析：五经指《诗》《书》《礼》《易》《春秋》。`,
    truth: [
      many('下列属于“五经”的有', ['《诗》', '《书》', '《礼》', '《大学》'], 'ABC', {
        analysis: '五经指《诗》《书》《礼》《易》《春秋》。',
      }),
    ],
  },
  {
    name: 'the export of a survey, with types behind the stems',
    text: `1. 中国古代四大发明不包括？ [单选题] *
A.造纸术
B.指南针
C.地动仪
D.火药
正确答案: C
2. 下列属于传统节日的有 [多选题] *
A.春节
B.元宵节
C.国庆节
正确答案: AB`,
    truth: [
      choice('中国古代四大发明不包括？', ['造纸术', '指南针', '地动仪', '火药'], 'C'),
      many('下列属于传统节日的有', ['春节', '元宵节', '国庆节'], 'AB'),
    ],
  },
  {
    name: 'blanks whose marks are written as 1分×2',
    text: '一、填空题（1分×2=2分）\n1. 屈原的代表作是____。\n答案：离骚\n2. 《论语》是____的语录。\n答案：孔子',
    truth: 'check',
  },
  {
    name: 'numbers that are one sign',
    text: '一、判断题\n⒈ 王羲之被称为“书圣”。（√）\n⒉ 颜真卿是宋代人。（×）',
    truth: [statement('王羲之被称为“书圣”。', 'T'), statement('颜真卿是宋代人。', 'F')],
  },
  {
    name: 'questions with the numbers of headings',
    text: `论述题
一、简述“四大声腔”。
答案：
1. 海盐腔、余姚腔
2. 弋阳腔、昆山腔
二、简述京剧的行当。
答案：生、旦、净、丑。`,
    truth: [
      short('简述“四大声腔”。', '1. 海盐腔、余姚腔\n2. 弋阳腔、昆山腔'),
      short('简述京剧的行当。', '生、旦、净、丑。'),
    ],
  },
  {
    name: 'a table of keys without a title',
    text: `一、单选题\n${two}\n题号\t1\t2\n答案\tA\tB`,
    truth: twoTruths('A', 'B'),
  },
  {
    name: 'an explanation that belongs to another question',
    text: '一、判断题\n1. 《诗经》分风、雅、颂。（√）\n解析：风雅颂。\n《楚辞》出自北方。（×）',
    truth: 'stop',
  },
  {
    name: 'answers with explanations below each part',
    text: `一、单选题
${two}
答案与解析
1.【答案】A
【解析】曹雪芹著前八十回。
2.【答案】B
【解析】唐代有韩愈、柳宗元。
二、判断题
3. 《水浒传》写于元末明初。
【答案】√`,
    truth: [
      choice('《红楼梦》的作者是', ['曹雪芹', '高鹗', '吴敬梓', '施耐庵'], 'A', {
        analysis: '曹雪芹著前八十回。',
      }),
      choice('“唐宋八大家”中的唐代作家有', ['一位', '两位', '三位', '四位'], 'B', {
        analysis: '唐代有韩愈、柳宗元。',
      }),
      statement('《水浒传》写于元末明初。', 'T'),
    ],
  },
];
