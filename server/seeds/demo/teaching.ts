/** A course of the demo with its lessons, each of a chapter, with the first as a trial. */
interface DemoCourse {
  readonly courseName: string;
  readonly price: string;
  readonly free?: true;
  /** 0 draft, 1 submitted, 2 approved (domain 0.5, `@audit`). */
  readonly auditStatus: 0 | 1 | 2;
  readonly up?: true;
  readonly lessons: readonly (readonly [chapter: string, name: string])[];
}

/** Courses in each state of their review. */
export const demoCourses: readonly DemoCourse[] = [
  {
    ...{ courseName: '素描静物三十讲', price: '199.00', auditStatus: 2, up: true },
    lessons: [
      ['第一章 构图', '课程介绍'],
      ['第一章 构图', '单个几何体的构图'],
      ['第一章 构图', '组合静物的构图'],
      ['第二章 明暗', '五大调子'],
      ['第二章 明暗', '衬布的画法'],
    ],
  },
  {
    ...{ courseName: '播音主持入门', price: '0.00', free: true, auditStatus: 2, up: true },
    lessons: [
      ['', '普通话语音基础'],
      ['', '自备稿件的选择'],
    ],
  },
  {
    ...{ courseName: '声乐气息训练', price: '299.00', auditStatus: 1 },
    lessons: [['', '腹式呼吸']],
  },
  { courseName: '志愿填报公开课', price: '0.00', free: true, auditStatus: 0, lessons: [] },
];

/** Lectures by the days from now on which they are held, at two in the afternoon. */
export const demoLectures = [
  {
    lectureName: '统考成绩怎么看',
    teacherName: '周老师',
    inDays: -10,
    price: '0.00',
    quota: 200,
    online: true,
  },
  { lectureName: '校考院校选择', teacherName: '沈老师', inDays: 0, price: '0.00', quota: 100, online: false },
  {
    lectureName: '志愿填报实操',
    teacherName: '周老师',
    inDays: 14,
    price: '49.00',
    quota: 50,
    online: false,
  },
] as const;

/** People who registered for the lecture of today. */
export const demoRegistrations = [
  { name: '赵一鸣', mobile: '13800005001', signed: true },
  { name: '钱小雨', mobile: '13800005002', signed: true },
  { name: '孙若溪', mobile: '13800005003', signed: false },
] as const;

/** Live rooms by the days from now on which they are planned. */
export const demoRooms = [
  { roomNo: 'LDEMO0001', title: '湖南艺考志愿直播答疑', inDays: 2, platform: 1 },
  { roomNo: 'LDEMO0002', title: '山东综合分解读', inDays: 5, platform: 2 },
] as const;
