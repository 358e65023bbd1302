/**
 * A node for the test of interrupted codes: takes the money of each purchase that waits for it, carries out every job
 * that is not over, and activates one code of each purchase, until it dies (`dying-engine.ts`).
 */

import { cardCodeSteps } from '@yikao/model/contexts/codes/card-code.machine.ts';
import type { registry } from '@yikao/model/contexts/datasets.ts';
import { AppError } from '@yikao/model/errors.ts';
import { sql } from 'kysely';
import { takePayment } from '../../contexts/payment/outcome.ts';
import type { Job } from '../../engine/jobs/lifecycle/job.ts';
import { work } from '../../engine/jobs/work.ts';
import { takeStep } from '../../engine/steps/take-step.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { standsAs } from '../../engine/testing/app.ts';
import { transact } from '../../engine/write/transaction.ts';
import { systemClock } from '../../platform/clock.ts';
import { silentLogger } from '../../platform/logger.ts';
import { openDyingEngine } from './dying-engine.ts';

const queued: number[] = [];
const dying = openDyingEngine({ clock: systemClock });
const { statements, close } = dying;
const engine = {
  ...dying.engine,
  jobs: {
    enqueue: async (_: unknown, id: number) => {
      queued.push(id);
    },
    withdraw: async () => false,
    wake: () => {},
  },
};

const payments = await sql<Columns<typeof registry.payRecord, 'payNo' | 'amount'>>`
  select r.pay_no, r.amount from t_pay_record as r join t_card_order as o on o.order_no = r.order_no
  where r.biz_type = 4 and o.status = 0 order by 1`.execute(engine.db);
for (const { payNo, amount } of payments.rows) {
  await transact(engine.db, db =>
    takePayment(engine, db, payNo, { status: 'paid', amount }, { cause: 'node' }),
  );
}
const jobs = await sql<
  Pick<Job, 'id'>
>`select id from t_biz_log where status = 'processing' order by id`.execute(engine.db);
for (const { id } of jobs.rows) {
  const workFolder = process.env.DATA_DIR ?? '';
  await work({ engine, logger: silentLogger(), workFolder, currentActor: standsAs }, id);
}
const firsts = await sql<{ codeId: number; userId: number }>`
  select min(k.code_id) as code_id, (select u.user_id from t_wish_user as u order by u.user_id offset o.order_id % 20 limit 1) as user_id
  from t_card_code as k join t_card_order as o on o.order_no = k.order_no group by o.order_id order by 1`.execute(
  engine.db,
);
for (const { codeId, userId } of firsts.rows) {
  await takeStep(engine, cardCodeSteps, 'activate', {
    keys: codeId,
    by: { kind: 'vendor', cause: 'node' },
    given: { userId },
  }).catch((error: unknown) => {
    // An earlier node has activated it.
    if (!(error instanceof AppError)) throw error;
  });
}
process.send?.({ statements: statements() });
await close();
process.disconnect?.();
