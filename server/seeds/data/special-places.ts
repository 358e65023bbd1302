/**
 * Places missing from the national list of divisions (domain B2). Codes of districts in Hong Kong and Macau are those
 * in common use; the two levels in between, Taiwan's places and those abroad have no national code, so the product
 * numbers them permanently.
 */

/** Province-level places that have no rows in the table of provinces (domain 7.3). */
export const specialProvinces = {
  taiwan: { code: 710_000, name: '台湾省' },
  hongKong: { code: 810_000, name: '香港特别行政区' },
  macau: { code: 820_000, name: '澳门特别行政区' },
  abroad: { code: 900_000, name: '海外' },
} as const;

/** The eighteen districts of Hong Kong; the code is 810000 and the place in this list, from 1. */
export const hongKongDistricts = [
  '中西区',
  '湾仔区',
  '东区',
  '南区',
  '油尖旺区',
  '深水埗区',
  '九龙城区',
  '黄大仙区',
  '观塘区',
  '荃湾区',
  '屯门区',
  '元朗区',
  '北区',
  '大埔区',
  '西贡区',
  '沙田区',
  '葵青区',
  '离岛区',
] as const;

/** The parishes of Macau; the code is 820000 and the place in this list, from 1. */
export const macauParishes = [
  '花地玛堂区',
  '花王堂区',
  '望德堂区',
  '大堂区',
  '风顺堂区',
  '嘉模堂区',
  '路氹填海区',
  '圣方济各堂区',
] as const;

/**
 * Destinations for studying the arts: number of ISO 3166-1 and Chinese name. The code of such a place is 900000 plus
 * this number; 999, which the standard leaves to users, means everywhere else.
 */
export const studyDestinations = [
  [826, '英国'],
  [840, '美国'],
  [124, '加拿大'],
  [36, '澳大利亚'],
  [554, '新西兰'],
  [372, '爱尔兰'],
  [392, '日本'],
  [410, '韩国'],
  [702, '新加坡'],
  [458, '马来西亚'],
  [764, '泰国'],
  [360, '印度尼西亚'],
  [608, '菲律宾'],
  [704, '越南'],
  [356, '印度'],
  [496, '蒙古'],
  [398, '哈萨克斯坦'],
  [784, '阿联酋'],
  [792, '土耳其'],
  [376, '以色列'],
  [250, '法国'],
  [276, '德国'],
  [380, '意大利'],
  [724, '西班牙'],
  [620, '葡萄牙'],
  [528, '荷兰'],
  [56, '比利时'],
  [442, '卢森堡'],
  [756, '瑞士'],
  [40, '奥地利'],
  [752, '瑞典'],
  [578, '挪威'],
  [208, '丹麦'],
  [246, '芬兰'],
  [352, '冰岛'],
  [616, '波兰'],
  [203, '捷克'],
  [348, '匈牙利'],
  [642, '罗马尼亚'],
  [100, '保加利亚'],
  [688, '塞尔维亚'],
  [300, '希腊'],
  [196, '塞浦路斯'],
  [470, '马耳他'],
  [643, '俄罗斯'],
  [804, '乌克兰'],
  [112, '白俄罗斯'],
  [268, '格鲁吉亚'],
  [51, '亚美尼亚'],
  [76, '巴西'],
  [32, '阿根廷'],
  [484, '墨西哥'],
  [192, '古巴'],
  [818, '埃及'],
  [710, '南非'],
  [999, '其他国家和地区'],
] as const;
