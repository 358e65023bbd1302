import type { PrintData, PrintTicket } from '@yikao/model/contexts/mock/calls/mock-print.calls.ts';
import {
  type PrintLook,
  type PrintPageKey,
  usualLooks,
} from '@yikao/model/contexts/mock/rules/print-templates.ts';

const day = '2027-01-16';
const sessions = [
  ['素描', '08:30', '11:30'],
  ['速写', '13:00', '13:30'],
  ['色彩', '14:00', '17:00'],
].map(([subjectName = '', from, to]) => ({
  subjectName,
  startTime: `${day} ${from}:00`,
  endTime: `${day} ${to}:00`,
  fullScore: 100,
}));

const people = ['样例一', '样例二', '样例三', '样例四', '样例五', '样例六'] as const;
const rows = 6;
const columns = 5;

const tickets = people.map(
  (studentName, at): PrintTicket => ({
    studentId: -1 - at,
    ticketNo: `2743010100${String(101 + at)}`,
    studentName,
    gender: 1 + (at % 2),
    idNo: '4300**********001X',
    photo: null,
    jointCategoryId: 0,
    categoryName: '美术与设计类',
    agentName: '示例画室',
    teacherName: '示例老师',
    areaId: 0,
    areaName: '示例考点',
    address: '示例省示例市示例路 1 号',
    mapImg: null,
    roomId: 0,
    roomNo: 1,
    roomName: '第 1 画室',
    building: '教学楼二层',
    seatNo: at + 1,
    rowNo: 1 + (at % rows),
    colNo: 1 + Math.floor(at / rows),
    sessions,
    digest: null,
  }),
);

/** The content of a page without data: an exam that there never was, drawn with a template (domain section 5). */
export function sampleOf(key: PrintPageKey, look: PrintLook = usualLooks[key]): PrintData {
  return {
    exam: {
      examId: 0,
      examName: '艺术类专业联合模拟考试（样张）',
      brandName: look.brandName,
      partnersName: '示例合伙人',
      examStartTime: `${day} 08:30:00`,
      examEndTime: `${day} 17:00:00`,
      notice: null,
      released: true,
    },
    template: { ...look, parts: [...look.parts] },
    total: tickets.length,
    pages: tickets.slice(0, Math.max(1, look.perPage)),
    rooms: [
      {
        roomId: 0,
        areaId: 0,
        areaName: '示例考点',
        roomNo: 1,
        roomName: '第 1 画室',
        building: '教学楼二层',
        categoryNames: '美术与设计类',
        usedNum: tickets.length,
        numbersRun: true,
        rows,
        columns,
        places: Array.from({ length: rows * columns }, (_, at) => ({
          rowNo: 1 + (at % rows),
          colNo: 1 + Math.floor(at / rows),
          seatNo: at + 1,
        })),
      },
    ],
    areas: [
      {
        areaId: 0,
        areaNo: 1,
        areaName: '示例考点',
        address: '示例省示例市示例路 1 号',
        contact: '示例老师',
        phone: '0731-00000000',
        mapImg: null,
      },
    ],
    schedule: [{ categoryName: '美术与设计类', sessions }],
  };
}
