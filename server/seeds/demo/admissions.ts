import { Sequence } from './sequence.ts';

/**
 * An invented world of admissions for two provinces: consistent segment tables, lines, plans and results, so that every
 * screen of the reference data and every calculation has data. No figure is real, and each row's remark says so.
 */

/** The remark of every made-up row. */
export const demoRemark = '示例数据，非真实招录结果';

/** A province of the demo data. */
export interface DemoProvince {
  readonly provinceId: number;
  /** Arts or science as this province divides candidates, `aos` of the model. */
  readonly aos: readonly number[];
  /** True if its plans are in groups of majors. */
  readonly grouped: boolean;
  /** Number of candidates in the joint exams of each category, in the latest year. */
  readonly candidates: readonly number[];
}

/** Hunan (3+1+2) and Shandong (3+3). */
export const demoProvinces: readonly DemoProvince[] = [
  { provinceId: 430_000, aos: [4, 5], grouped: true, candidates: [21_400, 6_800, 3_900] },
  { provinceId: 370_000, aos: [3], grouped: false, candidates: [24_600, 8_200, 4_700] },
];

/** The categories of the demo data with their majors, and the weight of professional scores. */
export const demoCategories = [
  {
    jointCategoryName: '美术与设计类',
    majors: ['视觉传达设计', '环境设计', '数字媒体艺术'],
    expression: 'R*0.5+U*(W/Q)*0.5',
  },
  { jointCategoryName: '音乐教育(声乐)', majors: ['音乐学', '音乐表演'], expression: 'R*0.5+U*(W/Q)*0.5' },
  { jointCategoryName: '播音与主持类', majors: ['播音与主持艺术'], expression: 'R*0.7+U*(W/Q)*0.3' },
] as const;

/** Years with results that the demo data has before the present data year. */
export const demoYears = 3;

/** One step of a table of segments, from the highest score down. */
export interface DemoSegment {
  readonly score: number;
  readonly sameNum: number;
  readonly totalNum: number;
}

/** The share of a normal distribution between two scores, accurate enough for an invented table. */
function share(score: number, mean: number, spread: number): number {
  const distance = (score - mean) / spread;
  return Math.exp(-(distance * distance) / 2) / (spread * Math.sqrt(2 * Math.PI));
}

/** A segment table for a number of candidates: whole scores that at least one has, with exact sums. */
export function segmentTable(
  candidates: number,
  { top, bottom, mean, spread }: { top: number; bottom: number; mean: number; spread: number },
): DemoSegment[] {
  const table: DemoSegment[] = [];
  let totalNum = 0;
  for (let score = top; score >= bottom; score--) {
    const sameNum = Math.round(candidates * share(score, mean, spread));
    if (sameNum === 0) continue;
    totalNum += sameNum;
    table.push({ score, sameNum, totalNum });
  }
  return table;
}

/** The highest score that at least this many reached, with their number; the last step if the table ends before. */
export function stepAtRank(table: readonly DemoSegment[], rank: number): DemoSegment | undefined {
  return table.find(step => step.totalNum >= rank) ?? table.at(-1);
}

/** The highest step that is not above a score. */
export function stepAtScore(table: readonly DemoSegment[], score: number): DemoSegment | undefined {
  return table.find(step => step.score <= score);
}

/** Distribution of composite scores of a category in a year: it shifts a little between years. */
export function compositeShape(yearsAgo: number, category: number) {
  return { top: 660, bottom: 330, mean: 470 - yearsAgo * 3 + category * 6, spread: 48 };
}

/** Distribution of marks in the joint professional exam: three sessions of a hundred each, within a range. */
export function professionalShape(category: number) {
  return { top: 285, bottom: 120, mean: 218 + category * 2, spread: 24 };
}

/** A programme of the demo data in one year; results are null in the coming year. */
export interface DemoProgramme {
  readonly school: number;
  readonly category: number;
  readonly aos: number;
  readonly major: string;
  readonly groupNo: string | null;
  /** The required subjects as a province publishes them. */
  readonly subjectRequire: string;
  readonly planNum: number;
  readonly lastPlanNum: number | null;
  readonly tuition: string;
  readonly result: DemoResult | null;
}

