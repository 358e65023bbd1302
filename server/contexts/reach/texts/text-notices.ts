import type { registry } from '@yikao/model/contexts/datasets.ts';
import { smsRecordSteps } from '@yikao/model/contexts/reach/sms-record.machine.ts';
import { smsMessageSteps } from '@yikao/model/contexts/system/sms-message.machine.ts';
import { limits } from '@yikao/model/limits.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { tryStep } from '../../../engine/steps/take-step.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db, Tx } from '../../../engine/table/sql.ts';
import { transact } from '../../../engine/write/transaction.ts';
import type { SmsGateway, TextNotice } from '../../../platform/sms/types.ts';
import { type Blocked, block, isOptOut } from '../blocked.ts';

type Report = Extract<TextNotice, { readonly kind: 'report' }>;

/** A reason of the vendor by which its own list forbids texts to a number. */
const blackListed = /BLACK/i;

/** Numbers that are left alone by one transaction. */
const blockedAtOnce = 500;

const by = { kind: 'vendor' } as const;

/** The text of a report, by our number or the vendor's; undefined unless number and telephone agree. */
async function textOf(
  db: Db,
  gateway: SmsGateway,
  { key, gatewayId, mobile }: Report,
): Promise<Columns<typeof registry.smsRecord, 'smsId' | 'gatewayId' | 'sendTime'> | undefined> {
  const ours = /^\d{1,15}$/.test(key) ? Number(key) : null;
  const found = await sql<Columns<typeof registry.smsRecord, 'smsId' | 'gatewayId' | 'sendTime'>>`
    select sms_id, gateway_id, send_time from t_sms_record
    where (sms_id = ${ours}::bigint or (${gatewayId} <> '' and gateway_id = ${gatewayId})) and mobile = ${mobile}
      and gateway = ${gateway.name} and not deleted
    order by sms_id limit 1`.execute(db);
  const [row] = found.rows;
  // A report with our number and another number of the vendor is about something else.
  return row && (row.gatewayId === null || gatewayId === '' || row.gatewayId === gatewayId) ? row : undefined;
}

/** Takes in a report; returns whether it was about a text of ours. The first report of a text counts. */
async function takeReport(engine: Engine, gateway: SmsGateway, report: Report): Promise<boolean> {
  return transact(engine.db, async db => {
    const reason = (report.reason || '未说明原因').slice(0, limits.address);
    const text = await textOf(db, gateway, report);
    if (!text) return takeMessageReport(engine, db, gateway, report, reason);
    // Nothing arrives before it was sent: the vendor's clock is then wrong, and ours counts.
    const sent = text.sendTime === null ? '' : shanghaiTime(text.sendTime);
    const { time } = report;
    const reportTime = time && time >= sent ? time : shanghaiTime(engine.clock.now());
    if (report.delivered) {
      const given = { reportTime, gatewayId: report.gatewayId || text.gatewayId };
      await tryStep(engine, smsRecordSteps, 'deliver', { keys: text.smsId, by, given, within: db });
    } else {
      const given = { reportTime, errorMsg: reason };
      await tryStep(engine, smsRecordSteps, 'fail', { keys: text.smsId, by, given, within: db });
      if (blackListed.test(report.reason))
        await block(engine, db, [{ mobile: report.mobile, source: 3, reason }]);
    }
    return true;
  });
}

/** A report on one of the product's own messages, such as a code. */
async function takeMessageReport(
  engine: Engine,
  db: Tx,
  gateway: SmsGateway,
  report: Report,
  errorMsg: string,
): Promise<boolean> {
  if (report.gatewayId === '') return false;
  const found = await sql<Columns<typeof registry.smsMessage, 'smsId'>>`
    select sms_id from t_sms_message
    where gateway_id = ${report.gatewayId} and mobile = ${report.mobile} and gateway = ${gateway.name}
      and not deleted limit 1`.execute(db);
  const [row] = found.rows;
  if (!row) return false;
  if (report.delivered)
    await tryStep(engine, smsMessageSteps, 'deliver', { keys: row.smsId, by, within: db });
  else
    await tryStep(engine, smsMessageSteps, 'fail', { keys: row.smsId, by, given: { errorMsg }, within: db });
  return true;
}

/**
 * Takes in what a vendor pushed: reports move their texts, and replies that ask for it put their numbers among those
 * left alone. Returns whether everything is known; a report that came before its text was written down is then sent
 * again by the vendor.
 */
export async function takeTextNotices(
  engine: Engine,
  gateway: SmsGateway,
  notices: readonly TextNotice[],
): Promise<boolean> {
  let known = true;
  const left: Blocked[] = [];
  for (const notice of notices) {
    if (notice.kind === 'report') {
      known = (await takeReport(engine, gateway, notice)) && known;
    } else if (isOptOut(notice.text) && /^1\d{10}$/.test(notice.mobile)) {
      const { mobile, text } = notice;
      left.push({ mobile, source: 2, reason: `回复 ${text.trim()}` });
    }
  }
  for (let from = 0; from < left.length; from += blockedAtOnce) {
    const chunk = left.slice(from, from + blockedAtOnce);
    await transact(engine.db, db => block(engine, db, chunk));
  }
  return known;
}
