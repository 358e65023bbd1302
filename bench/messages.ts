/**
 * Texts that people send, through a vendor that fails at random: queued a thousand a call, sent and reported while the
 * product is killed and started again. At the end every text must have been taken by the vendor once, and reported.
 *
 *   node bench/messages.ts [texts] [kills]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { createProduct } from '@yikao/server/testing/product.ts';
import { type SmsFate, startSmsServer } from '@yikao/server/testing/sms-server.ts';
import pg from 'pg';
import { startPostgres } from '../scripts/lib/postgres.mjs';

const texts = Number(process.argv[2] ?? 100_000);
const kills = Number(process.argv[3] ?? 10);
const perCall = 1_000;
/** Reports in one push of the vendor. */
const perPush = 500;
/** Milliseconds without progress after which the measure gives up. */
const patienceMs = 180_000;

const postgres = await startPostgres();
const folder = await mkdtemp(join(tmpdir(), 'yikao-bench-'));
const pool = new pg.Pool({ connectionString: postgres.url, max: 4 });
// Connections that wait are ended with the server.
pool.on('error', () => {});
const vendor = await startSmsServer();
const product = createProduct({
  DATA_DIR: folder,
  DATABASE_URL: postgres.url,
  SECRET_KEY: 'a secret of this benchmark and nothing else',
  SMS_URL: vendor.url,
});

/** One sending in seven goes wrong, in one of four ways. */
function fate(): SmsFate {
  const drawn = Math.random();
  if (drawn < 0.05) return 'takeAnd500';
  if (drawn < 0.1) return 'takeAndDrop';
  if (drawn < 0.13) return 'fail500';
  return drawn < 0.15 ? 'throttle' : 'answer';
}

const count = async (where: string) =>
  Number((await pool.query(`select count(*) as n from t_sms_record where ${where}`)).rows[0].n);

try {
  await product.start();
  await product.logIn();
  await pool.query(
    `insert into t_config (config_key, config_value) values ('sms.sendDailyMax', '100000000'), ('sms.userDailyMax', '100000000')
     on conflict (config_key) do update set config_value = excluded.config_value`,
  );
  const template = await pool.query(
    `insert into t_sms_template (template_name, template_code, sms_type, sign_name, content, audit_status, status)
     values ('压测', 'SMS_9', 2, '艺考', '{name}您好', 2, 1) returning template_id as id`,
  );
  const templateId = Number(template.rows[0].id);

  vendor.decide(fate);
  let start = performance.now();
  for (let from = 0; from < texts; from += perCall) {
    const length = Math.min(perCall, texts - from);
    const mobiles = Array.from({ length }, (_, n) => `139${String(from + n).padStart(8, '0')}`);
    const answer = await product.call('POST', '/api/admin/feige/sms/send', {
      templateId,
      mobiles,
      vars: { name: '同学' },
    });
    if (answer.status !== 200) throw new Error(`A sending was refused: ${answer.message}`);
  }
  console.log(`${texts} texts queued in ${((performance.now() - start) / 1000).toFixed(1)} s`);

  start = performance.now();
  const first = await count('sms_status <> 0');
  let killed = 0;
  let reported = 0;
  let lastChange = performance.now();
  let before = -1;
  for (;;) {
    const waiting = await count('sms_status in (0, 1)');
    if (waiting === 0) break;
    if (waiting !== before) lastChange = performance.now();
    before = waiting;
    if (performance.now() - lastChange > patienceMs) throw new Error(`${waiting} texts make no progress`);
    // Kills are spread over the sending.
    if (killed < kills && vendor.taken.length >= ((killed + 0.5) * texts) / kills) {
      product.process?.kill('SIGKILL');
      killed += 1;
      await after(200);
      await product.start();
    }
    const due = vendor.taken.slice(reported, reported + perPush);
    if (due.length > 0) {
      const reports = due.map(({ mobile, outId }, n) => ({
        phone_number: mobile,
        success: true,
        err_code: 'DELIVERED',
        biz_id: `B${reported + n + 1}`,
        out_id: outId,
      }));
      // Some are notified twice.
      const pushed = await push([...reports, ...reports.slice(0, 20)]);
      if (pushed) reported += due.length;
    } else {
      await after(100);
    }
    // Waits are shortened, no further than the vendor needs to have finished with a request.
    await pool.query(
      `update t_sms_record set next_time = now() where sms_status = 0 and next_time > now()
        and (take_time is null or take_time < now() - interval '15 seconds')`,
    );
  }
  const seconds = (performance.now() - start) / 1000;
  console.log(
    `sent and reported in ${seconds.toFixed(0)} s, ${(texts / seconds).toFixed(0)} a second, killed ${killed} times (${first} were under way before)`,
  );
  const times = new Map<string, number>();
  for (const { outId = '' } of vendor.taken) times.set(outId, (times.get(outId) ?? 0) + 1);
  const twice = [...times.values()].filter(n => n > 1).length;
  const delivered = await count('sms_status = 2');
  const right = times.size === texts && twice === 0 && delivered === texts;
  console.log(
    right
      ? 'every text was taken once and reported'
      : `taken ${times.size} of ${texts}, twice ${twice}, delivered ${delivered}, failed ${await count('sms_status = 3')}`,
  );
  if (!right) process.exitCode = 1;
} finally {
  await product.stop();
  await vendor.close();
  await pool.end();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Pushes reports as the vendor does; false where the product is away or does not know them all yet. */
async function push(reports: readonly object[]): Promise<boolean> {
  const answer = await fetch(`${product.address}/api/admin/feige/sms/notify?token=report-token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(reports),
  }).catch(() => undefined);
  return answer?.ok === true && ((await answer.json()) as { code: number }).code === 0;
}
