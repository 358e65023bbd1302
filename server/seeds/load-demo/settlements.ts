import { registry } from '@yikao/model/contexts/datasets.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { settleLines, totalsOf } from '../../contexts/settlement/settle-lines.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { insertStored, type LoadContext } from '../load-rows.ts';

/** A settlement of the demo house: its month relative to now, its days, and its progress. */
interface DemoSettlement {
  readonly monthsAgo: number;
  readonly from: number;
  /** 0 for the last day of the month. */
  readonly to: number;
  readonly state: 'draft' | 'toConfirm' | 'confirmed' | 'paid' | 'void';
  readonly adjustAmount?: string;
  readonly remark?: string;
}

const states = { draft: 0, toConfirm: 1, confirmed: 2, paid: 3, void: 4 } as const;

/** The last two months, in the order in which they were drawn; one was drawn wrongly and is void. */
const demoSettlements: readonly DemoSettlement[] = [
  { monthsAgo: 2, from: 1, to: 15, state: 'paid', adjustAmount: '50.00', remark: '另付活动场地补贴 50 元' },
  { monthsAgo: 2, from: 16, to: 0, state: 'confirmed' },
  { monthsAgo: 1, from: 1, to: 0, state: 'void', remark: '应按半月结算' },
  { monthsAgo: 1, from: 1, to: 15, state: 'toConfirm' },
  { monthsAgo: 1, from: 16, to: 0, state: 'draft' },
];

/**
 * Settlements of the demo partner in every state, from the demo orders (domain 7.3), with the lines of a real
 * calculation. Skipped if there are no such orders, or if there are settlements already.
 */
export async function loadDemoSettlements(context: LoadContext): Promise<void> {
  const { db, now } = context;
  const found = await sql<Columns<typeof registry.serviceOrder, 'partnersId'>>`
    select partners_id from t_service_order
    where partners_id is not null and not exists (select from t_partners_settle)
    group by partners_id order by count(*) desc limit 1`.execute(db);
  const partnersId = Number(found.rows[0]?.partnersId ?? 0);
  if (partnersId === 0) return;
  const accounts = await sql<Columns<typeof registry.adminUser, 'userId'>>`
    select user_id from t_admin_user where user_name in ('finance01', 'partner01')
    order by user_name`.execute(db);
  // The partner agrees to its settlement, and the second clerk of the demo house pays it.
  const [clerk = null, partner = null] = accounts.rows.map(row => row.userId);
  for (const { monthsAgo, from, to, state, adjustAmount = '0.00', remark = null } of demoSettlements) {
    const days = daysOf(now, monthsAgo, from, to);
    const lines = await settleLines(db, { partnersId, channelId: 0, ...days.period });
    const [settleId = 0] = await insertStored(context, registry.partnersSettle, [
      {
        partnersId,
        channelId: 0,
        ...days.period,
        ...totalsOf(lines, adjustAmount),
        adjustAmount,
        adjustReason: adjustAmount === '0.00' ? null : remark,
        settleStatus: states[state],
        submitBy: state === 'draft' || state === 'void' ? null : clerk,
        confirmBy: state === 'confirmed' || state === 'paid' ? partner : null,
        handledBy: clerk === null ? null : [clerk],
        payTime: state === 'paid' ? days.paid : null,
        remark,
        createTime: days.drawn,
      },
    ]);
    const live = state === 'void' ? 0 : 1;
    await insertStored(
      context,
      registry.settleItem,
      lines.map(line => ({ ...line, settleId, live, createTime: days.drawn })),
    );
  }
}

/** The days of a settlement, the morning after them on which it was drawn, and the afternoon on which it was paid. */
function daysOf(now: Date, monthsAgo: number, from: number, to: number) {
  const [year = 0, month = 0] = shanghaiTime(now).split('-', 2).map(Number);
  const at = (day: number, monthsLater = 0) =>
    new Date(Date.UTC(year, month - 1 - monthsAgo + monthsLater, day)).toISOString().slice(0, 10);
  const period = { periodStart: at(from), periodEnd: to === 0 ? at(0, 1) : at(to) };
  const drawn = to === 0 ? at(1, 1) : at(to + 1);
  return { period, drawn: `${drawn} 09:20:00`, paid: `${to === 0 ? at(5, 1) : at(to + 5)} 15:40:00` };
}
