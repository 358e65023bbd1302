import { setTimeout } from 'node:timers/promises';
import { cardCodeSteps } from '@yikao/model/contexts/codes/card-code.machine.ts';
import type { Activated } from '@yikao/model/contexts/codes/codes.calls.ts';
import type { registry } from '@yikao/model/contexts/datasets.ts';
import { entitlementSource } from '@yikao/model/contexts/sales/sales.codes.ts';
import { AppError, failure } from '@yikao/model/errors.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { attemptsTaken, forgetAttempts, type RateLimit, takeAttempt } from '../../engine/http/rate-limit.ts';
import { elevated } from '../../engine/scope/actor.ts';
import { type StepTaker, takeStep } from '../../engine/steps/take-step.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Logger } from '../../platform/logger.ts';
import { obstaclesOf } from './code-guard.ts';
import { codeTyped } from './find-code.ts';

const entitlementSourceIs = codesOf(entitlementSource);

/** Wrong codes of one candidate, after which further ones wait; each wait is twice as long, up to a day. */
const wrongOfOne: RateLimit = { max: 10, windowMs: 10 * 60_000, longestMs: 86_400_000 };

/** Wrong codes of everybody within a minute that are an attack: they are reported, and nobody is kept out for them. */
const wrongOfAll: RateLimit = { max: 600, windowMs: 60_000 };

/** Lines of the log about one attack. */
const toldOnce: RateLimit = { max: 1, windowMs: 60_000 };

/** Milliseconds that the answer to a wrong code waits during an attack. */
const attackDelayMs = 1_000;

/** Activates a code that is known, in one transaction, and returns the entitlement. Throws as its step does. */
export async function activateCode(
  engine: Engine,
  codeId: number,
  userId: number,
  by: StepTaker<'person' | 'vendor'>,
): Promise<Activated> {
  await takeStep(engine, cardCodeSteps, 'activate', { keys: codeId, by, given: { userId } });
  const found = await sql<
    Columns<typeof registry.cardCode, 'serialNo' | 'cardType'> &
      Columns<typeof registry.card, 'cardName'> & { expireTime: Date }
  >`
    select k.serial_no, k.card_type, c.card_name, u.expire_time
    from t_card_code as k join t_card as c on c.card_id = k.card_id
      join t_user_card as u on u.source_type = ${entitlementSourceIs.code} and u.source_no = k.serial_no
        and u.user_id = ${userId}
    where k.code_id = ${codeId} order by u.id desc limit 1`.execute(engine.db);
  const [row] = found.rows;
  if (!row) throw failure('notFound');
  return { ...row, codeId, userId, expireTime: shanghaiTime(row.expireTime) };
}

/** States from which a code is activated (domain 3.4). */
const open: readonly number[] = [1, 2];

/** A code that the app's caller may learn nothing about. */
interface CodeState
  extends Columns<
    typeof registry.cardCode,
    'codeStatus' | 'codeExpireTime' | 'refundNo' | 'ruleId' | 'partnersId'
  > {
  readonly issued: boolean;
}

/** Reports whether a code can be activated now, before any lock is taken for it. */
async function canBeActivated(engine: Engine, codeId: number): Promise<boolean> {
  const found = await sql<CodeState>`
    select code_status, code_expire_time, refund_no, rule_id, partners_id, issue_time is not null as issued
    from t_card_code where code_id = ${codeId} and not deleted`.execute(engine.db);
  const [row] = found.rows;
  if (row === undefined || !open.includes(row.codeStatus) || row.refundNo !== null) return false;
  if (row.codeExpireTime <= engine.clock.now()) return false;
  const { ruleId, partnersId, issued } = row;
  const [obstacles = new Set()] = (
    await obstaclesOf(engine.db, [{ key: codeId, ruleId, partnersId }])
  ).values();
  return obstacles.size === 0 || (issued && obstacles.size === 1 && obstacles.has('owned'));
}

/** Reasons of the step that tell of the code or of the candidate, and so would tell that the code is real. */
const telling = new Set(['notFound', 'notAllowedNow', 'staleVersion', 'unmetNeeds']);

/**
 * A candidate activates a code in a consumer app (domain 3.4). Unknown, used, expired, held and voided codes, and real
 * ones that this candidate cannot use, get the same answer, `codeRefused`, so that nothing is learned by trying. Tries
 * that fail count against the candidate, who is not heard after too many of them; those of others keep nobody out, but
 * many of everybody are written to the log as an attack. Throws `tooManyRequests`.
 */
export async function activateByApp(
  engine: Engine,
  logger: Logger,
  { userId, code }: { readonly userId: number; readonly code: string },
): Promise<Activated> {
  const { db } = engine;
  if ((await attemptsTaken(db, keyOf(userId), engine.clock.now())) > wrongOfOne.max)
    throw failure('tooManyRequests');
  const codeId = await codeTyped(engine, db, code);
  if (codeId === undefined || !(await canBeActivated(engine, codeId)))
    throw await refusal(engine, logger, userId);
  try {
    const activated = await activateCode(engine, codeId, userId, {
      kind: 'vendor',
      actor: elevated(),
      cause: 'app.activate',
    });
    await forgetAttempts(db, keyOf(userId));
    return activated;
  } catch (error) {
    if (error instanceof AppError && telling.has(error.code)) throw await refusal(engine, logger, userId);
    throw error;
  }
}

const keyOf = (userId: number) => `code-wrong:${userId}`;

/**
 * Counts a wrong code, and returns the failure to answer with. During an attack the answers to wrong codes wait, those
 * to real ones do not; the log says so once a minute.
 */
async function refusal(engine: Engine, logger: Logger, userId: number): Promise<Error> {
  const { db } = engine;
  const now = engine.clock.now();
  const all = await takeAttempt(db, 'code-wrong', wrongOfAll, now);
  if (!all.allowed) {
    const { allowed: first } = await takeAttempt(db, 'code-wrong-told', toldOnce, now);
    if (first) logger.warn({ perMinute: wrongOfAll.max }, 'Somebody is guessing activation codes');
    await setTimeout(attackDelayMs);
  }
  const one = await takeAttempt(db, keyOf(userId), wrongOfOne, now);
  return failure(one.allowed ? 'codeRefused' : 'tooManyRequests');
}
