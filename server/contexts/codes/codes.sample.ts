import { registry } from '@yikao/model/contexts/datasets.ts';
import { checkLetter } from '@yikao/model/rules/activation-code.ts';
import { readableLetters } from '@yikao/model/rules/readable-code.ts';
import { sql } from 'kysely';
import { defineSample } from '../../engine/testing/sample-side.ts';

/** Letters that precede the serial numbers of the `n`-th sample. */
const prefixOf = (n: number) => `Y${String.fromCharCode(65 + (n % 26))}`;

/** A time that lies ahead of every test. */
const ahead = '2099-12-31 23:59:59';

/** A rule of codes that are made on demand: no job runs for it. */
export const cardCodeRuleSample = defineSample(registry.cardCodeRule, {
  values: n => ({ ruleType: 3, quantity: 0, prefix: prefixOf(n), codeExpireTime: ahead }),
  internal: n => ({
    ruleType: 1,
    quantity: 0,
    prefix: prefixOf(n),
    codeExpireTime: ahead,
    orderId: null,
    cancelAskedBy: null,
  }),
});

/** The code of the `n`-th sample: the number in the letters of codes, and the check letter. */
function codeOf(n: number): string {
  let body = '';
  for (let left = n + 1; body.length < 11; left = Math.floor(left / readableLetters.length))
    body += readableLetters.charAt(left % readableLetters.length);
  return body + checkLetter(body);
}

/** Codes are activated by a candidate who has no entitlement yet, and voided after another person has asked for it. */
export const cardCodeSample = defineSample(registry.cardCode, {
  internal: n => ({
    code: codeOf(n),
    codeHead: null,
    codeDigest: null,
    codeExpireTime: ahead,
    refundNo: null,
    forceAskedBy: null,
    issueTime: null,
  }),
  takenBy: async (db, key, step, userId) => {
    if (step !== 'force' && step !== 'dropForce') return;
    await sql`update t_card_code set force_asked_by = ${userId + 1}::bigint where code_id = ${key}`.execute(
      db,
    );
  },
  beside: (db, key) =>
    sql`update t_card set expire_time = ${ahead}
      where card_id = (select card_id from t_card_code where code_id = ${key})`.execute(db),
  given: { codeExpireTime: ahead, refundNo: 'R20260101000000000001' },
});

/** Purchases of a card that has a prefix for serial numbers. */
export const cardOrderSample = defineSample(registry.cardOrder, {
  internal: () => ({
    ruleId: null,
    quantity: 2,
    unitPrice: '10.00',
    amount: '20.00',
    payAmount: '20.00',
    refundAmount: '0.00',
    codeExpireTime: ahead,
  }),
  takenBy: async (db, key, step, userId) => {
    if (step !== 'withdraw') return;
    await sql`update t_card_order set user_id = ${userId}::bigint where order_id = ${key}`.execute(db);
  },
  beside: (db, key) =>
    sql`update t_card set code_prefix = 'YK' where card_id = (select card_id from t_card_order where order_id = ${key})`.execute(
      db,
    ),
});
