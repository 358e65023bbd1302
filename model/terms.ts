import type { Language } from './kernel/label.ts';

/** A thing with its one name in each language, and the other names that no text and no screen may use for it. */
interface Term {
  readonly zh: string;
  readonly en: string;
  /** Other Chinese names. */
  readonly notZh?: readonly string[];
  /** Other English names, in lower case: whole words, as regular expressions. */
  readonly notEn?: readonly string[];
}

/** The names of things on screens, in messages and in the handbook (domain model, glossary). */
export const terms: readonly Term[] = [
  {
    zh: '任务中心',
    en: 'Job centre',
    notZh: ['任务记录', '导入导出记录'],
    notEn: ['task cent(?:re|er)', 'job center'],
  },
  { zh: '代客下单', en: 'Place an order', notZh: ['新建订单'], notEn: ['create (?:an )?order'] },
  { zh: '您', en: 'you', notZh: ['你'] },
  { zh: '账号', en: 'account', notZh: ['帐号', '帐户'] },
  { zh: '登录', en: 'log in', notZh: ['登陆'], notEn: ['sign(?:ed|s)? in', 'signing in', 'log on'] },
  { zh: '签到', en: 'check in' },
  { zh: '考生', en: 'candidate', notZh: ['学员'], notEn: ['pupils?', 'examinees?'] },
  { zh: '手机号', en: 'mobile number', notZh: ['手机号码'], notEn: ['cell ?phones?', 'telephones?'] },
  { zh: '身份证号', en: 'ID number', notZh: ['身份证号码'] },
  { zh: '激活码', en: 'activation code', notZh: ['卡密', '兑换码'], notEn: ['redeem codes?'] },
  { zh: '优惠券', en: 'coupon', notZh: ['优惠卷', '代金券'] },
  {
    zh: '志愿表',
    en: 'college preference list',
    notZh: ['志愿单'],
    notEn: ['voluntary lists?', 'wish lists?'],
  },
  { zh: '机构', en: 'agency', notZh: ['代理商'] },
  { zh: '准考证', en: 'ticket', notZh: ['准考征', '考试证'], notEn: ['admission cards?', 'exam passes'] },
  { zh: '位次', en: 'rank', notZh: ['名位'] },
  { zh: '短信', en: 'text message', notEn: ['short messages?'] },
  { zh: '卡产品', en: 'card', notZh: ['卡片产品'] },
  { zh: '线索', en: 'lead', notZh: ['商机'], notEn: ['clues?'] },
  { zh: '公海', en: 'public pool', notEn: ['high seas?', 'open sea'] },
  {
    zh: '统考',
    en: 'joint exam',
    notEn: ['unified (?:arts )?exams?', 'unified only', 'unified full mark'],
  },
  { zh: '记录跟进', en: 'follow up', notZh: ['记一笔', '保存跟进'] },
  { zh: '加载失败', en: 'could not be loaded', notZh: ['读取失败', '无法加载', '未能加载'] },
  { zh: '收起', en: 'collapse', notEn: ['(?:un)?folds?', 'unfolded'] },
  { zh: '访问诊断', en: 'why can I not see this?', notEn: ['access diagnosis', 'explain access'] },
  { zh: '撤销', en: 'undo', notEn: ['revert(?:ed|s)?', 'roll(?:ed)? back'] },
];

/** Texts that only the product itself can read: a file's address in storage, the address of a call. */
export const internal: readonly string[] = [
  '/(?:api|result|exported|upload)/\\w',
  '/20\\d\\d/\\d\\d/[0-9a-f]{16}',
];

/** The second names of a language, each as a regular expression with the name to use instead. */
export function secondNames(language: Language): readonly { readonly not: string; readonly name: string }[] {
  return terms.flatMap(term => {
    const others = (language === 'zh' ? term.notZh : term.notEn) ?? [];
    const name = term[language];
    return others.map(other => ({ not: language === 'zh' ? other : `\\b(?:${other})\\b`, name }));
  });
}

/** The complaints about a text of the product in a language: second names of things, and what only the product can read. */
export function faultsOfWords(text: string, language: Language): string[] {
  const names = secondNames(language)
    .filter(({ not }) => new RegExp(not, 'i').test(text))
    .map(({ name }) => `say “${name}”`);
  const inside = internal.filter(one => new RegExp(one).test(text)).map(() => 'names an internal address');
  return [...names, ...inside];
}
