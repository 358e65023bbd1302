import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';

/** Synonyms in headers; the words of a line are interchangeable. */
const synonyms: readonly (readonly string[])[] = [
  ['数据年份', '年份', '年度', '招生年份', '招生年度', '学年', 'year', 'data year'],
  ['省份', '省', '省市', '所在省', '所在省份', '招生省份', '生源地', '生源省份', 'province'],
  ['城市', '市', '所在城市', '所在市', '地市', 'city'],
  ['统考类别', '联考类别', '专业类别', '类别', '科类类别', '艺术类别', 'joint category', 'category'],
  [
    '院校',
    '学校',
    '高校',
    '大学',
    '院校名称',
    '学校名称',
    '高校名称',
    '招生院校',
    '招生学校',
    '报考院校',
    'school',
    'university',
    'college',
  ],
  [
    '院校代码',
    '学校代码',
    '院校编号',
    '院校代号',
    '学校编号',
    '院校招生代码',
    '招生代码',
    'school code',
    'school no',
  ],
  ['轮次', '轮', '第几轮', '批次轮次', 'round'],
  ['考试类型', '考试形式', '考试方式', '考核类型', 'exam type'],
  ['报名开始', '报名开始时间', '报名起始时间', '开始报名', '报名时间起', 'registration start'],
  ['报名结束', '报名结束时间', '报名截止', '报名截止时间', '截止报名', '报名时间止', 'registration end'],
  ['考试开始', '考试开始时间', '考试起始时间', 'exam start'],
  ['考试结束', '考试结束时间', '考试截止时间', 'exam end'],
  ['备注', '说明', '备注说明', '附注', '注', 'remark', 'remarks', 'note', 'notes', 'comment'],
  ['排序', '序号', '顺序', '排序号', '显示顺序', 'order', 'sort'],
  ['状态', '启用', '是否启用', '启用状态', 'status'],
  ['电话', '联系电话', '电话号码', '固定电话', 'phone', 'telephone'],
  ['手机', '手机号', '手机号码', '移动电话', '联系手机', 'mobile', 'cell phone'],
  ['联系人', '联络人', '负责人', 'contact', 'contact person'],
  ['地址', '联系地址', '详细地址', '通讯地址', 'address'],
  ['职务', '职位', '岗位', 'position', 'title'],
  ['邮箱', '电子邮箱', '电子邮件', '邮件', 'email', 'mail'],
  ['开户行', '开户银行', '银行', 'bank'],
  ['银行账号', '银行卡号', '卡号', '账号', 'account number'],
  ['账户名', '户名', '开户名', '收款人', 'account name'],
  ['合伙人', '合伙人名称', '所属合伙人', '合作方', 'partner'],
  ['机构', '机构名称', '所属机构', '培训机构', 'agency'],
  ['渠道', '渠道名称', '所属渠道', '来源渠道', 'channel'],
  ['层次', '学历', '学历层次', '培养层次', '办学层次', 'level', 'diploma'],
  ['文理', '科类', '首选科目', '科类名称', '文理科', 'arts or science'],
  ['批次', '录取批次', '批次名称', '招生批次', 'batch'],
  ['招生专业', '专业', '专业名称', '招生专业名称', '专业类名称', '专业及名称', 'programme', 'major'],
  ['专业组', '院校专业组', '专业组代码', '专业组代号', '组号', 'group'],
  ['专业代码', '专业代号', '招生专业代码', 'major code'],
  ['计划数', '计划', '招生计划', '计划人数', '招生人数', '招生计划数', '招生数', 'plan'],
  ['学费', '收费标准', '学费标准', '收费', '年学费', 'tuition'],
  ['学制', '修业年限', '学制年', 'duration'],
  ['选科要求', '再选科目', '选考科目', '选考科目要求', '再选科目要求', '科目要求', 'subjects required'],
  ['投档最低分', '投档线', '投档分', '最低投档分', '投档分数线', '投档最低分数'],
  ['投档最低位次', '最低投档位次', '投档位次', '最低投档排名', '投档最低排名', '投档线位次'],
  ['录取最低分', '最低录取分', '录取线', '录取分数线', '录取分'],
  ['录取最低位次', '最低录取位次', '录取位次', '录取最低排名'],
  ['最低位次', '最低排名', '最低分位次', '最低分排名'],
  ['平均分', '录取平均分', '平均录取分', '均分'],
  ['最高分', '录取最高分', '最高录取分'],
  ['录取人数', '录取数', '实录人数', '实际录取'],
  ['投档人数', '投档数', '实投人数'],
  ['分数', '分数段', '成绩', '总分', '分值', '得分', 'score'],
  ['本段人数', '人数', '同分人数', '段内人数', '本分数段人数', '小计人数'],
  ['累计人数', '累计', '累计数', '累积人数', '总人数', '位次'],
  ['文化线', '文化控制线', '文化分数线', '文化课线', '文化成绩线', '文化课控制线'],
  ['专业线', '专业控制线', '专业分数线', '专业成绩线'],
  ['综合线', '综合分数线', '综合成绩线', '综合控制线'],
  ['统考合格线', '合格线', '专业合格线', '联考合格线', '省统考合格线'],
  ['上级', '父级', '上级名称', '上级分类', 'parent'],
  ['名称', '姓名', '名字', 'name'],
];

