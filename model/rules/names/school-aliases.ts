import { foldText } from '../compare-text.ts';

/** Usual short names of schools with arts programmes, each used for this school alone. */
const aliases: Readonly<Record<string, string>> = {
  ...{ 央美: '中央美术学院', 国美: '中国美术学院', 央音: '中央音乐学院', 国音: '中国音乐学院' },
  ...{ 上音: '上海音乐学院', 中戏: '中央戏剧学院', 上戏: '上海戏剧学院', 北电: '北京电影学院' },
  ...{ 中传: '中国传媒大学', 浙传: '浙江传媒学院', 北舞: '北京舞蹈学院', 国戏: '中国戏曲学院' },
  ...{ 川美: '四川美术学院', 川音: '四川音乐学院', 广美: '广州美术学院', 西美: '西安美术学院' },
  ...{ 鲁美: '鲁迅美术学院', 天美: '天津美术学院', 湖美: '湖北美术学院', 武音: '武汉音乐学院' },
  ...{ 沈音: '沈阳音乐学院', 西音: '西安音乐学院', 星海: '星海音乐学院', 天音: '天津音乐学院' },
  ...{ 浙音: '浙江音乐学院', 哈音: '哈尔滨音乐学院', 南艺: '南京艺术学院', 山艺: '山东艺术学院' },
  ...{ 广艺: '广西艺术学院', 云艺: '云南艺术学院', 吉艺: '吉林艺术学院', 北服: '北京服装学院' },
  ...{ 北影: '北京电影学院', 山工艺: '山东工艺美术学院', 新艺: '新疆艺术学院' },
  ...{ 北大: '北京大学', 清华: '清华大学', 人大: '中国人民大学', 北师大: '北京师范大学' },
  ...{ 华东师大: '华东师范大学', 华师大: '华东师范大学', 南师大: '南京师范大学', 首师大: '首都师范大学' },
};

const names: ReadonlyMap<string, string> = new Map(
  Object.entries(aliases).map(([alias, name]) => [foldText(alias), foldText(name)]),
);

/** The name of a school for its usual short name: 上戏 is 上海戏剧学院. Any other text comes back folded. */
export function schoolSpelling(text: string): string {
  const folded = foldText(text);
  return names.get(folded) ?? folded;
}
