import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startPostgres } from '../scripts/lib/postgres.mjs';
const port = 4900 + (process.pid % 1000);
const postgres = await startPostgres();
const folder = await mkdtemp('/tmp/yk-prof-');
const server = spawn(process.execPath, ['--cpu-prof', '--cpu-prof-dir=/tmp/prof', fileURLToPath(new URL('../server/main.ts', import.meta.url))], {
  env: { ...process.env, PORT: String(port), DATA_DIR: folder, DATABASE_URL: postgres.url, DEMO: 'off', CAPTCHA: 'off', LOG_LEVEL: 'error', ADMIN_PASSWORD: 'Admin123' },
  stdio: ['ignore', 'pipe', 'inherit'] });
for await (const c of server.stdout!) if (String(c).includes('http://')) break;
server.stdout!.resume();
const pool = new pg.Pool({ connectionString: postgres.url, max: 4 });
await pool.query(`insert into t_sch_exam_type (data_year, province_id, joint_category_id, school_id, round_no, exam_type, exam_type_change,
  start_time, end_time, remark, order_num)
  select 2018 + n / 28 % 10, p.province_id, c.id, s.school_id, 1, 1 + n % 3, n % 2, now(), now(), '备注 ' || n, 0
  from generate_series(0, 99999) as n
  join (select province_id, row_number() over (order by province_id) - 1 as i, count(*) over () as k from t_province where status = 1) as p on p.i = n % p.k
  join (select school_id, row_number() over (order by school_id) - 1 as i, count(*) over () as k from t_school) as s on s.i = n / 280 % s.k
  join (select id, id - 1 as i from generate_series(1, 100) as id) as c on c.i = n / 182280 % 100 on conflict do nothing`);
await pool.query('vacuum analyze t_sch_exam_type');
const one = Number((await pool.query('select max(data_id) as id from t_sch_exam_type')).rows[0].id);
const agent = new Agent({ keepAlive: true, maxSockets: 16 });
const call = (method: string, path: string, headers: any, body?: string) => new Promise<string>((res, rej) => {
  const r = request({ host: '127.0.0.1', port, path, method, headers, agent }, a => { let t = ''; a.setEncoding('utf8'); a.on('data', c => t += c); a.on('end', () => a.statusCode === 200 ? res(t) : rej(new Error(t))); });
  r.on('error', rej); r.end(body); });
const token = JSON.parse(await call('POST', '/api/admin/login', { 'content-type': 'application/json' }, JSON.stringify({ userName: 'admin', password: 'Admin123' }))).data.token;
const run = async (name: string, path: (n: number) => string, s: number) => {
  let done = 0; const t0 = performance.now(); const cpu0 = process.cpuUsage();
  await Promise.all(Array.from({ length: 16 }, async () => { while (performance.now() - t0 < s * 1000) { await call('GET', path(done % 20), { 'access-token': token }); done++; } }));
  const cpu = process.cpuUsage(cpu0);
  console.log(name, (done / s).toFixed(0), '/s; client cpu', ((cpu.user + cpu.system) / s / 1e4).toFixed(0), '%');
};
const root = '/api/data/wish/sch/examType';
await run('warm', n => `${root}/info?dataId=${one - n}`, 2);
await run(process.argv[2] ?? 'one', process.argv[2] === 'list' ? (n => `${root}/list?provinceId=430000&dataYear=2020&current=${n + 1}&size=10`) : (n => `${root}/info?dataId=${one - n}`), 8);
server.kill('SIGTERM'); await once(server, 'exit'); agent.destroy(); await pool.end(); await postgres.stop();
