import type { Consultation } from '@yikao/model/contexts/abroad/abroad.calls.ts';
import type { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { transact } from '../../engine/write/transaction.ts';
import { takeInOutsideLead } from '../crm/outside-lead.ts';
import { useSmsCode } from '../system/sms/sms-code.ts';

/** The source of leads from the public page (domain 7.3, B5). */
const abroadSource = { code: 'abroad', name: '留学', type: 5 } as const;

/**
 * Takes in a consultation of the public page (domain section 5, A11): the text code is used up, which proves that the
 * number is the person's own, and the person becomes a lead. Nothing of what is known about the number leaves. Throws
 * `wrongSmsCode`.
 */
export async function consult(
  engine: Engine,
  { name, mobile, smsCode, itemId, remark }: Consultation,
): Promise<void> {
  await useSmsCode(engine.db, { mobile, scene: 'consult', code: smsCode, now: engine.clock.now() });
  await transact(engine.db, async db => {
    // A programme that left the shelf meanwhile is left out.
    const found = await sql<Columns<typeof registry.abroadItem, 'itemName'>>`
      select item_name from t_abroad_item
      where id = ${itemId ?? 0} and up_status = 1 and not deleted`.execute(db);
    const about = found.rows.map(({ itemName }) => `项目：${itemName}`);
    const words = ['留学咨询', `姓名：${name}`, ...about, ...(remark ? [remark] : [])].join('\n');
    await takeInOutsideLead(engine, db, { mobile, name, source: abroadSource, words });
  });
}
