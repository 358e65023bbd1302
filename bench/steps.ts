/**
 * Costs of steps: one step on one row against the same locked UPDATE with its history by hand, and a step of many rows
 * as a job, in rows a second. Both in this process over a PostgreSQL server; the first two take turns.
 *
 *   node bench/steps.ts [rows]
 */

import { registry } from '@yikao/model/contexts/datasets.ts';
import { machines } from '@yikao/model/contexts/machines.ts';
import { startBatchStep } from '@yikao/server/engine/jobs/batch/step.ts';
import { findJob } from '@yikao/server/engine/jobs/lifecycle/job.ts';
import { work } from '@yikao/server/engine/jobs/work.ts';
import { elevated } from '@yikao/server/engine/scope/actor.ts';
import { takeStep } from '@yikao/server/engine/steps/take-step.ts';
import { silentLogger } from '@yikao/server/platform/logger.ts';
import { sql } from 'kysely';
import { startEngine } from './engine.ts';

const rows = Number(process.argv[2] ?? 100_000);
const turns = 8;
const each = 250;

const bench = await startEngine();
try {
  const { engine } = bench;
  const { db } = engine;
  await sql`
    insert into t_sys_job (job_name, job_group, job_class, cron_expression, misfire, concurrent_flag, job_state, description)
    select '任务' || n, 'BENCH', 'sessionCleanJob', '0 0 3 * * ?', 1, 0, 1, repeat('说明', 20)
    from generate_series(1, ${rows}::integer) as n`.execute(db);
  await sql`analyze t_sys_job`.execute(db);
  const actor = elevated();
  const by = { kind: 'person', actor } as const;

  const step = (key: number) => takeStep(engine, machines.sysJob, 'pause', { keys: key, by });
  const byHand = (key: number) =>
    db.transaction().execute(async within => {
      const found = await sql<{ state: number; version: number }>`
        select job_state as state, version from t_sys_job where job_id = ${key} and not deleted for update`.execute(
        within,
      );
      const [row] = found.rows;
      if (row?.state !== 1) throw new Error('The job does not run');
      await sql`update t_sys_job set job_state = 0, version = version + 1, update_time = now(), update_by = 0
        where job_id = ${key}`.execute(within);
      await sql`
        insert into t_row_history (dataset, row_id, op, version, user_id, user_name, changes, step)
        values ('sysJob', ${key}, 2, ${row.version + 1}, 0, 'system', '{"jobState":[1,0]}', '{"name":"pause","by":"person"}')`.execute(
        within,
      );
    });

  let next = 0;
  const times = { step: [] as number[], byHand: [] as number[] };
  for (let turn = 0; turn < turns; turn++) {
    for (const [name, act] of [
      ['step', step],
      ['byHand', byHand],
    ] as const) {
      const start = performance.now();
      for (let n = 0; n < each; n++) {
        next += 1;
        await act(next);
      }
      // The first turn warms both up.
      if (turn > 0) times[name].push((performance.now() - start) / each);
    }
  }
  const middle = (list: readonly number[]) => list.toSorted((a, b) => a - b)[list.length >> 1] ?? 0;
  const one = middle(times.step);
  const hand = middle(times.byHand);
  console.log(
    `one row: step ${one.toFixed(2)} ms, by hand ${hand.toFixed(2)} ms, ratio ${(one / hand).toFixed(2)} (aim: at most 1.5)`,
  );

  await sql`update t_sys_job set job_state = 1`.execute(db);
  const { steps } = machines.sysJob;
  const pause = steps.pause;
  if (!pause) throw new Error('The step is there');
  const { id } = await startBatchStep(engine, registry.sysJob, pause, actor, {
    everything: true,
  });
  const start = performance.now();
  await work(
    {
      engine,
      logger: silentLogger(),
      workFolder: bench.workFolder,
      currentActor: async (_, starter) => ({ ...actor, ...starter, permissions: actor.permissions }),
    },
    id,
  );
  const seconds = (performance.now() - start) / 1000;
  const job = await findJob(db, id);
  console.log(
    `${job?.updateNum} of ${rows} rows as a job: ${seconds.toFixed(1)} s, ${Math.round((job?.updateNum ?? 0) / seconds)} rows/s (aim: at least 5,000); ${job?.message}`,
  );
} finally {
  await bench.stop();
}
