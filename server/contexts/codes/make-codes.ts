import { randomBytes } from 'node:crypto';
import { cardCodeRuleSteps } from '@yikao/model/contexts/codes/card-code-rule.machine.ts';
import { shareChannel } from '@yikao/model/contexts/codes/codes.codes.ts';
import { serialDigits } from '@yikao/model/contexts/codes/rules/serial-number.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { checkLetter, codeLength } from '@yikao/model/rules/activation-code.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { readableLetters } from '@yikao/model/rules/readable-code.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { takeStep } from '../../engine/steps/take-step.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Tx } from '../../engine/table/sql.ts';
import { insertRows } from '../../engine/write/internal-write.ts';
import { isUniqueViolation } from '../../engine/write/unique.ts';
import { closedPartners } from './code-guard.ts';

const { cardCode, cardCodeRule } = registry;

/** A rule under lock, with what its codes take from its card and its purchase. */
export type LockedRule = Columns<
  typeof cardCodeRule,
  | 'ruleId'
  | 'ruleName'
  | 'ruleType'
  | 'ruleStatus'
  | 'quantity'
  | 'generatedNum'
  | 'startSerialNo'
  | 'cardId'
  | 'partnersId'
  | 'channelId'
  | 'shareChannel'
  | 'codeExpireTime'
  | 'orderId'
> &
  Columns<typeof registry.card, 'cardType' | 'dataYear' | 'codePrefix'> & {
    readonly prefix: string | null;
    readonly orderNo: string | null;
  };

/** The rule with this id, locked, so that its codes are made by one at a time; undefined if there is none. */
export async function lockRule(db: Tx, ruleId: number): Promise<LockedRule | undefined> {
  const found = await sql<LockedRule>`
    select r.rule_id, r.rule_name, r.rule_type, r.rule_status, r.quantity, r.generated_num, r.start_serial_no,
      r.prefix, r.card_id, r.partners_id, r.channel_id, r.share_channel, r.code_expire_time, r.order_id,
      c.card_type, c.data_year, c.code_prefix,
      (select o.order_no from t_card_order as o where o.order_id = r.order_id) as order_no
    from t_card_code_rule as r join t_card as c on c.card_id = r.card_id
    where r.rule_id = ${ruleId} and not r.deleted for no key update of r`.execute(db);
  return found.rows[0];
}

/** Bytes of the random source from which on a letter would be more likely than others. */
const fairBytes = 256 - (256 % readableLetters.length);

/** Codes from the system's random source, each letter as likely as the others, with their check letters (domain 4.12). */
export function randomCodes(count: number): string[] {
  const codes: string[] = [];
  let pool = Buffer.alloc(0);
  let at = 0;
  while (codes.length < count) {
    let body = '';
    while (body.length < codeLength - 1) {
      if (at === pool.length) {
        pool = randomBytes(Math.min(65_536, (count - codes.length) * codeLength + 64));
        at = 0;
      }
      const byte = pool[at++] ?? 255;
      if (byte < fairBytes) body += readableLetters.charAt(byte % readableLetters.length);
    }
    codes.push(body + checkLetter(body));
  }
  return codes;
}

/** The serial number that follows `start` by `more`. */
function serialAfter(start: string, more: number): string {
  const head = start.slice(0, -serialDigits);
  return head + String(Number(start.slice(-serialDigits)) + more).padStart(serialDigits, '0');
}

/** A code that was just made. */
export interface MadeCode {
  readonly codeId: number;
  readonly serialNo: string;
  readonly code: string;
}

/** Who makes codes, and how they begin. */
export interface Making {
  readonly by: Actor;
  readonly jobId?: number;
  /** They are issued from the beginning: bought, or drawn for somebody. */
  readonly issued: boolean;
  /** The first serial number. Defaults to the one after the rule's last code. */
  readonly from?: string;
}

/**
 * Makes the next `count` codes of a locked rule in the caller's transaction, and counts them in the rule. A code that
 * exists already, one in some ten million, is drawn again.
 */
export async function makeCodes(
  engine: Engine,
  db: Tx,
  rule: LockedRule,
  count: number,
  { by, jobId, issued, from }: Making,
): Promise<readonly MadeCode[]> {
  const { generatedNum } = rule;
  // Codes that a disabled partner bought are made and wait: nothing is handed out to it.
  const closed = issued && (await closedPartners(db, [rule.partnersId])).size > 0;
  const handedOut = issued && !closed;
  const first = from ?? serialAfter(rule.startSerialNo ?? '', generatedNum);
  const shared = {
    ruleId: rule.ruleId,
    cardId: rule.cardId,
    cardType: rule.cardType,
    dataYear: rule.dataYear,
    partnersId: rule.partnersId,
    channelId: rule.shareChannel === shareChannel.is.with ? rule.channelId : null,
    codeExpireTime: shanghaiTime(rule.codeExpireTime),
    orderNo: rule.orderNo,
    codeStatus: handedOut ? (2 as const) : (1 as const),
    issueTime: handedOut ? shanghaiTime(engine.clock.now()) : null,
  };
  for (;;) {
    const codes = randomCodes(count);
    const rows = codes.map((code, at) => ({ ...shared, code, serialNo: serialAfter(first, at) }));
    await sql`savepoint codes`.execute(db);
    try {
      const keys = await insertRows(engine, db, cardCode, rows, {
        by,
        ...(jobId !== undefined && { jobId }),
      });
      await sql`release savepoint codes`.execute(db);
      await sql`update t_card_code_rule set generated_num = ${generatedNum + count} where rule_id = ${rule.ruleId}`.execute(
        db,
      );
      return rows.map(({ code, serialNo }, at) => ({ codeId: keys[at] ?? 0, serialNo, code }));
    } catch (error) {
      if (
        !isUniqueViolation(error) ||
        !String((error as { constraint?: unknown }).constraint).includes('digest')
      )
        throw error;
      await sql`rollback to savepoint codes`.execute(db);
    }
  }
}

/** Ends the generation of a rule whose codes are all there. */
export async function finishRule(engine: Engine, db: Tx, ruleId: number, cause: string): Promise<void> {
  await takeStep(engine, cardCodeRuleSteps, 'finish', {
    keys: ruleId,
    by: { kind: 'step', cause },
    within: db,
  });
}
