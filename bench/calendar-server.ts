import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startPostgres } from '../scripts/lib/postgres.mjs';

/** The started product on a PostgreSQL server with many rows in the exam calendar. */
export interface CalendarServer {
  /** Where it answers, as an origin. */
  readonly address: string;
  /** Separate connections to the same database. */
  readonly pool: pg.Pool;
  /** Calls as an administrator and returns the body. Throws unless the status is 200. */
  readonly get: (path: string) => Promise<string>;
  /** Stops everything and removes its data. */
  readonly stop: () => Promise<void>;
}

/** Where the exam calendar answers. */
export const calendarPath = '/api/data/wish/sch/examType';

async function answering(child: ChildProcess): Promise<void> {
  for await (const chunk of child.stdout ?? []) if (String(chunk).includes('http://')) break;
  child.stdout?.resume();
}

/** Spread over years, provinces, schools and categories, without duplicate natural keys. */
async function fill(pool: pg.Pool, rows: number): Promise<void> {
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
  // Otherwise the database would write the new rows to disk while they are read.
  await pool.query('checkpoint');
}

/** Starts the product with `rows` rows in the exam calendar; at most `connections` to it and to the database. */
export async function startCalendarServer(rows: number, connections: number): Promise<CalendarServer> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const postgres = await startPostgres();
  const folder = await mkdtemp(join(tmpdir(), 'yikao-bench-'));
  const port = 3_900 + (process.pid % 1_000);
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
  const pool = new pg.Pool({ connectionString: postgres.url, max: Math.min(connections, 16) });
  const stop = async () => {
    agent.destroy();
    await pool.end();
    server.kill('SIGTERM');
    await once(server, 'exit');
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const call = (method: string, path: string, headers: Record<string, string>, body?: string) =>
    new Promise<string>((resolve, reject) => {
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
  try {
    await answering(server);
    await fill(pool, rows);
    const body = JSON.stringify({ userName: 'admin', password: 'Admin123' });
    const login = await call('POST', '/api/admin/login', { 'content-type': 'application/json' }, body);
    const { token } = (JSON.parse(login) as { data: { token: string } }).data;
    return {
      ...{ address: `http://127.0.0.1:${port}`, pool, stop },
      get: path => call('GET', path, { 'access-token': token }),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
