import { blank, choice, many, type Shape, short, statement } from './truth.ts';

/** Papers of music theory and music history, as teachers write them. */
export const musicShapes: readonly Shape[] = [
  {
    name: 'a mock paper with head, parts and keys below each question',
    text: `2026年音乐类专业统一考试模拟试卷（一）
乐理
考试时间：60分钟    满分：100分
一、单项选择题（本大题共3小题，每小题2分，共6分）
1．大三和弦的结构是（    ）。
A．大三度＋小三度    B．小三度＋大三度
C．大三度＋大三度    D．小三度＋小三度
【答案】A
【解析】根音到三音为大三度，三音到五音为小三度。
2．自然大调中，半音位于（    ）。
A．Ⅰ—Ⅱ、Ⅴ—Ⅵ    B．Ⅲ—Ⅳ、Ⅶ—Ⅰ
C．Ⅱ—Ⅲ、Ⅵ—Ⅶ    D．Ⅳ—Ⅴ、Ⅶ—Ⅰ
【答案】B
3．附点四分音符的时值等于（    ）。
A．两个八分音符    B．三个八分音符
C．四个八分音符    D．五个八分音符
【答案】B
二、判断题（本大题共2小题，每小题1分，共2分）
4．C大调与a小调是关系大小调。
【答案】√
5．等音的音高不同。
【答案】×
【解析】等音的音高相同，记法不同。`,
    truth: [
      choice(
        '大三和弦的结构是（    ）。',
        ['大三度＋小三度', '小三度＋大三度', '大三度＋大三度', '小三度＋小三度'],
        'A',
        { score: '2', analysis: '根音到三音为大三度，三音到五音为小三度。' },
      ),
      choice('自然大调中，半音位于（    ）。', ['Ⅰ—Ⅱ、Ⅴ—Ⅵ', 'Ⅲ—Ⅳ、Ⅶ—Ⅰ', 'Ⅱ—Ⅲ、Ⅵ—Ⅶ', 'Ⅳ—Ⅴ、Ⅶ—Ⅰ'], 'B', {
        score: '2',
      }),
      choice(
        '附点四分音符的时值等于（    ）。',
        ['两个八分音符', '三个八分音符', '四个八分音符', '五个八分音符'],
        'B',
        { score: '2' },
      ),
      statement('C大调与a小调是关系大小调。', 'T', { score: '1' }),
      statement('等音的音高不同。', 'F', { score: '1', analysis: '等音的音高相同，记法不同。' }),
    ],
  },
  {
    name: 'keys in the brackets of the stems, a statement with its sign at the end',
    text: `一、选择题
1、下列乐器中属于弓弦乐器的是（ C ）
A、古筝   B、琵琶   C、二胡   D、扬琴
2、《二泉映月》的作者是（B）。
A、刘天华   B、阿炳   C、聂耳   D、贺绿汀
二、判断题
1、京剧的四大行当是生、旦、净、丑。（ √ ）
2、《黄河大合唱》由聂耳作曲。（ × ）`,
    truth: [
      choice('下列乐器中属于弓弦乐器的是（　　）', ['古筝', '琵琶', '二胡', '扬琴'], 'C'),
      choice('《二泉映月》的作者是（　　）。', ['刘天华', '阿炳', '聂耳', '贺绿汀'], 'B'),
      statement('京剧的四大行当是生、旦、净、丑。', 'T'),
      statement('《黄河大合唱》由聂耳作曲。', 'F'),
    ],
  },
  {
    name: 'keys at the end with a tilde and a full-width colon',
    text: `一、单选题（每题4分，共12分）
1. 贝多芬的《命运交响曲》是第几交响曲？
A. 第三 B. 第五 C. 第六 D. 第九
2. 被称为“钢琴诗人”的是
A. 肖邦 B. 李斯特 C. 舒曼 D. 门德尔松
3. 《蓝色多瑙河》的体裁是
A. 进行曲 B. 圆舞曲 C. 夜曲 D. 序曲
参考答案：
1~3：BAB`,
    truth: [
      choice('贝多芬的《命运交响曲》是第几交响曲？', ['第三', '第五', '第六', '第九'], 'B', { score: '4' }),
      choice('被称为“钢琴诗人”的是', ['肖邦', '李斯特', '舒曼', '门德尔松'], 'A', { score: '4' }),
      choice('《蓝色多瑙河》的体裁是', ['进行曲', '圆舞曲', '夜曲', '序曲'], 'B', { score: '4' }),
    ],
  },
  {
    name: 'keys at the end, ten in groups of five',
    text: `一、单项选择题
${[...'一二三四五六七八九十'].map((one, at) => `${at + 1}．第${one}首乐曲的调式是\nA．宫 B．商 C．角 D．徵`).join('\n')}
参考答案
1-5 ABCDA　6-10 DCBAD`,
    truth: [...'ABCDADCBAD'].map((answer, at) =>
      choice(`第${'一二三四五六七八九十'[at]}首乐曲的调式是`, ['宫', '商', '角', '徵'], answer),
    ),
  },
  {
    name: 'keys at the end with a blank between the letters',
    text: `一、单项选择题
1．五声调式的主音是
A．宫 B．商 C．角 D．徵
2．清角在宫音上方
A．纯四度 B．增四度 C．纯五度 D．大三度
3．变宫在宫音下方
A．大二度 B．小二度 C．小三度 D．纯四度
参考答案：1-3 A A B`,
    truth: [
      choice('五声调式的主音是', ['宫', '商', '角', '徵'], 'A'),
      choice('清角在宫音上方', ['纯四度', '增四度', '纯五度', '大三度'], 'A'),
      choice('变宫在宫音下方', ['大二度', '小二度', '小三度', '纯四度'], 'B'),
    ],
  },
  {
    name: 'keys at the end of the paper by part, short answers among them',
    text: `一、填空题（每空1分，共3分）
1．二分音符的时值等于____个四分音符。
2．中国古代的“八音”指金、石、____、竹、匏、土、革、____。
二、名词解释（每题5分，共10分）
1．切分音
2．复调音乐
三、简答题（共10分）
1．简述民族调式的特点。
参考答案
一、填空题
1．两
2．丝；木
二、名词解释
1．改变节拍强弱规律的音。
2．由两个或以上独立声部构成的音乐。
三、简答题
1．以五声为基础，
以纯五度相生。`,
    truth: [
      blank('二分音符的时值等于____个四分音符。', '两', { score: '1' }),
      blank('中国古代的“八音”指金、石、____、竹、匏、土、革、____。', '丝;木', { score: '2' }),
      short('切分音', '改变节拍强弱规律的音。', { score: '5' }),
      short('复调音乐', '由两个或以上独立声部构成的音乐。', { score: '5' }),
      short('简述民族调式的特点。', '以五声为基础，\n以纯五度相生。', { score: '10' }),
    ],
  },
  {
    name: 'a table of keys in two bands',
    text: `一、单项选择题
1．小提琴有几根弦？
A．三 B．四 C．五
2．二胡有几根弦？
A．两 B．三 C．四
3．琵琶有几根弦？
A．三 B．四 C．五
4．古筝属于
A．弹拨乐器 B．吹管乐器 C．打击乐器
参考答案
题号\t1\t2
答案\tB\tA
题号\t3\t4
答案\tB\tA`,
    truth: [
      choice('小提琴有几根弦？', ['三', '四', '五'], 'B'),
      choice('二胡有几根弦？', ['两', '三', '四'], 'A'),
      choice('琵琶有几根弦？', ['三', '四', '五'], 'B'),
      choice('古筝属于', ['弹拨乐器', '吹管乐器', '打击乐器'], 'A'),
    ],
  },
  {
    name: 'a table of keys with bars',
    text: `单选题
1. 意大利语 Allegro 的意思是
A. 快板 B. 慢板 C. 行板
2. 意大利语 Adagio 的意思是
A. 快板 B. 柔板 C. 行板
答案
| 题号 | 1 | 2 |
| 答案 | A | B |`,
    truth: [
      choice('意大利语 Allegro 的意思是', ['快板', '慢板', '行板'], 'A'),
      choice('意大利语 Adagio 的意思是', ['快板', '柔板', '行板'], 'B'),
    ],
  },
  {
    name: 'two ways of numbering in one paper',
    text: `一、判断题
1. 音的四种性质是高低、长短、强弱、音色。（√）
2. 全音符的时值等于四个二分音符。（×）
二、填空题
（1）五线谱由____条平行线组成。
答案：五
（2）常用的谱号有高音谱号、____和中音谱号。
答案：低音谱号`,
    truth: [
      statement('音的四种性质是高低、长短、强弱、音色。', 'T'),
      statement('全音符的时值等于四个二分音符。', 'F'),
      blank('五线谱由____条平行线组成。', '五'),
      blank('常用的谱号有高音谱号、____和中音谱号。', '低音谱号'),
    ],
  },
  {
    name: 'numbers in half brackets and options in brackets of full width',
    text: `单项选择题
1）国歌《义勇军进行曲》的作曲者是
（A）聂耳 （B）冼星海 （C）田汉 （D）光未然
答案：A
2）《梁祝》是一部
（A）钢琴协奏曲 （B）小提琴协奏曲 （C）交响曲 （D）歌剧
答案：B`,
    truth: [
      choice('国歌《义勇军进行曲》的作曲者是', ['聂耳', '冼星海', '田汉', '光未然'], 'A'),
      choice('《梁祝》是一部', ['钢琴协奏曲', '小提琴协奏曲', '交响曲', '歌剧'], 'B'),
    ],
  },
  {
    name: 'options two to a line, key and explanation on one line',
    text: `一、单选题
1.下列音程中属于协和音程的是
A.增四度 B.小二度
C.纯五度 D.大七度
答案：C　解析：纯一、四、五、八度为完全协和音程。
2.八度之内有几个半音？
A.10 B.11
C.12 D.13
答案：C　解析：每个八度分为十二个半音。`,
    truth: [
      choice('下列音程中属于协和音程的是', ['增四度', '小二度', '纯五度', '大七度'], 'C', {
        analysis: '纯一、四、五、八度为完全协和音程。',
      }),
      choice('八度之内有几个半音？', ['10', '11', '12', '13'], 'C', { analysis: '每个八度分为十二个半音。' }),
    ],
  },
  {
    name: 'a heading without a numeral, types between 【】',
    text: `【单选题】
1. 《春江花月夜》最初是一首
A. 古琴曲 B. 琵琶曲 C. 笛曲 D. 唢呐曲
【答案】B
【多选题】
2. 江南丝竹的乐器包括
A. 二胡 B. 笛子 C. 琵琶 D. 小号
【答案】ABC
【判断题】
3. 昆曲被称为“百戏之祖”。
【答案】正确`,
    truth: [
      choice('《春江花月夜》最初是一首', ['古琴曲', '琵琶曲', '笛曲', '唢呐曲'], 'B'),
      many('江南丝竹的乐器包括', ['二胡', '笛子', '琵琶', '小号'], 'ABC'),
      statement('昆曲被称为“百戏之祖”。', 'T'),
    ],
  },
  {
    name: 'types as labels in front of each question',
    text: `1. 【单选题】维也纳古典乐派的代表不包括
A. 海顿 B. 莫扎特 C. 巴赫 D. 贝多芬
答案：C
2. 【判断题】歌剧《费加罗的婚礼》由莫扎特作曲。
答案：对`,
    truth: [
      choice('维也纳古典乐派的代表不包括', ['海顿', '莫扎特', '巴赫', '贝多芬'], 'C'),
      statement('歌剧《费加罗的婚礼》由莫扎特作曲。', 'T'),
    ],
  },
  {
    name: 'types in brackets in front of each question',
    text: `1.（单选）交响乐队中音区最低的弦乐器是
A. 小提琴 B. 中提琴 C. 大提琴 D. 低音提琴
答案：D
2.（多选）属于铜管乐器的有
A. 小号 B. 长号 C. 圆号 D. 双簧管
答案：ABC
3.（判断）巴松又称大管。
答案：√`,
    truth: [
      choice('交响乐队中音区最低的弦乐器是', ['小提琴', '中提琴', '大提琴', '低音提琴'], 'D'),
      many('属于铜管乐器的有', ['小号', '长号', '圆号', '双簧管'], 'ABC'),
      statement('巴松又称大管。', 'T'),
    ],
  },
  {
    name: 'a picture between stem and options',
    text: `一、听辨题
二、单选题（每题3分）
1．谱例中的节奏型是
〖图1〗
A．切分节奏 B．附点节奏 C．三连音 D．后半拍
答案：A
2．谱例的拍号是〖图2〗
A．2/4 B．3/4 C．6/8 D．4/4
答案：C`,
    truth: [
      choice('谱例中的节奏型是', ['切分节奏', '附点节奏', '三连音', '后半拍'], 'A', { score: '3' }),
      choice('谱例的拍号是', ['2/4', '3/4', '6/8', '4/4'], 'C', { score: '3' }),
    ],
  },
  {
    name: 'a table within a stem',
    text: `一、简答题
1．根据下表说明音名与唱名的对应关系。
音名\tC\tD\tE
唱名\tdo\tre\tmi
答案：音名固定，唱名随调而变。`,
    truth: [
      short(
        '根据下表说明音名与唱名的对应关系。\n音名\tC\tD\tE\n唱名\tdo\tre\tmi',
        '音名固定，唱名随调而变。',
      ),
    ],
  },
  {
    name: 'blanks filled in with underscores around them',
    text: `填空题
1. 《义勇军进行曲》由__田汉__作词、__聂耳__作曲。
2. 京剧形成于__清__代。`,
    truth: 'check',
  },
];
