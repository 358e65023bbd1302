import { foldText } from '../compare-text.ts';

/** Provinces whose usual name is not its official one without 省, by the usual name. */
const officialNames: Readonly<Record<string, string>> = {
  北京: '北京市',
  天津: '天津市',
  上海: '上海市',
  重庆: '重庆市',
  内蒙古: '内蒙古自治区',
  广西: '广西壮族自治区',
  西藏: '西藏自治区',
  宁夏: '宁夏回族自治区',
  新疆: '新疆维吾尔自治区',
  香港: '香港特别行政区',
  澳门: '澳门特别行政区',
};

/** The characters that represent a province, by its usual name; some have two. */
const characters: Readonly<Record<string, string>> = {
  ...{ 北京: '京', 天津: '津', 河北: '冀', 山西: '晋', 内蒙古: '蒙', 辽宁: '辽', 吉林: '吉', 黑龙江: '黑' },
  ...{ 上海: '沪申', 江苏: '苏', 浙江: '浙', 安徽: '皖', 福建: '闽', 江西: '赣', 山东: '鲁', 河南: '豫' },
  ...{ 湖北: '鄂', 湖南: '湘', 广东: '粤', 广西: '桂', 海南: '琼', 重庆: '渝', 四川: '川蜀', 贵州: '贵黔' },
  ...{ 云南: '云滇', 西藏: '藏', 陕西: '陕秦', 甘肃: '甘陇', 青海: '青', 宁夏: '宁', 新疆: '新' },
  ...{ 香港: '港', 澳门: '澳', 台湾: '台' },
};

/** The usual names of provinces by every other spelling. */
const provinceBySpelling: ReadonlyMap<string, string> = new Map(
  Object.entries(characters).flatMap(([name, signs]) => [
    [officialNames[name] ?? `${name}省`, name] as const,
    ...[...signs].map(sign => [sign, name] as const),
  ]),
);

/** Nationalities in the names of autonomous prefectures. */
const nationalities =
  '朝鲜族|土家族|苗族|藏族|羌族|彝族|布依族|侗族|傣族|景颇族|白族|傈僳族|哈尼族|壮族|回族|蒙古族?|哈萨克|柯尔克孜';

const cityEnding = new RegExp(`(?:市|地区|盟|(?:${nationalities})+自治州)$`, 'u');

/**
 * The usual name of a province for its official name and for the characters that represent it: 湖南省, 湘 and 湖南 are
 * 湖南. Any other text comes back folded.
 */
export function provinceSpelling(text: string): string {
  const folded = foldText(text);
  return provinceBySpelling.get(folded) ?? folded;
}

/** The name of a city without 市, 地区, 盟 or 自治州: 长沙市 is 长沙, 延边朝鲜族自治州 is 延边. */
export function citySpelling(text: string): string {
  const folded = foldText(text);
  const short = folded.replace(cityEnding, '');
  return short.length >= 2 ? short : folded;
}
