import type { TextAsk, TextPreview, TextsSent } from '@yikao/model/contexts/reach/reach.calls.ts';
import { textsMax } from '@yikao/model/contexts/reach/reach.calls.ts';
import { failure } from '@yikao/model/errors.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import type { Engine } from '../../../engine/engine.ts';
import { readParameter } from '../../../engine/read/parameter.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { transact } from '../../../engine/write/transaction.ts';
import type { Logger } from '../../../platform/logger.ts';
import { ownerOf } from '../../people/accounts/organisation.ts';
import { assertBudget, lockSending, partsLeft } from './budget.ts';
import { type Composition, compose, readyTemplate, receiversOf, type Template } from './compose.ts';
import { newBatchNo, planFor, queueTexts } from './queue-texts.ts';

/** Receivers without a value that a refusal names. */
const named = 20;

/** A composition of a call with its template. */
interface Prepared extends Composition {
  readonly template: Template;
}

async function prepare(db: Db, actor: Actor, asked: TextAsk, now: Date): Promise<Prepared> {
  const template = await readyTemplate(db, asked.templateId);
  if ((asked.mobiles?.length ?? 0) + (asked.leadIds?.length ?? 0) > textsMax) {
    throw failure('invalidFields', {
      issues: [issue('mobiles', 'tooMany', { max: textsMax })],
      labels: () => label('收件人', 'Receivers'),
    });
  }
  const { receivers, refused } = await receiversOf(db, actor, asked);
  const composed = await compose(db, template, receivers, asked.vars ?? {}, now);
  return { ...composed, refused: [...refused, ...composed.refused], template };
}

/** The number, parts and price of a composition, and who is left out. */
async function billOf(db: Db, actor: Actor, { texts, refused }: Composition) {
  const parts = texts.reduce((sum, { billNum }) => sum + billNum, 0);
  // In fen, so that no part of one is lost.
  const price = Math.round(Number(await readParameter(db, 'sms.partPrice')) * 100);
  return {
    count: texts.length,
    parts,
    cost: ((parts * price) / 100).toFixed(2),
    refused: refused.map(({ receiver, reason }) => ({ of: receiver.of, reason: reason[actor.language] })),
  };
}

/** Calculates the price of a text and its receivers; nothing is sent. */
export async function previewTexts(engine: Engine, actor: Actor, asked: TextAsk): Promise<TextPreview> {
  const { db } = engine;
  const now = engine.clock.now();
  const prepared = await prepare(db, actor, asked, now);
  const plan = await planFor(db, prepared.template, asked.sendTime, now);
  return {
    ...(await billOf(db, actor, prepared)),
    missing: prepared.missing.map(({ receiver, names }) => ({ of: receiver.of, names: [...names] })),
    sample: prepared.texts[0]?.content ?? null,
    planTime: shanghaiTime(plan),
    left: await partsLeft(db, actor.userId, plan),
  };
}

/**
 * Queues a text for its receivers. People who send at the same time take turns, so that the second finds what the first
 * has queued and nobody gets the same text twice. A receiver without a value for a variable stops all of them. Throws
 * `invalidFields`, `nobodyToText` and `textBudget`.
 */
export async function sendTexts(
  engine: Engine,
  logger: Logger,
  actor: Actor,
  asked: TextAsk,
): Promise<TextsSent> {
  const owner = await ownerOf(engine.db, { userId: actor.userId });
  return transact(engine.db, async db => {
    await lockSending(db);
    const now = engine.clock.now();
    const { template, missing, ...composed } = await prepare(db, actor, asked, now);
    if (missing.length > 0) {
      throw failure('invalidFields', {
        issues: missing.slice(0, named).map(({ receiver, names }) =>
          issue('vars', 'rule', {
            zh: `缺少 ${receiver.of} 的“${names.join('、')}”`,
            en: `has no value of ${names.join(', ')} for ${receiver.of}`,
          }),
        ),
        labels: () => label('变量', 'Variables'),
        data: { missing: missing.length },
      });
    }
    const bill = await billOf(db, actor, { ...composed, missing });
    if (bill.count === 0) throw failure('nobodyToText', { data: { refused: bill.refused } });
    const batchNo = newBatchNo(now);
    const plan = await planFor(db, template, asked.sendTime, now);
    await assertBudget(db, logger, { userId: actor.userId, parts: bill.parts, day: plan });
    await queueTexts(engine, db, composed.texts, { actor, owner, template, batchNo, plan });
    return { ...bill, batchNo, planTime: shanghaiTime(plan) };
  });
}
