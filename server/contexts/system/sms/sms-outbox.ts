import { smsStatus } from '@yikao/model/contexts/system/sms.codes.ts';
import { smsMessageSteps } from '@yikao/model/contexts/system/sms-message.machine.ts';
import type { smsMessage } from '@yikao/model/contexts/system/sms-message.ts';
import { cleanText } from '@yikao/model/fields/text.ts';
import { limits } from '@yikao/model/limits.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { takeStep } from '../../../engine/steps/take-step.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { SmsGateway, SmsToSend } from '../../../platform/sms/types.ts';
import type { LogOwner } from '../../people/accounts/organisation.ts';
import { smsText } from './sms-text.ts';

const smsIs = codesOf(smsStatus);

/** The parts that sending takes. */
export interface SmsParts {
  readonly engine: Engine;
  readonly logger: Logger;
  readonly gateway: SmsGateway;
}

/** Characters that replace a code where it must not be readable. */
const hiddenCode = '******';

/**
 * Sends a text message and records it with `owner` in the list of sent messages, with the outcome. A code that was
 * really sent is not recorded. Returns whether the gateway accepted it; the reason for a refusal is logged for
 * operators, and not returned to the caller.
 */
export async function sendSms(parts: SmsParts, message: SmsToSend, owner: LogOwner): Promise<boolean> {
  const { engine, gateway } = parts;
  const { mobile, topic, values } = message;
  const written = gateway.leaves && values.code !== undefined ? { ...values, code: hiddenCode } : values;
  const now = engine.clock.now();
  const inserted = await sql<Columns<typeof smsMessage, 'smsId'>>`
    insert into t_sms_message (mobile, topic, content, sms_status, gateway, create_time, update_time,
      user_id, partners_id, province_id, agent_id)
    values (${mobile}, ${topic}, ${smsText(topic, written)}, ${smsIs.queued}, ${gateway.name}, ${now}, ${now},
      ${owner.userId}, ${owner.partnersId}, ${owner.provinceId}, ${owner.agentId})
    returning sms_id`.execute(engine.db);
  const id = inserted.rows[0]?.smsId ?? 0;
  const by = { kind: 'vendor' } as const;
  let gatewayId: string | null;
  try {
    gatewayId = await gateway.send(message);
  } catch (error) {
    parts.logger.error({ err: error, smsId: id }, 'A text message was not sent');
    const reason = cleanText(error instanceof Error ? error.message : '').slice(0, limits.address);
    const given = { errorMsg: reason || 'The gateway gave no reason' };
    await takeStep(engine, smsMessageSteps, 'fail', { keys: id, by, given });
    return false;
  }
  const given = { gatewayId: gatewayId?.slice(0, limits.name) ?? null };
  await takeStep(engine, smsMessageSteps, 'submit', { keys: id, by, given });
  return true;
}