/** The result of a programme. */
export interface DemoResult {
  readonly minScore: string;
  readonly minRank: number;
  readonly avgScore: string;
  readonly maxScore: string;
  readonly cultureMin: string;
  readonly profMin: string;
}

/**
 * The programmes of a province in every year, oldest first: `yearsAgo` 0 is the coming year, with plans only. A
 * school's position among the others stays about the same, so that ranks of one year predict the next.
 *
 * @param schools number of schools, the most sought-after first
 * @param tableOf the table of composite segments of a year, category and division
 */
export function demoProgrammes(
  province: DemoProvince,
  schools: number,
  tableOf: (yearsAgo: number, category: number, aos: number) => readonly DemoSegment[],
): Map<number, DemoProgramme[]> {
  const random = new Sequence(province.provinceId);
  const years = new Map<number, DemoProgramme[]>();
  for (let yearsAgo = demoYears; yearsAgo >= 0; yearsAgo--) years.set(yearsAgo, []);
  for (let school = 0; school < schools; school++) {
    for (const [category, { majors }] of demoCategories.entries()) {
      if (category === 2 && school % 2 === 1) continue;
      for (const aos of province.aos) {
        for (const [at, major] of majors.entries()) {
          const sought = (school + 0.4 * at + 0.5) / schools;
          let lastPlanNum: number | null = null;
          const usual = random.between(6, 28);
          for (let yearsAgo = demoYears; yearsAgo >= 0; yearsAgo--) {
            const planNum: number = Math.max(2, usual + random.between(-3, 3));
            const table = tableOf(yearsAgo, category, aos);
            years.get(yearsAgo)?.push({
              school,
              category,
              aos,
              major,
              groupNo: province.grouped ? `${aos}0${at + 1}` : null,
              subjectRequire: subjectsOf(school, at, aos),
              planNum,
              lastPlanNum,
              tuition: `${random.pick([6_800, 8_000, 10_000, 12_000]) ?? 8_000}.00`,
              result: yearsAgo === 0 ? null : resultOf(table, sought, random),
            });
            lastPlanNum = planNum;
          }
        }
      }
    }
  }
  return years;
}

/** Texts as provinces publish them: most programmes of the arts take any subjects, some do not. */
function subjectsOf(school: number, at: number, aos: number): string {
  const divided = aos === 4 || aos === 5;
  const first = aos === 5 ? '首选物理' : '首选历史';
  const wanted = ['不限', '不限', '化学或生物', '不限', '政治或地理', '不限', '化学和生物均须选考', '不限'];
  const second = wanted[(school * 3 + at * 5) % wanted.length] ?? '不限';
  if (!divided) return second === '不限' ? '不提科目要求' : second;
  return second === '不限' ? `${first}，再选不限` : `${first}，再选${second}`;
}

function resultOf(table: readonly DemoSegment[], sought: number, random: Sequence): DemoResult | null {
  const last = table.at(-1)?.totalNum ?? 0;
  const rank = Math.round(last * (0.004 + 0.5 * sought ** 1.5) * (1 + random.between(-6, 6) / 100));
  const step = stepAtRank(table, Math.max(1, rank));
  if (!step) return null;
  const two = (score: number) => score.toFixed(2);
  const culture = Math.round(step.score * 0.78);
  return {
    minScore: two(step.score),
    minRank: step.totalNum,
    avgScore: two(step.score + random.between(3, 7)),
    maxScore: two(step.score + random.between(9, 22)),
    cultureMin: two(culture),
    profMin: two(Math.min(296, Math.round((2 * step.score - culture) / 2.5))),
  };
}

/** Joint programmes, special plans and ethnic-minority classes, `exceptionType` of the model. */
const exceptionTypes = [4, 5, 2] as const;

/** Some programmes that also admit a few under special rules, with a line slightly below the usual one. */
export function demoExceptions(
  programmes: readonly DemoProgramme[],
  province: DemoProvince,
): { readonly of: DemoProgramme; readonly exceptionType: number; readonly minScore: number }[] {
  return programmes
    .filter(({ aos }) => aos === province.aos[0])
    .filter((_, at) => at % 4 === 0)
    .flatMap((of, at) => {
      const exceptionType = exceptionTypes[at % exceptionTypes.length] ?? exceptionTypes[0];
      return of.result ? [{ of, exceptionType, minScore: Number(of.result.minScore) - 12 }] : [];
    });
}
