import { jointCategories } from '../data/dictionary.ts';
import type { CalendarCategory, CalendarSchool, CalendarSeed, ProvinceSeed } from '../types.ts';
import { type ExamSubject, type FamilyTexts, familyTexts, onlineRemarks, remarks } from './calendar-texts.ts';
import { Days } from './days.ts';
import { list, table } from './html.ts';
import { Sequence } from './sequence.ts';

/** Rows of a popular province and of any other one: some 300 rows a year over 28 provinces. */
const rowsPerProvince = { hot: 20, other: 8 } as const;

/** Added below every generated notice, so that nobody takes it for the school's own. */
const demoNotice = '<p><em>演示数据，请以学校当年公布的招生简章为准。</em></p>';

type Province = Pick<ProvinceSeed, 'provinceId' | 'provinceName' | 'status' | 'hotFlag'>;

/**
 * Exam calendar of one data year for the demo (domain C3): for each enabled province, rows across its categories; about
 * half of them are schools with their own exams. Deterministic, and no two rows share a natural key. Categories of
 * other years are ignored.
 */
export function demoExamCalendar(
  year: number,
  provinces: readonly Province[],
  categories: readonly CalendarCategory[],
  schools: readonly CalendarSchool[],
): CalendarSeed[] {
  const random = new Sequence(year);
  return provinces
    .filter(province => province.status === 1)
    .flatMap(province => {
      const own = categories.filter(
        category => category.dataYear === year && category.provinceId === province.provinceId,
      );
      return calendarOf(province, own, schools, random);
    });
}

function calendarOf(
  province: Province,
  categories: readonly CalendarCategory[],
  schools: readonly CalendarSchool[],
  random: Sequence,
): CalendarSeed[] {
  const wanted = province.hotFlag === 1 ? rowsPerProvince.hot : rowsPerProvince.other;
  const taken = new Set<string>();
  const rows: CalendarSeed[] = [];
  const first = random.between(0, Math.max(0, categories.length - 1));
  for (let turn = 0; rows.length < wanted && turn < wanted * 4; turn += 1) {
    const category = categories[(first + turn) % categories.length];
    const texts = category && familyTexts.get(category.parentType);
    if (category === undefined || texts === undefined) continue;
    const ownExam = turn % 2 === 0;
    const school = random.pick(candidates(schools, texts, ownExam, province, random));
    const key = `${category.jointCategoryId}/${school?.schoolId}`;
    if (school === undefined || taken.has(key)) continue;
    taken.add(key);
    const about = { province, category, texts, school, orderNum: rows.length + 1 };
    rows.push(ownExam ? ownExamRow(about, 1, random) : unifiedRow(about, random));
    if (ownExam && rows.length < wanted && random.chance(0.15)) {
      rows.push(ownExamRow({ ...about, orderNum: rows.length + 1 }, 2, random));
    }
  }
  return rows;
}

/** Schools with their own exam in the family, or those using the unified exam, mostly nearby. */
function candidates(
  schools: readonly CalendarSchool[],
  texts: FamilyTexts,
  ownExam: boolean,
  province: Province,
  random: Sequence,
): readonly CalendarSchool[] {
  if (ownExam) return schools.filter(school => texts.academies.includes(school.schoolNo));
  const others = schools.filter(school => !texts.academies.includes(school.schoolNo));
  const near = others.filter(school => school.provinceId === province.provinceId);
  return near.length > 0 && random.chance(0.6) ? near : others;
}

/** The subject of a row, settled before its dates and texts. */
interface Entry {
  readonly province: Province;
  readonly category: CalendarCategory;
  readonly texts: FamilyTexts;
  readonly school: CalendarSchool;
  readonly orderNum: number;
}

/** A school that admits by the province's unified exam: registered in autumn, examined from December on. */
function unifiedRow(about: Entry, random: Sequence): CalendarSeed {
  const { dataYear } = about.category;
  const [month, day] = about.texts.unifiedExam;
  const exam = new Days(month > 8 ? dataYear - 1 : dataYear, month, day + random.between(0, 3));
  const registration = new Days(dataYear - 1, 10, 24 + random.between(0, 8));
  const announced = !random.chance(0.08);
  const subjects = jointCategories.find(
    row => row.jointCategoryName === about.category.jointCategoryName,
  )?.subjects;
  return {
    ...keyOf(about, 1),
    examType: 2,
    examTypeChange: random.chance(0.06) ? 1 : 0,
    startTime: announced ? registration.at(0, '09:00:00') : null,
    endTime: announced ? registration.at(14, '18:00:00') : null,
    onlineExamStartTime: announced ? exam.at(0, '08:30:00') : null,
    onlineExamEndTime: announced ? exam.at(1, '17:30:00') : null,
    remark: random.chance(0.5) ? (random.pick(remarks) ?? null) : null,
    examTime: announced ? `${about.province.provinceName}统考预计${exam.label(0)}开始，以准考证为准` : null,
    onlineSchoolRemark: null,
    onlineSchoolInfoUrl: null,
    examInfo:
      `<h3>${about.school.schoolName}${dataYear}年艺术类招生说明</h3>` +
      `<p>在${about.province.provinceName}招收${about.category.jointCategoryName}考生，使用省级统考成绩，不组织校考。</p>` +
      list([
        `涉及专业：${about.texts.majors.join('、')}`,
        '文化课成绩与统考成绩均达到本省控制线后，按综合分平行志愿投档',
        `统考当天请携带：${about.texts.bring}`,
      ]) +
      demoNotice,
    subject: `<p><strong>统考科目：</strong>${subjects ?? '以本省招生考试机构公布为准'}，满分300分。</p>`,
  };
}

