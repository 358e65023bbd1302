import { sendStatus } from '@yikao/model/contexts/push/push.codes.ts';
import { limits } from '@yikao/model/limits.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Db } from '../../engine/table/sql.ts';
import { PushFailure, type PushOutcome } from '../../platform/push/types.ts';
import { said } from '../../platform/vendor/failure.ts';
import type { Batch } from './batches.ts';

const sendIs = codesOf(sendStatus);

/** Days for which a push that arrived shows that the settings of its app are right. */
const provenDays = 30;

/** The sentence at devices that wait for a person, in the language of the back-office. */
const asked = '厂商没有认出这一批设备，等待核对应用配置';

/** Reports whether a push of the app arrived lately, and after its settings were changed. */
async function isProven(db: Db, appId: number, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - provenDays * 86_400_000);
  const found = await sql`
    select 1 from t_push_batch as b join t_push_app as a on a.app_id = b.app_id
    where b.app_id = ${appId} and b.success_num > 0 and b.settle_time >= ${since}::timestamptz
      and b.settle_time >= a.update_time limit 1`.execute(db);
  return found.rows.length > 0;
}

/**
 * The outcomes of a batch that may be settled. A batch of which the vendor knows no device is either of devices that are
 * all gone, or the app has wrong keys: a person decides. Throws a `refused` {@link PushFailure} with the reason the first
 * time; once a person has gone on, its devices get nothing and stay valid. A single device that its vendor names as gone is
 * believed if the app's keys are proven.
 */
export async function settleable(
  { db, clock }: Engine,
  batch: Batch,
  outcomes: readonly PushOutcome[],
): Promise<readonly PushOutcome[]> {
  if (outcomes.length === 0 || !outcomes.every(({ kind }) => kind === 'dead' || kind === 'unreached')) {
    return outcomes;
  }
  if (outcomes.length === 1 && (await isProven(db, batch.appId, clock.now()))) return outcomes;
  const ids = batch.rows.map(({ id }) => id);
  const text = asked.slice(0, limits.address);
  const known = await sql<{ n: number }>`
    select count(*)::integer as n from t_push_record
    where id = any(${ids}::bigint[]) and error_msg = ${text}`.execute(db);
  if (known.rows[0]?.n === ids.length) return outcomes.map(() => ({ kind: 'unreached' }));
  await sql`
    update t_push_record set error_msg = ${text} where id = any(${ids}::bigint[])
      and send_status = ${sendIs.waiting}`.execute(db);
  throw new PushFailure('refused', 'The vendor knows none of the devices of a batch', {
    said: said(
      `厂商没有认出这一批的 ${ids.length} 台设备，设备未停用。请核对应用的 AppKey 等配置后继续分发；配置无误仍然继续的，这些设备记为失败`,
      `The vendor knows none of the ${ids.length} devices of this batch; none was disabled. Check the keys of the app and go on; if the keys are right, these devices then count as failed`,
    ),
  });
}
