/**
 * What people read, against the same SQL sent by the same driver without any framework: a filtered page of ten with its
 * total, a page of all rows with its total, a page nearly at the end, and one row, over a million rows on a PostgreSQL
 * server. The bare statements are not prepared and count each time. The two take turns, so that a noisy machine is noisy
 * for both.
 *
 *   node bench/list.ts [rows]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startPostgres } from '../scripts/lib/postgres.mjs';

const rows = Number(process.argv[2] ?? 1_000_000);
const connections = 16;
const secondsEach = 5;
const turns = 3;
/** Pages that lie before one that is nearly at the end. */
const far = Math.floor(rows / 10) - 100;
const root = '/api/data/wish/sch/examType';
const listPath = `${root}/list?size=10`;
const port = 3_900 + (process.pid % 1_000);

const names = `
  (select province_name from t_province as x where x.province_id = d.province_id and not x.deleted limit 1) as a,
  (select joint_category_name from t_joint_category as x where x.joint_category_id = d.joint_category_id
    and x.data_year = d.data_year and x.province_id = d.province_id and not x.deleted limit 1) as b,
  (select school_name from t_school as x where x.school_id = d.school_id and not x.deleted limit 1) as c`;

const agent = new Agent({ keepAlive: true, maxSockets: connections });
const postgres = await startPostgres();
const folder = await mkdtemp(join(tmpdir(), 'yikao-bench-'));
const server = spawn(process.execPath, [fileURLToPath(new URL('../server/main.ts', import.meta.url))], {
  env: {
    ...process.env,
    PORT: String(port),
    DATA_DIR: folder,
    DATABASE_URL: postgres.url,
    DEMO: 'off',
    CAPTCHA: 'off',
    LOG_LEVEL: 'error',
    ADMIN_PASSWORD: 'Admin123',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const pool = new pg.Pool({ connectionString: postgres.url, max: connections });
try {
  await answering(server);
  await fill();
  const token = await login();
  const one = Number((await pool.query('select max(data_id) as id from t_sch_exam_type')).rows[0]?.id);
  const before = await call('GET', `${listPath}&current=${far}`, { 'access-token': token });
  const after = (JSON.parse(before) as { data: { next: string } }).data.next;
  console.log(
    `${rows.toLocaleString('en')} rows; ${connections} connections; calls a second, bare SQL and the product`,
  );
  for (const { name, sql, path, aim } of [
    { name: 'a page of one province and year', sql: filtered, path: filteredPath, aim: 1.5 },
    { name: 'a page of all rows', sql: unfiltered, path: () => listPath, aim: 8 },
    { name: 'a page far in, jumped to', sql: farAway, path: () => `${listPath}&current=${far + 1}` },
    {
      name: 'a page far in, the next one',
      sql: farAway,
      path: () => `${listPath}&current=${far + 1}&after=${after}`,
    },
    { name: 'one row', sql: () => oneRow(one), path: (page: number) => `${root}/info?dataId=${one - page}` },
  ]) {
    const bare: number[] = [];
    const product: number[] = [];
    const get = (page: number) => call('GET', path(page), { 'access-token': token });
    for (let turn = 0; turn < turns; turn++) {
      bare.push(await perSecond(sql));
      product.push(await perSecond(get));
    }
    const ratio = (median(product) / median(bare)).toFixed(2);
    console.log(
      `${name.padEnd(34)} ${median(bare).toFixed(0).padStart(6)} ${median(product).toFixed(0).padStart(6)}  ${ratio} times${aim ? ` (aim ${aim})` : name === 'one row' ? ' (aim: 4,000 a second where it had 1,696)' : ''}`,
    );
  }
} finally {
  agent.destroy();
  await pool.end();
  server.kill('SIGTERM');
  await once(server, 'exit');
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

async function answering(child: ChildProcess): Promise<void> {
  for await (const chunk of child.stdout ?? []) if (String(chunk).includes('http://')) break;
  child.stdout?.resume();
}

async function fill(): Promise<void> {
  await pool.query(
    `insert into t_sch_exam_type (data_year, province_id, joint_category_id, school_id, round_no, exam_type, exam_type_change,
       start_time, end_time, remark, order_num)
     select 2018 + n / 28 % 10, p.province_id, c.id, s.school_id, 1, 1 + n % 3, n % 2, now(), now(), '备注 ' || n, 0
     from generate_series(0, $1 - 1) as n
     join (select province_id, row_number() over (order by province_id) - 1 as i, count(*) over () as k from t_province where status = 1) as p
       on p.i = n % p.k
     join (select school_id, row_number() over (order by school_id) - 1 as i, count(*) over () as k from t_school) as s
       on s.i = n / 280 % s.k
     join (select id, id - 1 as i from generate_series(1, 100) as id) as c on c.i = n / 182280 % 100
     on conflict do nothing`,
    [rows],
  );
  await pool.query('vacuum analyze t_sch_exam_type');
}

/** The statements of a page and its total, by hand. */
async function statements(where: string, values: unknown[], page: number): Promise<void> {
  await Promise.all([
    pool.query(
      `select d.*, ${names} from (select * from t_sch_exam_type as d where ${where} and not d.deleted
         order by d.order_num, d.data_id desc limit 10 offset ${page * 10}) as d`,
      values,
    ),
    pool.query(`select count(*) from t_sch_exam_type as d where ${where} and not d.deleted`, values),
  ]);
}

function filtered(page: number): Promise<void> {
  return statements('d.province_id = any($1::bigint[]) and d.data_year = $2', [[430000], 2020], page);
}

function unfiltered(): Promise<void> {
  return statements('true', [], 0);
}

function farAway(): Promise<void> {
  return statements('true', [], far);
}

async function oneRow(id: number): Promise<void> {
  await pool.query(`select d.*, ${names} from t_sch_exam_type as d where d.data_id = $1 and not d.deleted`, [
    id,
  ]);
}

function call(method: string, path: string, headers: Record<string, string>, body?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent }, answer => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', chunk => {
        text += chunk;
      });
      answer.on('end', () => (answer.statusCode === 200 ? resolve(text) : reject(new Error(text))));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

async function login(): Promise<string> {
  const body = JSON.stringify({ userName: 'admin', password: 'Admin123' });
  const answer = await call('POST', '/api/admin/login', { 'content-type': 'application/json' }, body);
  return (JSON.parse(answer) as { data: { token: string } }).data.token;
}

function filteredPath(page: number): string {
  return `${root}/list?provinceId=430000&dataYear=2020&current=${page + 1}&size=10`;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** How often `work` is done in a second by as many at a time as there are connections. */
async function perSecond(work: (page: number) => Promise<unknown>): Promise<number> {
  const until = performance.now() + secondsEach * 1_000;
  const start = performance.now();
  let done = 0;
  const one = async () => {
    while (performance.now() < until) {
      await work(done % 20);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  return done / ((performance.now() - start) / 1_000);
}
