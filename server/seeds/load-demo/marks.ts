import { registry } from '@yikao/model/contexts/datasets.ts';
import { dataYear, shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sequentialPattern, ticketNumber } from '@yikao/model/rules/ticket-number.ts';
import { sql } from 'kysely';
import { writeResults } from '../../contexts/mock/marks/publish-marks.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { demoPartners } from '../demo/people.ts';
import { insertStored, keysByName, type LoadContext } from '../load-rows.ts';
import { seatDemoExam } from '../seat-demo-exam.ts';
import { exampleIdNumber, exampleNote } from './mock.ts';

const { area, examAgent, examArea, examInfo, mockExam, mockOrder, mockRoom, mockScore, mockStudent } =
  registry;

const sessions = ['素描', '色彩', '速写'] as const;
const dayMs = 86_400_000;
const hunan = 430_000;
/** Pupils of the exam; the last one's last mark is missing, and another was absent. */
const pupils = 24;
const absentOne = 7;

/** A mark that looks like one: between 55 and 95.5, the same at each loading. */
function exampleMark(pupil: number, session: number): string {
  return (55 + ((pupil * 17 + session * 29) % 82) / 2).toFixed(2);
}

/** An exam that is over: its name, area, the days since it, the orders and telephone numbers it begins with, its state. */
interface PastExam {
  readonly name: string;
  readonly areaName: string;
  readonly daysAgo: number;
  readonly first: number;
  /** True if its marks are whole and published; otherwise the last one is missing. */
  readonly isPublished: boolean;
}

/**
 * A finished demo exam with the marks of 24 pupils of two agencies except one, so that it can be published (domain
 * 3.7). Added next to this season's demo exam; requires the demo partner.
 */
export function loadDemoMarks(context: LoadContext): Promise<void> {
  return loadPastExam(context, {
    ...{ name: '湖南美术摸底考(演示)', areaName: '雨花考区(演示)' },
    ...{ daysAgo: 10, first: 100_001, isPublished: false },
  });
}

/** An earlier demo exam whose marks are published, with totals and places (domain 4.4). */
export function loadDemoPublishedExam(context: LoadContext): Promise<void> {
  return loadPastExam(context, {
    ...{ name: '湖南美术入学测评(演示)', areaName: '天心考区(演示)' },
    ...{ daysAgo: 45, first: 200_001, isPublished: true },
  });
}

async function loadPastExam(context: LoadContext, past: PastExam): Promise<void> {
  const { db, now } = context;
  const { daysAgo, first, isPublished } = past;
  const year = dataYear(now);
  const partnersId = (await keysByName(db, registry.partners)).get(demoPartners[0]?.partnersName ?? '');
  const found = await sql<Columns<typeof registry.mockStudent, 'jointCategoryId' | 'agentId'>>`
    select distinct s.joint_category_id, s.agent_id
    from t_mock_student as s join t_mock_exam as e on e.exam_id = s.exam_id
    where e.partners_id = ${partnersId ?? 0} and e.data_year = ${year} and s.agent_id is not null order by 2`.execute(
    db,
  );
  const jointCategoryId = found.rows[0]?.jointCategoryId;
  if (partnersId === undefined || jointCategoryId === undefined) return;
  const at = (days: number, time: string) =>
    `${shanghaiTime(new Date(now.getTime() + days * dayMs)).slice(0, 10)} ${time}`;
  const createTime = at(-daysAgo - 50, '09:00:00');
  const [areaId = 0] = await insertStored(context, area, [
    {
      ...{ areaName: past.areaName, partnersId, provinceId: hunan, createTime },
      address: '湖南省长沙市(示例地址)',
    },
  ]);
  const [examId = 0] = await insertStored(context, mockExam, [
    {
      ...{ examName: `${year}届${past.name}`, dataYear: year, partnersId, provinceId: hunan },
      ...{ regStartTime: createTime, regEndTime: at(-daysAgo - 30, '18:00:00') },
      ...{ examStartTime: at(-daysAgo, '08:30:00'), examEndTime: at(-daysAgo, '18:00:00') },
      ...{ fee: '0.00', payMode: 0, photoFlag: 0, remark: exampleNote, createTime },
      ...{ examStatus: isPublished ? 7 : 6, publishFlag: isPublished ? 1 : 0 },
    },
  ]);
  const ofExam = { examId, dataYear: year, provinceId: hunan, createTime };
  const infoIds = await insertStored(
    context,
    examInfo,
    sessions.map((subjectName, index) => ({
      ...{ ...ofExam, jointCategoryId, subjectName, orderNum: index + 1, passScore: '60.00' },
      startTime: at(-daysAgo, `${8 + index * 4 < 10 ? '0' : ''}${8 + index * 4}:30:00`),
      endTime: at(-daysAgo, `${11 + index * 3}:30:00`),
    })),
  );
  await insertStored(context, examArea, [{ examId, areaId, areaNo: 1, createTime }]);
  await insertStored(
    context,
    examAgent,
    found.rows.map(({ agentId }) => ({ examId, agentId, createTime })),
  );
  await insertStored(
    context,
    mockRoom,
    [1, 2].map(roomNo => ({
      ...{ ...ofExam, areaId, roomNo, roomName: `第${roomNo}画室`, layout: '4,4,4' },
    })),
  );
  const examNo = await sql<Columns<typeof registry.mockExam, 'examNo'>>`
    select exam_no from t_mock_exam where exam_id = ${examId}`.execute(db);
  const numbered = { dataYear: year, provinceId: hunan, examNo: examNo.rows[0]?.examNo ?? 1, areaNo: 1 };
  const people = Array.from({ length: pupils }, (_, n) => ({
    ...{ ...ofExam, areaId, jointCategoryId, agentId: found.rows[n % found.rows.length]?.agentId ?? null },
    studentName: `考生${String(n + 1).padStart(2, '0')}(示例)`,
    ...{ idNo: exampleIdNumber(n), mobile: `164${String(first * 100 + n)}`, grade: '高三' },
    ...{ regStatus: 1, regSource: 2, remark: exampleNote },
    ticketNo: ticketNumber(sequentialPattern, { ...numbered, sequence: n + 1 }),
  }));
  const studentIds = await insertStored(context, mockStudent, people);
  await insertStored(
    context,
    mockOrder,
    people.map(({ studentName, idNo, agentId }, index) => ({
      ...{ examId, studentId: studentIds[index] ?? 0, studentName, idNo, agentId, partnersId, createTime },
      orderNo: `M${year}DEMO${String(first + index)}`,
      ...{
        amount: '0.00',
        payAmount: '0.00',
        status: 1,
        payType: 9,
        payTime: createTime,
        remark: exampleNote,
      },
    })),
  );
  await seatDemoExam(context, { examId, areaIds: [areaId], createTime, released: true });
  const marks = studentIds.flatMap((studentId, pupil) =>
    infoIds.map((infoId, session) => {
      const absent = pupil === absentOne && session === 1;
      const score = absent ? null : exampleMark(pupil, session);
      return { ...{ examId, studentId, infoId, score, createTime }, absentFlag: absent ? 1 : 0 };
    }),
  );
  await insertStored(context, mockScore, isPublished ? marks : marks.slice(0, -1));
  if (isPublished) await writeResults(db, examId, context.now);
}
