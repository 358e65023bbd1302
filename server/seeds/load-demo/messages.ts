import type { registry } from '@yikao/model/contexts/datasets.ts';
import type { NoticeValues } from '@yikao/model/contexts/notice/events.ts';
import { noticeSentence } from '@yikao/model/contexts/notice/events.ts';
import type { NoticeEventCode } from '@yikao/model/contexts/notice/notice.codes.ts';
import { sql } from 'kysely';
import type { Columns } from '../../engine/table/columns.ts';
import type { LoadContext } from '../load-rows.ts';

interface DemoMessage {
  readonly to: string;
  readonly event: NoticeEventCode;
  readonly values: NoticeValues;
  readonly hoursAgo: number;
  readonly read: 0 | 1;
}

/** Messages of the demo people, oldest first. */
const messages: readonly DemoMessage[] = [
  {
    to: 'sale01',
    event: 'orderPaid',
    values: { order: '', amount: '199.00' },
    hoursAgo: 50,
    read: 1,
  },
  {
    to: 'admin',
    event: 'jobEnded',
    values: { title: '批次-导出', result: { zh: '已完成', en: 'done' } },
    hoursAgo: 26,
    read: 1,
  },
  {
    to: 'sale01',
    event: 'leadAssigned',
    values: { by: '销售主管小赵', count: '5' },
    hoursAgo: 3,
    read: 0,
  },
  {
    to: 'admin',
    event: 'pushEnded',
    values: {
      task: '模考出分提醒',
      result: { zh: '已完成，成功 1280，失败 12', en: 'sent: 1280 arrived, 12 failed' },
    },
    hoursAgo: 2,
    read: 0,
  },
];

/** Messages under the bell of the demo people. */
export async function loadDemoMessages({ db, now }: LoadContext): Promise<void> {
  const paid = await sql<Columns<typeof registry.serviceOrder, 'orderNo'>>`
    select order_no from t_service_order where status = 1 and not deleted order by order_id limit 1`.execute(
    db,
  );
  const order = paid.rows[0]?.orderNo ?? '';
  for (const { to, event, values: told, hoursAgo, read } of messages) {
    const values = event === 'orderPaid' ? { ...told, order } : told;
    const at = new Date(now.getTime() - hoursAgo * 3_600_000);
    await sql`
      insert into t_message (event, content, details, read_flag, read_time, user_id, create_time, update_time)
      select ${event}::text, ${noticeSentence(event, values, 'zh')}::text, ${JSON.stringify(values)}::jsonb, ${read}::smallint,
        ${read === 1 ? at : null}::timestamptz, user_id, ${at}::timestamptz, ${at}::timestamptz
      from t_admin_user where user_name = ${to} and not deleted`.execute(db);
  }
}
