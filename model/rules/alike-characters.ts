/** Dots between the parts of a name that readers take for the middle dot of 阿依·努尔, after NFKC. */
const dots = '•‧∙⋅・᛫⸱⸳ꞏᐧ⦁𐄁ᆞ';

/** Hyphens, dashes and the minus sign, after NFKC. */
const dashes = '‐‒–—―−';

/**
 * Radicals and strokes that copied PDF text has in place of ideographs, each followed by its ideograph: Unicode 17's
 * EquivalentUnifiedIdeograph.txt, without the Kangxi radicals and the two others that NFKC replaces.
 */
const radicals =
  '⺁厂 ⺂乛 ⺃乚 ⺄乙 ⺅亻 ⺆冂 ⺇𠘨 ⺈刀 ⺉刂 ⺊卜 ⺋㔾 ⺌小 ⺍小 ⺎兀 ⺏尣 ⺐尢 ⺑𡯂 ⺒巳 ⺓幺 ⺔彑 ' +
  '⺕𫜹 ⺖忄 ⺗心 ⺘扌 ⺙攵 ⺛旡 ⺜日 ⺝月 ⺞歺 ⺠民 ⺡氵 ⺢氺 ⺣灬 ⺤爫 ⺥爫 ⺦丬 ⺧牛 ⺨犭 ⺩王 ⺪𤴔 ' +
  '⺫目 ⺬示 ⺭礻 ⺮𥫗 ⺯糹 ⺰纟 ⺱罓 ⺲罒 ⺳㓁 ⺴冗 ⺵𦉫 ⺶羊 ⺷𦍌 ⺸𦍋 ⺹耂 ⺺肀 ⺻聿 ⺼肉 ⺽𦥑 ⺾艹 ' +
  '⺿艹 ⻀艹 ⻁虎 ⻂衤 ⻃覀 ⻄西 ⻅见 ⻆角 ⻇𧢲 ⻈讠 ⻉贝 ⻊𧾷 ⻋车 ⻌辶 ⻍辶 ⻎辶 ⻏邑 ⻐钅 ⻑長 ⻒镸 ' +
  '⻓长 ⻔门 ⻕𨸏 ⻖阝 ⻗雨 ⻘青 ⻙韦 ⻚页 ⻛风 ⻜飞 ⻝食 ⻞𩙿 ⻟飠 ⻠饣 ⻡𩠐 ⻢马 ⻣骨 ⻤鬼 ⻥鱼 ⻦鸟 ' +
  '⻧卤 ⻨麦 ⻩黄 ⻪黾 ⻫斉 ⻬齐 ⻭歯 ⻮齿 ⻯竜 ⻰龙 ⻱龜 ⻲亀 ㇆𠃌 ㇏乀 ㇐一 ㇑丨 ㇒丿 ㇓丿 ㇔丶 ㇕𠃍 ' +
  '㇖乛 ㇗𠃊 ㇘𠃎 ㇙𠄌 ㇚亅 ㇛𡿨 ㇜𠃋 ㇝乀 ㇞𠃑 ㇟乚 ㇠乙 ㇡𠄎';

/**
 * Characters that readers take for another one although NFKC keeps them apart, with that other one. `yikao_fold` in the
 * database has the same; a change here needs a migration.
 */
export const alikeCharacters: ReadonlyMap<string, string> = new Map([
  ...[...dots].map(dot => [dot, '·'] as const),
  ...[...dashes].map(dash => [dash, '-'] as const),
  ...radicals.split(' ').map(pair => {
    const [radical = '', ideograph = ''] = pair;
    return [radical, ideograph] as const;
  }),
]);
