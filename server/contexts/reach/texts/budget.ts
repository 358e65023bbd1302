import type { TextBudgets } from '@yikao/model/contexts/reach/reach.calls.ts';
import { smsStatus } from '@yikao/model/contexts/system/sms.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import { shanghaiInstant, shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { readParameter } from '../../../engine/read/parameter.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Db, Tx } from '../../../engine/table/sql.ts';
import type { Logger } from '../../../platform/logger.ts';

const smsIs = codesOf(smsStatus);

/** Used share of a budget from which staff are warned. */
const lowShare = 0.8;

/** A budget of parts: those used today and the most. */
interface Budget {
  readonly used: number;
  readonly max: number;
}

/** Counts the parts of the texts of a day, of all people and of one; those that failed cost nothing (domain 0.7, 27). */
async function readBudgets(
  db: Db,
  userId: number,
  day: Date,
): Promise<{ readonly all: Budget; readonly own: Budget }> {
  const midnight = shanghaiInstant(`${shanghaiTime(day).slice(0, 10)} 00:00:00`);
  const counted = await sql<{ total: number; mine: number }>`
    select coalesce(sum(bill_num), 0)::integer as total,
      coalesce(sum(bill_num) filter (where user_id = ${userId}), 0)::integer as mine
    from t_sms_record
    where plan_time >= ${midnight} and plan_time < ${new Date(midnight.getTime() + 86_400_000)}
      and sms_status <> ${smsIs.failed} and not deleted`.execute(db);
  const { total = 0, mine = 0 } = counted.rows[0] ?? {};
  return {
    all: { used: total, max: await readParameter(db, 'sms.sendDailyMax') },
    own: { used: mine, max: await readParameter(db, 'sms.userDailyMax') },
  };
}

/** Parts that a person may still send on the day of an instant. */
export async function partsLeft(db: Db, userId: number, day: Date): Promise<number> {
  const { all, own } = await readBudgets(db, userId, day);
  return Math.max(0, Math.min(all.max - all.used, own.max - own.used));
}

/** Parts that the whole house may still send on the day of an instant, for texts that nobody in particular sends. */
export async function partsOfHouseLeft(db: Db, day: Date): Promise<number> {
  const { all } = await readBudgets(db, 0, day);
  return Math.max(0, all.max - all.used);
}

/** Makes others who send wait until the transaction ends, so that budgets and repeats are counted one by one. */
export async function lockSending(db: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('smsRecord send'))`.execute(db);
}

/**
 * Throws `textBudget` if a sending goes beyond the budgets of its day, and warns once when one runs low. Call it after
 * {@link lockSending}.
 */
export async function assertBudget(
  db: Db,
  logger: Logger,
  { userId, parts, day }: { readonly userId: number; readonly parts: number; readonly day: Date },
): Promise<void> {
  const left = await partsLeft(db, userId, day);
  if (parts > left) throw failure('textBudget', { params: { left, parts }, data: { left, parts } });
  const { all, own } = await readBudgets(db, userId, day);
  for (const [whose, { used, max }] of Object.entries({ all, own })) {
    if (used < max * lowShare && used + parts >= max * lowShare) {
      logger.warn({ whose, userId, used: used + parts, max }, "The day's budget of texts runs low");
    }
  }
}

/** Today's budgets for the page of texts. */
export async function budgetsFor(db: Db, userId: number, now: Date): Promise<Omit<TextBudgets, 'gateway'>> {
  const { all, own } = await readBudgets(db, userId, now);
  const shown = ({ used, max }: Budget) => ({ used, max, low: used >= max * lowShare });
  return { all: shown(all), own: shown(own) };
}
