import { registry } from '@yikao/model/contexts/datasets.ts';
import { dataYear, shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { checkCharacter } from '@yikao/model/rules/id-number.ts';
import { sequentialPattern, ticketNumber } from '@yikao/model/rules/ticket-number.ts';
import { sql } from 'kysely';
import type { Columns } from '../../engine/table/columns.ts';
import { demoAgents, demoPartners } from '../demo/people.ts';
import { insertStored, keysByName, type LoadContext } from '../load-rows.ts';
import { seatDemoExam } from '../seat-demo-exam.ts';

const hunan = 430_000;
const changsha = 430_100;
const dayMs = 86_400_000;
/** The remark in every invented row. */
export const exampleNote = '示例数据';

const { area, examAgent, examArea, examInfo, mockExam, mockOrder, mockRoom, mockRule, mockStudent } =
  registry;

const sessions = ['素描', '色彩', '速写'] as const;
const families = ['陈', '李', '王', '张', '刘', '周', '吴', '黄', '赵', '孙', '朱', '何'] as const;
const givens = [
  '雨桐',
  '子涵',
  '思远',
  '欣怡',
  '浩然',
  '语嫣',
  '一诺',
  '嘉懿',
  '若溪',
  '俊熙',
  '梓萱',
  '宇航',
] as const;
/** Candidates per area; two rooms hold them with a few spare seats. */
const perArea = 40;

/** A fictitious identity number: born in 2008, in a region that issues none. */
export function exampleIdNumber(n: number): string {
  const day = new Date(Date.UTC(2008, 0, 1 + ((n * 11) % 366)))
    .toISOString()
    .slice(0, 10)
    .replaceAll('-', '');
  const digits = `439900${day}${String(100 + n)}`;
  return digits + checkCharacter(digits);
}

/**
 * One demo exam of the demo partner with two areas of two rooms and 80 candidates (domain 7.3): registration is over,
 * everyone has paid and has a number and a seat, and the arrangements are not locked yet. Requires the demo partner.
 */
export async function loadDemoMockExam(context: LoadContext): Promise<void> {
  const { db, now } = context;
  const year = dataYear(now);
  const partnersId = (await keysByName(db, registry.partners)).get(demoPartners[0]?.partnersName ?? '');
  const agencies = await keysByName(db, registry.agent);
  const agentIds = demoAgents
    .filter(({ partnersName }) => partnersName === demoPartners[0]?.partnersName)
    .flatMap(({ agentName }) => agencies.get(agentName) ?? []);
  const category = await sql<Columns<typeof registry.jointCategory, 'jointCategoryId'>>`
    select joint_category_id from t_joint_category
    where data_year = ${year} and province_id = ${hunan} and parent_type = 5 and not deleted order by data_id limit 1`.execute(
    db,
  );
  const jointCategoryId = category.rows[0]?.jointCategoryId;
  if (partnersId === undefined || jointCategoryId === undefined || agentIds.length === 0) return;
  const at = (days: number, time: string) =>
    `${shanghaiTime(new Date(now.getTime() + days * dayMs)).slice(0, 10)} ${time}`;
  const createTime = at(-20, '09:00:00');
  const [examId = 0] = await insertStored(context, mockExam, [
    {
      ...{ examName: `${year}届湖南美术联合模拟考(演示)`, dataYear: year, partnersId, provinceId: hunan },
      ...{ regStartTime: at(-20, '09:00:00'), regEndTime: at(-1, '18:00:00') },
      ...{
        examStartTime: at(14, '08:30:00'),
        examEndTime: at(14, '18:00:00'),
        ticketTime: at(7, '09:00:00'),
      },
      ...{ fee: '80.00', payMode: 2, photoFlag: 0, examStatus: 3, remark: exampleNote, createTime },
      notice: '<p>请提前 30 分钟到达考点，凭准考证和身份证入场。</p><p><em>示例内容，仅供演示。</em></p>',
    },
  ]);
  const examNo = await sql<Columns<typeof registry.mockExam, 'examNo'>>`
    select exam_no from t_mock_exam where exam_id = ${examId}`.execute(db);
  const ofExam = { examId, dataYear: year, provinceId: hunan, createTime };
  await insertStored(
    context,
    examInfo,
    sessions.map((subjectName, index) => ({
      ...{ ...ofExam, jointCategoryId, subjectName, orderNum: index + 1, passScore: '60.00' },
      startTime: at(14, `${String(8 + index * 4).padStart(2, '0')}:30:00`),
      endTime: at(14, `${String(index === 2 ? 17 : 11 + index * 4).padStart(2, '0')}:30:00`),
    })),
  );
  const areaIds = await insertStored(
    context,
    area,
    ['岳麓考区(演示)', '开福考区(演示)'].map(areaName => ({
      ...{ areaName, partnersId, provinceId: hunan, cityId: changsha, createTime },
      address: '湖南省长沙市(示例地址)',
    })),
  );
  await insertStored(
    context,
    examArea,
    areaIds.map((areaId, index) => ({ examId, areaId, areaNo: index + 1, createTime })),
  );
  await insertStored(
    context,
    examAgent,
    agentIds.map(agentId => ({ examId, agentId, createTime })),
  );
  await insertStored(context, mockRule, [
    { examId, areaId: 0, ruleName: '座位编排(演示)', ruleType: 2, fillMode: 2, createTime },
  ]);
  await insertStored(
    context,
    mockRoom,
    areaIds.flatMap(areaId =>
      [1, 2].map(roomNo => ({
        ...{ ...ofExam, areaId, roomNo, roomName: `第${roomNo}画室`, building: '教学楼二层' },
        layout: '5,6,6,5',
      })),
    ),
  );
  const people = areaIds.flatMap((areaId, index) =>
    Array.from({ length: perArea }, (_, place) => {
      const n = index * perArea + place;
      const parts = {
        dataYear: year,
        provinceId: hunan,
        examNo: examNo.rows[0]?.examNo ?? 1,
        areaNo: index + 1,
      };
      return {
        ...{ ...ofExam, areaId, jointCategoryId, agentId: agentIds[n % agentIds.length] ?? null },
        studentName: `${families[n % families.length]}${givens[(n * 5) % givens.length]}`,
        ...{
          idNo: exampleIdNumber(n),
          mobile: `164${String(10_000_000 + n)}`,
          grade: '高三',
          regStatus: 1,
          regSource: 2,
        },
        ...{
          ticketNo: ticketNumber(sequentialPattern, { ...parts, sequence: place + 1 }),
          remark: exampleNote,
        },
      };
    }),
  );
  const studentIds = await insertStored(context, mockStudent, people);
  const ofStudent = people.map((one, index) => ({ ...one, studentId: studentIds[index] ?? 0 }));
  await insertStored(
    context,
    mockOrder,
    ofStudent.map(({ studentId, studentName, idNo, agentId }, index) => ({
      ...{ examId, studentId, studentName, idNo, agentId, partnersId, createTime },
      orderNo: `M${year}DEMO${String(index + 1).padStart(6, '0')}`,
      ...{ amount: '80.00', payAmount: '80.00', status: 1, payType: 4, payTime: at(-3, '15:00:00') },
      ...{ batchNo: 'TF-示例', remark: exampleNote },
    })),
  );
  await seatDemoExam(context, { examId, areaIds, createTime, released: false });
}
