/**
 * Activation codes: 1,000,000 generated as a job, beside one insert-select of as many sealed rows with the same indexes
 * and history; exported, beside COPY out and writing the same sheet; found by a code; activated as fast as it goes; and
 * 1,000 at once on one code. All over a PostgreSQL server, in this process.
 *
 *   node bench/codes.ts [codes] [standing]
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { activateByApp } from '@yikao/server/contexts/codes/activate.ts';
import { codeTyped } from '@yikao/server/contexts/codes/find-code.ts';
import { findJob } from '@yikao/server/engine/jobs/lifecycle/job.ts';
import { startExport } from '@yikao/server/engine/jobs/start.ts';
import { work } from '@yikao/server/engine/jobs/work.ts';
import { page } from '@yikao/server/engine/read/page.ts';
import { elevated } from '@yikao/server/engine/scope/actor.ts';
import { storeRows } from '@yikao/server/engine/testing/store-rows.ts';
import { openSecret } from '@yikao/server/engine/write/sealing.ts';
import { createXlsxWriter } from '@yikao/server/excel/index.ts';
import { silentLogger } from '@yikao/server/platform/logger.ts';
import { sql } from 'kysely';
import { startEngine } from './engine.ts';
import { percentile } from './measure.ts';

const sorted = (list: readonly number[]) => list.toSorted((one, other) => one - other);

const count = Number(process.argv[2] ?? 1_000_000);
const standing = Number(process.argv[3] ?? 5_000_000);
const atOnce = 1_000;

const bench = await startEngine();
try {
  const { engine, workFolder } = bench;
  const { db } = engine;
  const logger = silentLogger();
  const by = elevated();
  const run = async (id: number) => {
    const start = performance.now();
    await work({ engine, logger, workFolder, currentActor: async () => by }, id);
    const job = await findJob(db, id);
    if (job?.status !== 'success') throw new Error(`Job ${id} has ended with ${job?.message}`);
    return (performance.now() - start) / 1000;
  };
  const memory = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) / 1024;
  const [cardId = 0] = await storeRows(
    engine,
    registry.card,
    [
      {
        ...{ cardName: '录取概率卡', cardType: 2, dataYear: 2026, price: '9.90', codePrefix: 'GL' },
        expireTime: '2099-08-31 23:59:59',
      },
    ],
    { by },
  );
  const [ruleId = 0] = await storeRows(
    engine,
    registry.cardCodeRule,
    [
      {
        ruleName: '百万',
        ruleType: 1,
        cardId,
        quantity: count,
        codeExpireTime: '2099-12-31 23:59:59',
        prefix: 'GL',
      },
    ],
    { by },
  );
  const queued = await sql<{ id: number }>`select max(id) as id from t_biz_log`.execute(db);
  const before = memory();
  let highest = before;
  const looking = setInterval(() => {
    highest = Math.max(highest, memory());
  }, 200);
  const made = await run(queued.rows[0]?.id ?? 0);
  clearInterval(looking);

  await sql`create table copied (like t_card_code including all)`.execute(db);
  const start = performance.now();
  await sql`
    with added as (insert into copied overriding user value select * from t_card_code where rule_id = ${ruleId}
      returning code_id, version)
    insert into t_row_history (dataset, row_id, op, version, user_id, user_name)
    select 'copied', code_id, 1, version, 0, 'system' from added`.execute(db);
  const copied = (performance.now() - start) / 1000;
  console.log(
    `${count} codes generated in ${made.toFixed(1)} s (aim: at most 60 s); insert-select of as many sealed rows ${copied.toFixed(1)} s, ratio ${(made / copied).toFixed(2)} (aim: at most 3); memory ${before.toFixed(0)} MB before, ${highest.toFixed(0)} MB at its highest`,
  );
  await sql`drop table copied`.execute(db);

  const exported = await startExport(engine, registry.cardCode, by, {
    ...{ tableId: 37, title: '激活码', fieldNames: [], ruleId: String(ruleId) },
  });
  const written = await run(exported.id);
  const reference = await poured();
  console.log(
    `exported in ${written.toFixed(1)} s; COPY out and writing the same sheet ${reference.toFixed(1)} s, ratio ${(written / reference).toFixed(2)} (aim: at most 1.6)`,
  );

  if (standing > count) {
    await sql`
      insert into t_card_code (serial_no, code, code_head, code_digest, rule_id, card_id, card_type, data_year, code_status, code_expire_time)
      select 'ST26' || lpad(n::text, 8, '0'), 'x', 'ABCD', rtrim(encode(sha256(n::text::bytea), 'base64'), '='), ${ruleId} + 1000 + n % 50, ${cardId}, 2, 2026, 1,
        '2099-12-31' from generate_series(1, ${standing - count}::integer) as n`.execute(db);
    await sql`analyze t_card_code`.execute(db);
  }
  const sample = await sql<{ codeId: number }>`
    select code_id from t_card_code where rule_id = ${ruleId} order by random() limit 1500`.execute(db);
  const whole: string[] = [];
  for (const { codeId } of sample.rows)
    whole.push((await openSecret(engine, db, registry.cardCode, 'code', codeId)) ?? '');
  const times: number[] = [];
  for (const code of whole) {
    const at = performance.now();
    if ((await codeTyped(engine, db, code)) === undefined) throw new Error('A code was not found');
    times.push(performance.now() - at);
  }
  console.log(
    `found by code among ${Math.max(standing, count)}: median ${percentile(sorted(times), 0.5).toFixed(2)} ms, p99 ${percentile(sorted(times), 0.99).toFixed(2)} ms (aim: under 5 ms)`,
  );

  const users = await storeRows(
    engine,
    registry.wishUser,
    Array.from({ length: whole.length + atOnce }, (_, n) => ({
      mobile: `138${String(n).padStart(8, '0')}`,
      dataYear: 2026,
    })),
    { by },
  );
  const first = whole[0] ?? '';
  const rush = await Promise.allSettled(
    users.slice(whole.length).map(userId => activateByApp(engine, logger, { userId, code: first })),
  );
  const won = rush.filter(({ status }) => status === 'fulfilled').length;
  console.log(`${atOnce} activations of one code at once: ${won} succeeded (aim: exactly 1)`);

  const latencies: number[] = [];
  const queue = whole.slice(1).map((code, at) => ({ code, userId: users[at] ?? 0 }));
  const begun = performance.now();
  const total = queue.length;
  const lists: number[] = [];
  let reading = true;
  const reader = (async () => {
    while (reading) {
      const at = performance.now();
      await page(engine, registry.cardCode, by, { size: '10' });
      lists.push(performance.now() - at);
      await setTimeout(50);
    }
  })();
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let one = queue.shift(); one; one = queue.shift()) {
        const at = performance.now();
        await activateByApp(engine, logger, one);
        latencies.push(performance.now() - at);
      }
    }),
  );
  reading = false;
  await reader;
  const rate = total / ((performance.now() - begun) / 1000);
  console.log(
    `activated, 8 at once: ${rate.toFixed(0)} a second (aim: 200), median ${percentile(sorted(latencies), 0.5).toFixed(1)} ms, p99 ${percentile(sorted(latencies), 0.99).toFixed(1)} ms; the list meanwhile p50 ${percentile(sorted(lists), 0.5).toFixed(0)} ms, p99 ${percentile(sorted(lists), 0.99).toFixed(0)} ms`,
  );
  const faults = await sql<{ n: number }>`
    select count(*)::integer as n from t_card_code as k where k.rule_id = ${ruleId} and (k.code_status = 3) <>
      exists(select from t_user_card as u where u.source_type = 2 and u.source_no = k.serial_no)`.execute(db);
  console.log(
    faults.rows[0]?.n === 0
      ? 'every activated code gave one entitlement'
      : `${faults.rows[0]?.n} codes are wrong`,
  );

  /** Seconds to read the rows by COPY and write them as a sheet, without anything in between. */
  async function poured(): Promise<number> {
    const path = join(workFolder, 'reference.xlsx');
    const begin = performance.now();
    const copy = `copy (select code_id, serial_no, code, code_status, card_id, card_type, data_year, rule_id, partners_id,
      channel_id, user_id, mobile, issue_time, activate_time, code_expire_time, cancel_time, cancel_reason, order_no, remark
      from t_card_code where rule_id = ${ruleId} order by code_id) to stdout`;
    const psql = spawn('psql', [bench.config.databaseUrl ?? '', '-qc', copy], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const writer = await createXlsxWriter(path, {
      sheets: [
        {
          name: '激活码',
          columns: Array.from({ length: 19 }, (_, n) => ({
            header: String(n),
            width: 12,
            format: 'text' as const,
          })),
        },
      ],
    });
    let rest = '';
    for await (const chunk of psql.stdout.setEncoding('utf8')) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const waiting = writer.row(line.split('\t').map(cell => (cell === '\\N' ? null : cell)));
        if (waiting) await waiting;
      }
    }
    await writer.close();
    await rm(path, { force: true });
    return (performance.now() - begin) / 1000;
  }
} finally {
  await bench.stop();
}
