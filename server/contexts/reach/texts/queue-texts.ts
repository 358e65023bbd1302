import { randomBytes } from 'node:crypto';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { marketing } from '@yikao/model/contexts/reach/reach.codes.ts';
import { outsideQuiet } from '@yikao/model/contexts/reach/rules/quiet-hours.ts';
import { failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { shanghaiInstant, shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { plannedTimeFault } from '@yikao/model/rules/planned-time.ts';
import type { Engine } from '../../../engine/engine.ts';
import { readParameter } from '../../../engine/read/parameter.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import type { Db, Tx } from '../../../engine/table/sql.ts';
import { insertRows } from '../../../engine/write/internal-write.ts';
import type { LogOwner } from '../../people/accounts/organisation.ts';
import type { Composed, Template } from './compose.ts';

/** Hours after its time in which a text that could not be sent is given up: it would come too late. */
const expireHours = 24;

/**
 * The time at which a text of this type goes out, asked for now or for later: marketing waits for the morning. Throws
 * `invalidFields` for a time that is past, or more than a year ahead.
 */
export async function planFor(
  db: Db,
  { smsType }: Pick<Template, 'smsType'>,
  sendTime: string | null | undefined,
  now: Date,
): Promise<Date> {
  const fault = sendTime ? plannedTimeFault(sendTime, now) : undefined;
  if (fault)
    throw failure('invalidFields', { issues: [issue('sendTime', 'rule', { zh: fault.zh, en: fault.en })] });
  const wanted = sendTime ? shanghaiInstant(sendTime) : now;
  const at = wanted > now ? wanted : now;
  if (smsType !== marketing) return at;
  const [from, to] = [await readParameter(db, 'sms.quietFrom'), await readParameter(db, 'sms.quietTo')];
  return outsideQuiet(at, { from, to });
}

/** A new number of a sending: its day and random letters. */
export function newBatchNo(now: Date): string {
  return `${shanghaiTime(now).slice(0, 10).replaceAll('-', '')}-${randomBytes(6).toString('hex')}`;
}

/** The sender, template and time of texts that are queued. */
export interface Queueing {
  readonly actor: Actor;
  readonly owner: LogOwner;
  readonly template: Template;
  readonly batchNo: string;
  readonly plan: Date;
}

/** Queues texts in the caller's transaction: they are sent after it commits, each once, and not at all if it fails. */
export async function queueTexts(
  engine: Engine,
  db: Tx,
  texts: readonly Composed[],
  { actor, owner, template, batchNo, plan }: Queueing,
): Promise<void> {
  const planTime = shanghaiTime(plan);
  const expireTime = shanghaiTime(new Date(plan.getTime() + expireHours * 3_600_000));
  await insertRows(
    engine,
    db,
    registry.smsRecord,
    texts.map(({ receiver, mobile, content, variables, billNum }) => ({
      mobile,
      templateId: template.templateId,
      content,
      billNum,
      planTime,
      userId: actor.elevated ? null : actor.userId,
      leadId: receiver.leadId,
      batchNo,
      variables,
      nextTime: planTime,
      expireTime,
      partnersId: owner.partnersId,
      provinceId: owner.provinceId,
      agentId: owner.agentId,
    })),
    { by: actor },
  );
}