/** Likeness from which on a field is offered: of ten letters, four may differ. */
const likeEnough = 0.6;

/** A header without width, case, spaces and decoration: stars, colons, remarks in brackets. */
function bare(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase();
  const outside = plain.replace(/[([【「{][^)\]】」}]*[)\]】」}]/g, '');
  return (outside.trim() === '' ? plain : outside).replace(/[^\p{L}\p{N}]+/gu, '');
}

const groups = new Map<string, ReadonlySet<number>>();
for (const [index, words] of synonyms.entries()) {
  for (const word of words) groups.set(bare(word), new Set([...(groups.get(bare(word)) ?? []), index]));
}

/** The number of characters to change, add, remove or swap to turn one text into another. */
export function editDistance(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)];
  let before: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const row = [i];
    for (let j = 1; j <= right.length; j++) {
      const same = left[i - 1] === right[j - 1];
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      const swapped = left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      if (i > 1 && j > 1 && swapped) best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row[j] = best;
    }
    before = last;
    last = row;
  }
  return last[right.length] ?? 0;
}

/** Similarity of a header and a field name, 0 to 1. */
function likeness(header: string, name: string): number {
  const [a, b] = [bare(header), bare(name)];
  if (a === '' || b === '') return 0;
  if (a === b) return 1;
  const [own, other] = [groups.get(a), groups.get(b)];
  if (own && other && [...own].some(group => other.has(group))) return 0.95;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  // Containment is stronger evidence than shared characters: 报考院校名称 contains 院校.
  const within = short.length >= 2 && long.includes(short) ? 0.6 + 0.3 * (short.length / long.length) : 0;
  return Math.max(within, 1 - editDistance(a.slice(0, 64), b.slice(0, 64)) / Math.min(64, long.length));
}

/** Returns a test for headers that equal one of these names or a synonym. */
export function calledBy(names: readonly string[]): (header: string) => boolean {
  const own = new Set(names.map(bare));
  const near = new Set([...own].flatMap(name => [...(groups.get(name) ?? [])]));
  return header => {
    const text = bare(header);
    return text !== '' && (own.has(text) || [...(groups.get(text) ?? [])].some(group => near.has(group)));
  };
}

/**
 * The most likely of the `free` fields for each header: the same word in either language, a known synonym, one text
 * within the other, or a small edit distance. The most similar pair is taken first; no field is suggested twice.
 */
export function guessFields(
  dataset: AnyDataset,
  headers: readonly string[],
  free: readonly string[],
): ReadonlyMap<string, string> {
  const pairs = headers.flatMap(header =>
    free.flatMap(name => {
      const field = fieldOf(dataset, name);
      if (!field) return [];
      const names = [name, field.label.zh, field.label.en];
      // In a heading of two rows the lower one is more specific: 分数线 文化控制线 is a 文化控制线.
      const lower = header.split(' ').at(-1) ?? header;
      const score = Math.max(
        ...names.map(text => likeness(header, text)),
        ...names.map(text => likeness(lower, text) * 0.98),
      );
      return score >= likeEnough ? [{ header, name, score }] : [];
    }),
  );
  const guesses = new Map<string, string>();
  const taken = new Set<string>();
  for (const { header, name } of pairs.sort((a, b) => b.score - a.score)) {
    if (guesses.has(header) || taken.has(name)) continue;
    guesses.set(header, name);
    taken.add(name);
  }
  return guesses;
}
