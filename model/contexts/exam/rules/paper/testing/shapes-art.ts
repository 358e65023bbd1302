import { blank, choice, many, type Shape, short, statement } from './truth.ts';

/** Papers of art history and theory, of film and of broadcasting, as teachers write them. */
export const artShapes: readonly Shape[] = [
  {
    name: 'numbers with a full-width dot, circled statements within a stem',
    text: `一、单项选择题：本题共2小题，每小题3分，共6分。在每小题给出的四个选项中，只有一项是符合题目要求的。
1．下列作品属于唐代的是
①《步辇图》②《清明上河图》③《簪花仕女图》④《洛神赋图》
A．①②　　B．①③　　C．②④　　D．③④
【答案】B
2．“吴带当风”形容的画家是
A．吴道子　　B．吴镇　　C．吴昌硕　　D．吴冠中
【答案】A`,
    truth: [
      choice(
        '下列作品属于唐代的是\n①《步辇图》②《清明上河图》③《簪花仕女图》④《洛神赋图》',
        ['①②', '①③', '②④', '③④'],
        'B',
        { score: '3' },
      ),
      choice('“吴带当风”形容的画家是', ['吴道子', '吴镇', '吴昌硕', '吴冠中'], 'A', { score: '3' }),
    ],
  },
  {
    name: 'full-width letters and digits with keys in full width',
    text: `一、单选题
１、《蒙娜丽莎》的作者是
Ａ、达·芬奇　Ｂ、米开朗基罗　Ｃ、拉斐尔　Ｄ、提香
答案：Ａ
２、印象派因哪幅作品得名？
Ａ、《日出·印象》　Ｂ、《睡莲》　Ｃ、《向日葵》　Ｄ、《星夜》
答案：Ａ`,
    truth: [
      choice('《蒙娜丽莎》的作者是', ['达·芬奇', '米开朗基罗', '拉斐尔', '提香'], 'A'),
      choice('印象派因哪幅作品得名？', ['《日出·印象》', '《睡莲》', '《向日葵》', '《星夜》'], 'A'),
    ],
  },
  {
    name: 'five and six options of a choice of several',
    text: `二、多项选择题（每题4分）
1. 元四家包括
A. 黄公望
B. 王蒙
C. 倪瓒
D. 吴镇
E. 赵孟頫
答案：ABCD
2. 下列属于版画的有
A. 木刻 B. 铜版 C. 石版 D. 丝网 E. 壁画 F. 镶嵌
答案：A、B、C、D`,
    truth: [
      many('元四家包括', ['黄公望', '王蒙', '倪瓒', '吴镇', '赵孟頫'], 'ABCD', { score: '4' }),
      many('下列属于版画的有', ['木刻', '铜版', '石版', '丝网', '壁画', '镶嵌'], 'ABCD', { score: '4' }),
    ],
  },
  {
    name: 'keys in the stems of blanks, in brackets',
    text: `一、填空题
1. 中国画按题材分为人物画、山水画和（ 花鸟画 ）三大类。
2. 文艺复兴起源于（ 意大利 ）。`,
    truth: 'check',
  },
  {
    name: 'several blanks whose key is numbered in the line',
    text: `一、填空题（每空2分）
1. “米芾、____、____、蔡襄”合称宋四家。
答案：1）苏轼 2）黄庭坚
2. 敦煌石窟位于____省。
答案：甘肃`,
    truth: [
      blank('“米芾、____、____、蔡襄”合称宋四家。', '苏轼;黄庭坚', { score: '4' }),
      blank('敦煌石窟位于____省。', '甘肃', { score: '2' }),
    ],
  },
  {
    name: 'a statement with its reason',
    text: `三、判断改错题
1. 《韩熙载夜宴图》的作者是顾恺之。
答案：错误，作者是顾闳中
四、判断题
1. 《溪山行旅图》的作者是范宽。
答案：正确`,
    truth: [
      statement('《韩熙载夜宴图》的作者是顾恺之。', 'F', { analysis: '作者是顾闳中' }),
      statement('《溪山行旅图》的作者是范宽。', 'T'),
    ],
  },
  {
    name: 'statements with the sign before the number',
    text: `三、判断题（正确的打“√”，错误的打“×”，每题1分，共3分）
（ √ ）1. 青铜器“司母戊鼎”属于商代。
（ × ）2. 《兰亭序》被誉为“天下第二行书”。
（ √ ）3. 水墨画讲究“墨分五色”。`,
    truth: [
      statement('青铜器“司母戊鼎”属于商代。', 'T', { score: '1' }),
      statement('《兰亭序》被誉为“天下第二行书”。', 'F', { score: '1' }),
      statement('水墨画讲究“墨分五色”。', 'T', { score: '1' }),
    ],
  },
  {
    name: 'keys of statements in a range',
    text: `判断题
1. 莫奈是印象派画家。
2. 梵高是法国人。
3. 毕加索创立了立体主义。
4. 雕塑分为圆雕和浮雕。
参考答案：1-4 √×√√`,
    truth: [
      statement('莫奈是印象派画家。', 'T'),
      statement('梵高是法国人。', 'F'),
      statement('毕加索创立了立体主义。', 'T'),
      statement('雕塑分为圆雕和浮雕。', 'T'),
    ],
  },
  {
    name: 'keys of statements in words with commas',
    text: `判断题
1. 素描是造型艺术的基础。
2. 水彩画不透明。
3. 油画起源于中国。
答案：1.对，2.错，3.错`,
    truth: [
      statement('素描是造型艺术的基础。', 'T'),
      statement('水彩画不透明。', 'F'),
      statement('油画起源于中国。', 'F'),
    ],
  },
  {
    name: 'short answers with points and marks of each',
    text: `四、简答题（每题10分，共20分）
1. 简述谢赫“六法”。
参考答案：
（1）气韵生动（2分）
（2）骨法用笔（2分）
（3）应物象形（2分）
（4）随类赋彩（2分）
（5）经营位置、传移模写（2分）
2. 简述包豪斯的设计理念。
参考答案：
①艺术与技术统一；
②以人为目的；
③遵循自然与客观规律。`,
    truth: [
      short(
        '简述谢赫“六法”。',
        '（1）气韵生动（2分）\n（2）骨法用笔（2分）\n（3）应物象形（2分）\n（4）随类赋彩（2分）\n（5）经营位置、传移模写（2分）',
        { score: '10' },
      ),
      short('简述包豪斯的设计理念。', '①艺术与技术统一；\n②以人为目的；\n③遵循自然与客观规律。', {
        score: '10',
      }),
    ],
  },
  {
    name: 'an essay with its guide for marking',
    text: `五、论述题（本题20分）
1. 结合具体影片，论述蒙太奇的叙事功能。
【评分标准】观点明确8分，例证充分8分，语言流畅4分。`,
    truth: 'check',
  },
  {
    name: 'a work to upload',
    text: `六、作品题
1. 以“家乡的早晨”为题创作一幅速写并上传。（50分）`,
    truth: 'check',
  },
  {
    name: 'numbers with 第…题',
    text: `单选题
第1题 中国第一部有声电影是
A. 《歌女红牡丹》 B. 《定军山》 C. 《渔光曲》 D. 《神女》
答案：A
第2题 “左翼电影”兴起于
A. 20世纪20年代 B. 20世纪30年代 C. 20世纪40年代 D. 20世纪50年代
答案：B`,
    truth: [
      choice('中国第一部有声电影是', ['《歌女红牡丹》', '《定军山》', '《渔光曲》', '《神女》'], 'A'),
      choice('“左翼电影”兴起于', ['20世纪20年代', '20世纪30年代', '20世纪40年代', '20世纪50年代'], 'B'),
    ],
  },
  {
    name: 'numbers that are circled, keys at the end',
    text: `一、单选题
①世界电影诞生于
A. 1895年 B. 1905年
②中国电影诞生于
A. 1895年 B. 1905年
参考答案：①A ②B`,
    truth: [
      choice('世界电影诞生于', ['1895年', '1905年'], 'A'),
      choice('中国电影诞生于', ['1895年', '1905年'], 'B'),
    ],
  },
  {
    name: 'years behind the number',
    text: `一、判断题
1.1905年，中国拍摄了第一部电影《定军山》。（√）
2.1927年，第一部有声电影《爵士歌王》上映。（√）
3.2008年北京奥运会开幕式由张艺谋执导。（√）`,
    truth: [
      statement('1905年，中国拍摄了第一部电影《定军山》。', 'T'),
      statement('1927年，第一部有声电影《爵士歌王》上映。', 'T'),
      statement('2008年北京奥运会开幕式由张艺谋执导。', 'T'),
    ],
  },
  {
    name: 'empty lines between the questions and none within',
    text: `一、单选题

1. 景别中最远的是
A. 远景
B. 全景
C. 中景
D. 特写
答案：A

2. 电影每秒的格数一般是
A. 12
B. 24
C. 30
D. 60
答案：B

二、名词解释

1. 长镜头
答：对一个场面进行较长时间的连续拍摄。`,
    truth: [
      choice('景别中最远的是', ['远景', '全景', '中景', '特写'], 'A'),
      choice('电影每秒的格数一般是', ['12', '24', '30', '60'], 'B'),
      short('长镜头', '对一个场面进行较长时间的连续拍摄。'),
    ],
  },
  {
    name: 'difficulty, topic and marks in boxes',
    text: `1. 播音发声的呼吸方法是
A. 胸式呼吸
B. 腹式呼吸
C. 胸腹联合式呼吸
【答案】C
【解析】胸腹联合式呼吸稳健有力。
【难度】中等
【分值】5`,
    truth: [
      choice('播音发声的呼吸方法是', ['胸式呼吸', '腹式呼吸', '胸腹联合式呼吸'], 'C', {
        analysis: '胸腹联合式呼吸稳健有力。',
        difficulty: 2,
        score: '5',
      }),
    ],
  },
  {
    name: 'the head of a paper with notes and a table for marks',
    text: `绝密★启用前
XX省2026年普通高校美术与设计类专业模拟考试
题号\t一\t二\t总分
得分\t\t\t
注意事项：
1．答卷前，考生务必将自己的姓名、准考证号填写在答题卡上。
2．考试结束后，将本试卷和答题卡一并交回。
一、单项选择题（每小题2分，共2分）
1．“曹衣出水”指的是
A．曹不兴 B．曹仲达 C．曹霸 D．曹知白
二、判断题（每小题1分，共1分）
2．龙门石窟位于洛阳。
参考答案
一、单项选择题
1．B
二、判断题
2．√`,
    truth: [
      choice('“曹衣出水”指的是', ['曹不兴', '曹仲达', '曹霸', '曹知白'], 'B', { score: '2' }),
      statement('龙门石窟位于洛阳。', 'T', { score: '1' }),
    ],
  },
  {
    name: 'keys at the end with explanations of several lines',
    text: `一、单选题
1. “岁寒三友”不包括
A. 松 B. 竹 C. 梅 D. 菊
2. 文房四宝不包括
A. 笔 B. 墨 C. 琴 D. 纸
【参考答案与解析】
1. D。解析：岁寒三友指松、竹、梅，
菊属于“四君子”。
2. C。解析：文房四宝指笔、墨、纸、砚。`,
    truth: [
      choice('“岁寒三友”不包括', ['松', '竹', '梅', '菊'], 'D', {
        analysis: '岁寒三友指松、竹、梅，\n菊属于“四君子”。',
      }),
      choice('文房四宝不包括', ['笔', '墨', '琴', '纸'], 'C', { analysis: '文房四宝指笔、墨、纸、砚。' }),
    ],
  },
];
