import type { ExamModeCode, ExamModeSeed, ProvinceSeed, RegionSeed } from '../types.ts';

/** The seven regions, with the provinces in them (domain 7.3). */
export const regions: readonly RegionSeed[] = [
  { regionName: '华北', provinceIds: [110_000, 120_000, 130_000, 140_000, 150_000] },
  { regionName: '东北', provinceIds: [210_000, 220_000, 230_000] },
  { regionName: '华东', provinceIds: [310_000, 320_000, 330_000, 340_000, 350_000, 360_000, 370_000] },
  { regionName: '华中', provinceIds: [410_000, 420_000, 430_000] },
  { regionName: '华南', provinceIds: [440_000, 450_000, 460_000] },
  { regionName: '西南', provinceIds: [500_000, 510_000, 520_000, 530_000, 540_000] },
  { regionName: '西北', provinceIds: [610_000, 620_000, 630_000, 640_000, 650_000] },
];

/** Code, name and the character on number plates; the order is that of GB/T 2260. */
const names = [
  [110_000, '北京', '京'],
  [120_000, '天津', '津'],
  [130_000, '河北', '冀'],
  [140_000, '山西', '晋'],
  [150_000, '内蒙古', '蒙'],
  [210_000, '辽宁', '辽'],
  [220_000, '吉林', '吉'],
  [230_000, '黑龙江', '黑'],
  [310_000, '上海', '沪'],
  [320_000, '江苏', '苏'],
  [330_000, '浙江', '浙'],
  [340_000, '安徽', '皖'],
  [350_000, '福建', '闽'],
  [360_000, '江西', '赣'],
  [370_000, '山东', '鲁'],
  [410_000, '河南', '豫'],
  [420_000, '湖北', '鄂'],
  [430_000, '湖南', '湘'],
  [440_000, '广东', '粤'],
  [450_000, '广西', '桂'],
  [460_000, '海南', '琼'],
  [500_000, '重庆', '渝'],
  [510_000, '四川', '川'],
  [520_000, '贵州', '黔'],
  [530_000, '云南', '滇'],
  [540_000, '西藏', '藏'],
  [610_000, '陕西', '陕'],
  [620_000, '甘肃', '甘'],
  [630_000, '青海', '青'],
  [640_000, '宁夏', '宁'],
  [650_000, '新疆', '新'],
] as const;

/** Provinces the product does not serve yet: the smallest fields of candidates (domain 6, Q56). */
const disabled = new Set<number>([540_000, 630_000, 640_000]);

/** Provinces with the most arts candidates, shown first. */
const hot = new Set<number>([320_000, 330_000, 370_000, 410_000, 430_000, 440_000]);

/** Full marks of the college entrance exam that are not 750 (domain 7.3). */
const cultureFull = new Map<number, number>([
  [310_000, 660],
  [460_000, 900],
]);

/** The 31 provinces; 28 of them are enabled (domain 7.3). */
export const provinces: readonly ProvinceSeed[] = names.map(
  ([provinceId, provinceName, provinceShortName]) => ({
    provinceId,
    provinceName,
    provinceShortName,
    regionName: regionOf(provinceId),
    cultureFull: cultureFull.get(provinceId) ?? 750,
    hotFlag: hot.has(provinceId) ? 1 : 0,
    status: disabled.has(provinceId) ? 0 : 1,
  }),
);

/** The changes of the reforms, with their years (domain 7.3); before its first reform a province is arts-science. */
const reforms: readonly [year: number, mode: ExamModeCode, provinceIds: readonly number[]][] = [
  [2017, 1, [310_000, 330_000]],
  [2020, 1, [110_000, 120_000, 370_000, 460_000]],
  [2021, 2, [130_000, 210_000, 320_000, 350_000, 420_000, 430_000, 440_000, 500_000]],
  [2024, 2, [220_000, 230_000, 340_000, 360_000, 450_000, 520_000, 620_000]],
  [2025, 2, [140_000, 150_000, 410_000, 510_000, 530_000, 610_000, 630_000, 640_000]],
];

/** First year of the product's year lists (spec section 4): the history starts here. */
const firstYear = 2012;

/** Exam modes by province and year, oldest first (domain 7.3, table `provinceExamMode`). */
export const examModes: readonly ExamModeSeed[] = [
  ...provinces.map(({ provinceId }): ExamModeSeed => ({ provinceId, fromYear: firstYear, mode: 3 })),
  ...reforms.flatMap(([fromYear, mode, provinceIds]) =>
    provinceIds.map((provinceId): ExamModeSeed => ({ provinceId, fromYear, mode })),
  ),
];

/** The exam mode of a province in a data year (domain B9). A year before the history is arts-science. */
export function examModeIn(provinceId: number, dataYear: number): ExamModeCode {
  const inForce = examModes.findLast(row => row.provinceId === provinceId && row.fromYear <= dataYear);
  return inForce?.mode ?? 3;
}

function regionOf(provinceId: number): string {
  const region = regions.find(({ provinceIds }) => provinceIds.includes(provinceId));
  if (region === undefined) throw new Error(`province ${provinceId} is in no region`);
  return region.regionName;
}
