import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { failure } from '@yikao/model/errors.ts';
import { limits } from '@yikao/model/limits.ts';
import type { MessageKey } from '@yikao/model/messages.ts';
import { sql } from 'kysely';
import type { Db } from '../table/sql.ts';

/** The stored part of a call's answer. */
export interface KeptAnswer {
  readonly data: unknown;
  readonly message: MessageKey | undefined;
}

/** A call with an idempotency key: its caller and all its input. */
export interface KeyedCall {
  readonly userId: number;
  readonly key: string;
  readonly address: string;
  readonly given: unknown;
}

/** Milliseconds between two looks at a call that is still on its way. */
const lookMs = 100;

/**
 * Handles a call with an idempotency key, unless the same person's call with that key was already answered on any node:
 * then it returns the same answer and does nothing. While the first call is running, the second waits for it, and
 * throws `callUnderway` if that takes long or if the first node died with an unknown outcome. A failed call has changed
 * nothing and may be repeated. Throws `badRequest` if the key was used for another call.
 */
export async function answerOnce(
  db: Db,
  { userId, key, address, given }: KeyedCall,
  work: () => Promise<KeptAnswer>,
): Promise<KeptAnswer> {
  const call = createHash('sha256')
    .update(JSON.stringify([address, given]))
    .digest('hex');
  for (let waited = 0; ; waited += lookMs) {
    const taken = await sql`
      insert into t_step_answer (user_id, call_key, call, answer) values (${userId}, ${key}, ${call}, 'null')
      on conflict do nothing returning 1`.execute(db);
    if (taken.rows.length > 0) break;
    const found = await sql<{ call: string; answer: KeptAnswer | null }>`
      select call, answer from t_step_answer where user_id = ${userId} and call_key = ${key}`.execute(db);
    const [kept] = found.rows;
    if (kept && kept.call !== call) throw failure('badRequest');
    if (kept?.answer) return kept.answer;
    if (waited >= limits.callUnderwayMs) throw failure('callUnderway');
    await pause(lookMs);
  }
  let answer: KeptAnswer;
  try {
    answer = await work();
  } catch (error) {
    await sql`delete from t_step_answer where user_id = ${userId} and call_key = ${key}`.execute(db);
    throw error;
  }
  await sql`update t_step_answer set answer = ${JSON.stringify(answer)}::jsonb
    where user_id = ${userId} and call_key = ${key}`.execute(db);
  return answer;
}
