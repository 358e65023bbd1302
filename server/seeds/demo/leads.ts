import { Sequence } from './sequence.ts';

/** A follow-up of a demo lead: its text, and the number of days before the start. */
export interface DemoFollow {
  readonly daysAgo: number;
  /** Code of `followType`. */
  readonly followType: 1 | 2 | 3 | 4;
  readonly content: string;
}

type Said = Omit<DemoFollow, 'daysAgo'>;

/**
 * A lead of the demo data (domain 7.3). Days are relative to the start: past ones count backwards, the next follow-up
 * forwards.
 */
export interface DemoLead {
  readonly mobile: string;
  readonly studentName: string;
  readonly gender: 1 | 2;
  readonly provinceId: number;
  readonly highSchool: string;
  readonly agentName: string | null;
  readonly sourceName: string;
  readonly intent: 1 | 2 | 3 | 4;
  /** Code of `leadStatus`. */
  readonly leadStatus: 0 | 1 | 2 | 3 | 4 | 5 | 6;
  /** Account of the salesperson. */
  readonly sale: 'sale01' | 'sale02' | null;
  /** Belongs to the demo partner. */
  readonly ofPartner: boolean;
  readonly assignedDaysAgo: number | null;
  readonly nextFollowInDays: number | null;
  readonly wxAdded: 0 | 1;
  readonly tags: string | null;
  readonly invalidReason: string | null;
  readonly remark: string;
  readonly follows: readonly DemoFollow[];
}

const surnames = ['李', '王', '张', '刘', '陈', '杨', '赵', '黄', '周', '吴', '徐', '孙'] as const;
const givenNames = [
  '一诺',
  '子涵',
  '欣怡',
  '浩然',
  '梓萱',
  '宇轩',
  '诗琪',
  '俊杰',
  '雨桐',
  '思远',
  '佳琪',
  '明哲',
] as const;
const provinces = [430_000, 420_000, 440_000, 370_000, 410_000] as const;
const schoolNames = ['第一中学', '实验中学', '外国语学校', '艺术高级中学'] as const;
const studios = ['星河画室', '清音艺术学校', '青舞工作室'] as const;
const sourceNames = ['微信小程序', '抖音小程序', 'H5', '线下', '客服电话'] as const;
const tags = ['美术', '音乐', '播音', '舞蹈', '书法', '编导'] as const;
const said: readonly [Said, ...Said[]] = [
  { followType: 1, content: '电话沟通，想了解报考指南，家长也在听' },
  { followType: 2, content: '已加微信，发了院校名单和往年分数线' },
  { followType: 4, content: '到画室面谈，目标是省内一本，文化课偏弱' },
  { followType: 1, content: '联考成绩还没出，出分后再聊志愿' },
  { followType: 2, content: '发了概率测评样例，家长觉得有帮助' },
  { followType: 3, content: '短信提醒校考报名截止日期' },
];
const lost = ['号码为空号', '已在其他机构报名', '不参加艺考', '重复线索'] as const;

/** Number of demo leads in each state, by code. */
const counts = [9, 7, 9, 6, 5, 4, 8] as const;

/**
 * The leads of the demo data, always the same, across all states and two salespeople. People and schools are invented,
 * and the numbers are placeholders not to be dialled; each row is marked as an example.
 */
export function demoLeads(): DemoLead[] {
  const sequence = new Sequence(20_261);
  let number = 0;
  return counts.flatMap((count, code) =>
    Array.from({ length: count }, (_, at): DemoLead => {
      number += 1;
      // An index of `counts` is a code of `leadStatus`.
      const leadStatus = code as DemoLead['leadStatus'];
      const worked = leadStatus >= 2 && leadStatus <= 5;
      const sale = leadStatus === 0 || leadStatus === 6 ? null : number % 3 === 0 ? 'sale02' : 'sale01';
      const assignedDaysAgo = leadStatus === 0 ? null : sequence.between(worked ? 6 : 1, worked ? 12 : 5);
      const follows = worked
        ? Array.from({ length: sequence.between(1, 3) }, (__, turn) => ({
            ...pick(sequence, said),
            daysAgo: Math.max(1, (assignedDaysAgo ?? 6) - 1 - turn * 2),
          }))
        : [];
      const open = leadStatus === 2 || leadStatus === 3;
      return {
        mobile: `16400105${String(number).padStart(3, '0')}`,
        studentName: `${pick(sequence, surnames)}${pick(sequence, givenNames)}`,
        gender: sequence.chance(0.6) ? 2 : 1,
        provinceId: leadStatus === 0 && at < 3 ? 430_000 : pick(sequence, provinces),
        highSchool: pick(sequence, schoolNames),
        agentName: sequence.chance(0.4) ? pick(sequence, studios) : null,
        sourceName: pick(sequence, sourceNames),
        intent: leadStatus === 3 || leadStatus === 4 ? 1 : pick(sequence, [2, 3, 3, 4] as const),
        leadStatus,
        sale,
        ofPartner: leadStatus === 0 && at < 3,
        assignedDaysAgo,
        // Some are overdue, some are due today, some later.
        nextFollowInDays: open ? ([-1, 0, 0, 1, 2, 3][at % 6] ?? null) : null,
        wxAdded: worked && sequence.chance(0.6) ? 1 : 0,
        tags: pick(sequence, tags),
        invalidReason: leadStatus === 5 ? (lost[at % lost.length] ?? null) : null,
        remark: '演示数据',
        follows,
      };
    }),
  );
}

function pick<T>(sequence: Sequence, items: readonly [T, ...T[]]): T {
  return sequence.pick(items) ?? items[0];
}
