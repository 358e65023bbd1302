/**
 * A node for the test of interrupted settlements: draws up those of October 2020, and has each existing one submitted,
 * confirmed and paid by separate people, until it dies (`dying-engine.ts`).
 */

import { partnersSettleSteps } from '@yikao/model/contexts/settlement/partners-settle.machine.ts';
import { sql } from 'kysely';
import { draftLastMonth } from '../../contexts/settlement/settle-draft-job.ts';
import { elevated } from '../../engine/scope/actor.ts';
import { takeStep } from '../../engine/steps/take-step.ts';
import { readKeys } from '../../engine/table/sql.ts';
import { fixedClock } from '../../platform/clock.ts';
import { openDyingEngine } from './dying-engine.ts';

const { engine, statements, close } = openDyingEngine({
  clock: fixedClock(new Date('2020-11-15T04:00:00Z')),
});

/** The keys of the settlements in a state. */
async function inState(state: number): Promise<number[]> {
  const found = await readKeys(
    engine.db,
    sql`select settle_id as key from t_partners_settle where settle_status = ${state} and not deleted order by 1`,
  );
  return found;
}

const by = (userId: number) => ({ kind: 'person', actor: { ...elevated(), userId } }) as const;

await draftLastMonth(engine, AbortSignal.timeout(60_000));
for (const keys of await inState(0)) {
  await takeStep(engine, partnersSettleSteps, 'submit', { keys, by: by(11) });
}
for (const keys of await inState(1)) {
  await takeStep(engine, partnersSettleSteps, 'confirm', { keys, by: by(12) });
}
for (const keys of await inState(2)) {
  const given = { payVoucher: '/settle/voucher.png', payTime: '2020-11-15 12:00:00', invoiceNo: null };
  await takeStep(engine, partnersSettleSteps, 'pay', { keys, by: by(13), given });
}
process.send?.({ statements: statements() });
await close();
process.disconnect?.();
