import { expect, test } from 'vitest';
import { citySpelling, provinceSpelling } from './place-names.ts';
import { schoolSpelling } from './school-aliases.ts';

test.each([
  ...[
    ['湖南省', '湖南'],
    ['湘', '湖南'],
    ['湖南', '湖南'],
    [' 广西壮族自治区 ', '广西'],
    ['桂', '广西'],
  ],
  ...[
    ['上海市', '上海'],
    ['内蒙古自治区', '内蒙古'],
    ['甘', '甘肃'],
    ['陇', '甘肃'],
    ['香港特别行政区', '香港'],
  ],
  // A city, and a province that does not exist.
  ...[
    ['吉林市', '吉林市'],
    ['华南省', '华南省'],
    ['', ''],
  ],
])('the province %s is %s', (text, name) => {
  expect(provinceSpelling(text)).toBe(name);
});

test.each([
  ['长沙市', '长沙'],
  ['延边朝鲜族自治州', '延边'],
  ['海西蒙古族藏族自治州', '海西'],
  ['大兴安岭地区', '大兴安岭'],
  ['锡林郭勒盟', '锡林郭勒'],
  ['沙市', '沙市'],
  ['长沙县', '长沙县'],
])('the city %s is %s', (text, name) => {
  expect(citySpelling(text)).toBe(name);
});

test.each([
  ['上戏', '上海戏剧学院'],
  ['北电', '北京电影学院'],
  ['中传', '中国传媒大学'],
  ['上海戏剧学院', '上海戏剧学院'],
  ['上戏附中', '上戏附中'],
])('the school %s is %s', (text, name) => {
  expect(schoolSpelling(text)).toBe(name);
});