/** A school with its own exam: registration in January, first round soon after, second one until March. */
function ownExamRow(about: Entry, roundNo: 1 | 2, random: Sequence): CalendarSeed {
  const { dataYear } = about.category;
  const registration = new Days(dataYear, 1, 4 + random.between(0, 8) + (roundNo === 2 ? 40 : 0));
  const days = random.between(6, 12);
  const exam = new Days(dataYear, 1, 22 + random.between(0, 12) + (roundNo === 2 ? 36 : 0));
  const announced = !random.chance(0.1);
  // Schools of music and of opera test some majors without asking for the unified exam.
  const ownOnly = about.category.parentType <= 3 && random.chance(0.15);
  return {
    ...keyOf(about, roundNo),
    examType: ownOnly ? 3 : 1,
    examTypeChange: random.chance(0.1) ? 1 : 0,
    startTime: announced ? registration.at(0, '10:00:00') : null,
    endTime: announced ? registration.at(days, '17:00:00') : null,
    onlineExamStartTime: announced ? exam.at(0, '09:00:00') : null,
    onlineExamEndTime: announced ? exam.at(4, '18:00:00') : null,
    remark: random.pick(remarks) ?? null,
    examTime: announced
      ? `${roundNo === 1 ? '初试' : '复试'}${exam.label(0)}至${exam.label(4)}，分批进行`
      : null,
    onlineSchoolRemark: random.pick(onlineRemarks) ?? null,
    onlineSchoolInfoUrl:
      `<p>${about.school.schoolName}校考报名与线上考试均在学校指定平台进行，报名时选择` +
      `“${about.province.provinceName}—${about.category.jointCategoryName}”。</p>` +
      list(['注册账号并实名认证', '选择专业并缴费', '安装考试客户端，完成设备检测', '按批次参加模拟考试']),
    examInfo: ownExamNotice(about, roundNo, ownOnly, announced ? { registration, days, exam } : null),
    subject: subjectTable(about.texts.subjects),
  };
}

function ownExamNotice(
  about: Entry,
  roundNo: 1 | 2,
  ownOnly: boolean,
  dates: { registration: Days; days: number; exam: Days } | null,
): string {
  const steps = dates
    ? table(
        ['环节', '时间', '方式'],
        [
          [
            '网上报名',
            `${dates.registration.label(0)}至${dates.registration.label(dates.days)}`,
            '学校报名平台',
          ],
          [
            roundNo === 1 ? '初试' : '复试',
            `${dates.exam.label(0)}至${dates.exam.label(4)}`,
            roundNo === 1 ? '线上录制提交' : '现场考试',
          ],
          ['成绩公布', `${dates.exam.label(25)}前`, '学校招生网查询'],
        ],
      )
    : '<p>报名与考试时间尚未公布。</p>';
  return (
    `<h3>${about.school.schoolName}${about.category.dataYear}年艺术类专业校考公告</h3>` +
    `<p>面向${about.province.provinceName}招收：${about.texts.majors.join('、')}。</p>` +
    steps +
    list([
      ownOnly
        ? '本专业不要求统考成绩，按校考成绩与文化成绩录取'
        : '考生须取得本省对应类别统考合格成绩后方可参加校考',
      `考试时请携带：${about.texts.bring}`,
    ]) +
    demoNotice
  );
}

function keyOf(
  { category, school, orderNum }: Entry,
  roundNo: 1 | 2,
): Pick<CalendarSeed, 'dataYear' | 'provinceId' | 'jointCategoryId' | 'schoolId' | 'roundNo' | 'orderNum'> {
  return {
    dataYear: category.dataYear,
    provinceId: category.provinceId,
    jointCategoryId: category.jointCategoryId,
    schoolId: school.schoolId,
    roundNo,
    orderNum,
  };
}

function subjectTable(subjects: readonly ExamSubject[]): string {
  return table(
    ['科目', '时长', '满分', '内容与要求'],
    subjects.map(({ name, minutes, mark, asked }) => [name, `${minutes}分钟`, `${mark}分`, asked]),
  );
}
