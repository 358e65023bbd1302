/**
 * The public pages of one node over a PostgreSQL server: requests a second while the cache is warm, the bytes of the
 * first view without pictures, and the milliseconds until a changed row is seen.
 *
 *   node bench/public.ts [seconds] [connections]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { publicPageNames } from '@yikao/model/contexts/portal/public-pages.ts';
import pg from 'pg';
import { startPostgres } from '../scripts/lib/postgres.mjs';
import { percentile } from './measure.ts';

const seconds = Number(process.argv[2] ?? 10);
const connections = Number(process.argv[3] ?? 32);

const agent = new Agent({ keepAlive: true, maxSockets: connections });
const postgres = await startPostgres();
const folder = await mkdtemp(join(tmpdir(), 'yikao-bench-'));
const port = 4_900 + (process.pid % 1_000);
const server: ChildProcess = spawn(
  process.execPath,
  [fileURLToPath(new URL('../server/main.ts', import.meta.url))],
  {
    env: {
      ...process.env,
      ...{ PORT: String(port), HOST: '127.0.0.1', DATA_DIR: folder, DATABASE_URL: postgres.url },
      ...{ DEMO: 'on', CAPTCHA: 'off', LOG_LEVEL: 'error', ADMIN_PASSWORD: 'Admin123' },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
for await (const chunk of server.stdout ?? []) if (String(chunk).includes('http://')) break;
server.stdout?.resume();

interface Got {
  readonly status: number;
  readonly bytes: number;
  readonly body: string;
}

/** Asks for an address, compressed as browsers do unless its text is wanted. */
function get(path: string, plain = false): Promise<Got> {
  return new Promise((resolve, reject) => {
    const headers = {
      accept: 'text/html',
      'accept-encoding': plain ? 'identity' : 'br',
      host: 'ykzyb.local',
    };
    request({ host: '127.0.0.1', port, path, agent, headers }, answer => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const body = Buffer.concat(chunks);
        resolve({ status: answer.statusCode ?? 0, bytes: body.length, body: plain ? body.toString() : '' });
      });
    })
      .on('error', reject)
      .end();
  });
}

const pool = new pg.Pool({ connectionString: postgres.url, max: 2 });
try {
  const styles = /href="(\/portal\/[^"]+)"/.exec((await get('/website', true)).body)?.[1] ?? '';
  const ofStyles = (await get(styles)).bytes;
  for (const name of publicPageNames) {
    const { status, bytes } = await get(`/${name}`);
    console.log(
      `${`/${name}`.padEnd(10)} ${status}, first view ${((bytes + ofStyles) / 1_000).toFixed(1)} kB (aim 100)`,
    );
  }

  const took: number[] = [];
  const until = performance.now() + seconds * 1_000;
  const begin = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async (_, reader) => {
      for (let at = reader; performance.now() < until; at++) {
        const asked = performance.now();
        const { status } = await get(`/${publicPageNames[at % publicPageNames.length]}`);
        if (status !== 200) throw new Error(`A page answered ${status}`);
        took.push(performance.now() - asked);
      }
    }),
  );
  const perSecond = took.length / ((performance.now() - begin) / 1_000);
  took.sort((a, b) => a - b);
  console.log(
    `${perSecond.toFixed(0)} pages a second (aim 500), ${connections} readers, ` +
      `p50 ${percentile(took, 0.5).toFixed(1)} ms, p99 ${percentile(took, 0.99).toFixed(1)} ms`,
  );

  const seen: number[] = [];
  for (let change = 1; change <= 10; change++) {
    const title = `第 ${change} 次改名`;
    await pool.query(`update t_website set footer = $1 where site_key = 'ykzyb'`, [title]);
    const changed = performance.now();
    while (!(await get('/website', true)).body.includes(title)) await sleep(20);
    seen.push(performance.now() - changed);
  }
  console.log(`a changed row is seen after ${Math.max(...seen).toFixed(0)} ms at the longest (aim 5,000)`);
} finally {
  agent.destroy();
  await pool.end();
  server.kill('SIGTERM');
  await once(server, 'exit');
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
