import { cleanText } from '@yikao/model/fields/text.ts';
import { sql } from 'kysely';
import type { LogOwner } from '../accounts/organisation.ts';
import type { Db } from '../engine/sql.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import type { SmsGateway, SmsToSend } from '../platform/sms/types.ts';
import { smsText } from './sms-text.ts';

/** What sending takes. */
export interface SmsParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly gateway: SmsGateway;
}

/** Signs that a code is written with where it must not be read. */
const hiddenCode = '******';

/**
 * Sends a text message and keeps it in the list of sent messages, as `owner`'s, with what became of it. A code that really goes
 * out is not written down. Answers whether the gateway took it; the reason of a refusal is logged and kept for
 * operators, never told to who asked.
 */
export async function sendSms(parts: SmsParts, message: SmsToSend, owner: LogOwner): Promise<boolean> {
  const { db, clock, gateway } = parts;
  const { mobile, topic, values } = message;
  const written = gateway.leaves && values.code !== undefined ? { ...values, code: hiddenCode } : values;
  const now = clock.now();
  const inserted = await sql<{ id: number }>`
    insert into t_sms_message (mobile, topic, content, sms_status, gateway, create_time, update_time,
      user_id, partners_id, province_id, agent_id)
    values (${mobile}, ${topic}, ${smsText(topic, written)}, 0, ${gateway.name}, ${now}, ${now},
      ${owner.userId}, ${owner.partnersId}, ${owner.provinceId}, ${owner.agentId})
    returning sms_id as id`.execute(db);
  const id = Number(inserted.rows[0]?.id);
  try {
    const gatewayId = await gateway.send(message);
    await sql`
      update t_sms_message set sms_status = 1, gateway_id = ${gatewayId?.slice(0, 64) ?? null}, send_time = ${clock.now()}
      where sms_id = ${id}`.execute(db);
    return true;
  } catch (error) {
    parts.logger.error({ err: error, smsId: id }, 'A text message was not sent');
    const reason = cleanText(error instanceof Error ? error.message : '').slice(0, 128);
    await sql`update t_sms_message set sms_status = 3, error_msg = ${reason} where sms_id = ${id}`.execute(
      db,
    );
    return false;
  }
}
