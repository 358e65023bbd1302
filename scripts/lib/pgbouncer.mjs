import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram, installPackages, Stop } from './commands.mjs';
import { answers, freePort, startMs, unprivileged } from './postgres.mjs';

/** Connections to the server for each database: fewer than the product opens, so that it really shares them. */
const poolSize = 5;

const find = () => findProgram('pgbouncer', ['/usr/sbin']);

/**
 * Starts PgBouncer in transaction mode on a free port of the loopback address, in front of the PostgreSQL server of
 * this URL, installing it if it is missing and this is root. Returns its URL and `stop`, which ends it and removes its
 * files.
 */
export async function startPgBouncer(serverUrl) {
  if (find() === undefined) installPackages(['pgbouncer'], 'PgBouncer (needed by the tests)');
  const program = find();
  if (program === undefined) throw new Stop('PgBouncer is installed, but its program was not found.');
  const server = new URL(serverUrl);
  const folder = mkdtempSync(join(tmpdir(), 'yikao-pgbouncer-'));
  const as = unprivileged();
  if (as.length > 0) chmodSync(folder, 0o755);
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
* = host=${server.hostname} port=${server.port} user=${server.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 1000
server_idle_timeout = 5
log_connections = 0
log_disconnections = 0
`,
  );
  const [command, ...args] = [...as, program, '-q', file];
  const child = spawn(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', text => {
    output = (output + text).slice(-4_000);
  });
  const running = () => child.exitCode === null && child.signalCode === null;

  async function stop() {
    if (running()) {
      const ended = new Promise(done => child.on('exit', done));
      // Its immediate shutdown: clients that are still there have lost their tests.
      child.kill('SIGTERM');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  }

  const until = Date.now() + startMs;
  while (!(await answers(port))) {
    if (!running() || Date.now() > until) {
      await stop();
      throw new Stop(`PgBouncer did not start:\n${output}`);
    }
    await new Promise(done => setTimeout(done, 50));
  }
  return { url: `postgresql://${server.username}@127.0.0.1:${port}/postgres`, stop };
}
