import { registry } from '@yikao/model/contexts/datasets.ts';
import { wholeText } from '@yikao/model/contexts/reach/rules/template-text.ts';
import { partsOf } from '@yikao/model/contexts/reach/rules/text-parts.ts';
import { shanghaiInstant, shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Columns } from '../../engine/table/columns.ts';
import { type Db, isTrue } from '../../engine/table/sql.ts';
import { Sequence } from '../demo/sequence.ts';
import { insertRows, insertStored, type LoadContext } from '../load-rows.ts';

const dayMs = 86_400_000;

/** Templates of the demo house; the last one is not approved yet. */
const templates = [
  {
    templateName: '试听课提醒',
    templateCode: 'SMS_DEMO_1',
    smsType: 2,
    content: '{name}您好，您预约的试听课为{time}，地点：{place}。如需改期请回复老师。',
    auditStatus: 2,
  },
  {
    templateName: '模考成绩通知',
    templateCode: 'SMS_DEMO_2',
    smsType: 2,
    content: '{name}同学，{exam}成绩已公布，请登录查看各科得分与排名。',
    auditStatus: 2,
  },
  {
    templateName: '暑期集训招生',
    templateCode: 'SMS_DEMO_3',
    smsType: 3,
    content: '{name}您好，暑期集训班本周报名立减{amount}元，含住宿，名额有限。',
    auditStatus: 2,
  },
  {
    templateName: '校考行前提示',
    templateCode: 'SMS_DEMO_4',
    smsType: 2,
    content: '{name}您好，{school}校考请携带身份证、准考证，{time}前到达考点。',
    auditStatus: 1,
  },
] as const;

interface DemoLeadRow extends Columns<typeof registry.lead, 'leadId' | 'mobile' | 'studentName'> {
  readonly saleUserId: number;
}

/** Leads that belong to demo salespeople, oldest first. */
async function ownedLeads(db: Db): Promise<readonly DemoLeadRow[]> {
  const found = await sql<DemoLeadRow>`
    select lead_id, mobile, student_name, sale_user_id from t_lead
    where sale_user_id is not null and not deleted order by lead_id limit 30`.execute(db);
  return found.rows;
}

/** The seats of the demo salespeople, templates, and calls and texts of the last two weeks (domain M4 to M7). */
export async function loadDemoReach(context: LoadContext): Promise<void> {
  const { db, now } = context;
  if (await isTrue(db, sql`exists(select from t_feige_account) or exists(select from t_sms_template)`))
    return;
  const sellers = await sql<Columns<typeof registry.adminUser, 'userId'>>`
    select user_id from t_admin_user where user_name in ('sale01', 'sale02') and not deleted order by user_id`.execute(
    db,
  );
  await insertRows(
    context,
    registry.feigeAccount,
    sellers.rows.map(({ userId }, at) => ({
      userId,
      extension: String(8001 + at),
      outboundNumber: '073188880000',
    })),
  );
  const at = (ms: number) => shanghaiTime(new Date(now.getTime() - ms));
  const templateIds = await insertStored(
    context,
    registry.smsTemplate,
    templates.map(template => ({
      ...template,
      signName: '艺考志愿宝',
      status: 1,
      createTime: at(40 * dayMs),
    })),
  );
  const leads = await ownedLeads(db);
  const some = new Sequence(20_260);
  /** A time in the working hours of a day that lies so many days back, at least one. */
  const workingTime = (daysBack: number) => {
    const day = shanghaiTime(new Date(now.getTime() - Math.max(1, Math.round(daysBack)) * dayMs)).slice(
      0,
      10,
    );
    const morning = shanghaiInstant(`${day} 09:00:00`).getTime();
    return new Date(morning + some.between(0, 8 * 3_600) * 1_000);
  };
  const calls = leads.flatMap((lead, index) => {
    const began = workingTime(14 - (index * 14) / leads.length);
    const createTime = shanghaiTime(began);
    const connected = index % 3 !== 2;
    const callDuration = connected ? 40 + some.between(0, 400) : 0;
    const seat = sellers.rows.findIndex(({ userId }) => userId === lead.saleUserId);
    return [
      {
        userId: lead.saleUserId,
        extension: String(8001 + Math.max(seat, 0)),
        calledNumber: lead.mobile,
        outboundNumber: '073188880000',
        leadId: lead.leadId,
        callStatus: connected ? 1 : 2,
        callDuration,
        beginTime: createTime,
        // The telephone rings for some seconds first.
        endTime: shanghaiTime(new Date(began.getTime() + (callDuration + 12) * 1_000)),
        createTime,
      },
    ];
  });
  // The latest come first in the list.
  const inOrder = calls.toSorted((one, other) => (one.createTime < other.createTime ? -1 : 1));
  await insertStored(
    context,
    registry.callRecord,
    inOrder.map((call, index) => ({ ...call, taskId: `demo-${String(index).padStart(4, '0')}` })),
  );
  const [reminder] = templates;
  const [templateId] = templateIds;
  await insertStored(
    context,
    registry.smsRecord,
    leads.slice(0, 12).map((lead, index) => {
      const values = { name: lead.studentName ?? '同学', time: '本周六 9:00', place: '星河校区' };
      const content = wholeText({ ...reminder, signName: '艺考志愿宝' }, values);
      const createTime = shanghaiTime(workingTime(10 - index * 0.8));
      return {
        mobile: lead.mobile,
        templateId,
        content,
        smsStatus: index % 6 === 5 ? 3 : 2,
        billNum: partsOf(content),
        planTime: createTime,
        sendTime: createTime,
        reportTime: createTime,
        errorMsg: index % 6 === 5 ? 'UNDELIV 空号或停机' : null,
        userId: lead.saleUserId,
        leadId: lead.leadId,
        batchNo: `demo-${Math.floor(index / 4)}`,
        gateway: 'local',
        createTime,
      };
    }),
  );
}
