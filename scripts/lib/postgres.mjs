import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram, installPackages, runQuietly, Stop } from './commands.mjs';

/** Milliseconds that a new server may take to answer. */
export const startMs = 60_000;

/** Folder of the server's programs, in the newest installed version; undefined if there is none. */
function programs() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian)
    ? readdirSync(debian).sort((one, other) => Number(other) - Number(one))
    : [];
  const folders = versions.map(version => join(debian, version, 'bin'));
  const initdb = findProgram('initdb', folders);
  return initdb === undefined ? undefined : join(initdb, '..');
}

/**
 * PostgreSQL and PgBouncer refuse to run as root: how a command is run as another user then. setpriv becomes the command, so that
 * signals reach it.
 */
export function unprivileged() {
  if (process.getuid?.() !== 0) return [];
  const idOf = (option, user) => spawnSync('id', [option, user], { encoding: 'utf8' }).stdout.trim();
  const user = ['postgres', 'nobody'].find(name => idOf('-u', name) !== '');
  if (user === undefined || findProgram('setpriv') === undefined) {
    throw new Stop(
      'The database server does not run as root, and setpriv (package util-linux) with a user for it is not there.',
    );
  }
  return ['setpriv', `--reuid=${idOf('-u', user)}`, `--regid=${idOf('-g', user)}`, '--clear-groups', '--'];
}

/** A port of the loopback address that nothing listens on. */
export function freePort() {
  return new Promise((done, failed) => {
    const probe = createServer();
    probe.on('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}

/** A login as PostgreSQL's protocol has it: its length, version 3.0, and the user's name. */
function loginMessage() {
  const values = Buffer.from('user\0yikao\0database\0postgres\0\0');
  const head = Buffer.alloc(8);
  head.writeInt32BE(head.length + values.length, 0);
  head.writeInt32BE(196_608, 4);
  return Buffer.concat([head, values]);
}

/** Reports whether the server on this port takes a login; it listens for a moment before it does. */
export function answers(port) {
  return new Promise(done => {
    const socket = connect(port, '127.0.0.1', () => socket.write(loginMessage()));
    const settle = ready => {
      socket.destroy();
      done(ready);
    };
    socket.once('data', answer => settle(answer.toString('latin1', 0, 1) === 'R'));
    socket.once('error', () => settle(false));
    socket.once('close', () => settle(false));
  });
}

/**
 * Starts a temporary PostgreSQL cluster on a free port of the loopback address, installing the server if it is missing
 * and this is root. It is not durable: no fsync, and `stop` removes its files, which are in a new folder of `under`.
 * Returns its URL, the id of its first process, whether it runs, and `end` and `start`, which make it unavailable for a
 * while.
 */
export async function startPostgres({ under = tmpdir() } = {}) {
  if (programs() === undefined)
    installPackages(['postgresql'], 'The PostgreSQL server (needed by the tests)');
  const bin = programs();
  if (bin === undefined)
    throw new Stop('The PostgreSQL server is installed, but its programs were not found.');
  const as = unprivileged();
  const folder = mkdtempSync(join(under, 'yikao-postgres-'));
  const data = join(folder, 'data');
  if (as.length > 0) chmodSync(folder, 0o777);
  const run = (name, args) => [...as, join(bin, name), ...args];

  const [initdb, ...initdbArgs] = run('initdb', [
    ...['-D', data, '-U', 'yikao', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
  ]);
  runQuietly(initdb, initdbArgs, { cwd: folder });
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: 200,
    shared_buffers: '128MB',
  };
  const [server, ...serverArgs] = run('postgres', [
    ...['-D', data],
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  let child;
  let output = '';

  const running = () => child !== undefined && child.exitCode === null && child.signalCode === null;

  /** Ends it: `SIGINT` is PostgreSQL's fast shutdown, `SIGQUIT` its end without putting anything in order. */
  async function end(signal = 'SIGINT') {
    if (!running()) return;
    const ended = new Promise(done => child.on('exit', done));
    child.kill(signal);
    await ended;
  }

  async function stop() {
    await end();
    rmSync(folder, { recursive: true, force: true });
  }

  async function start() {
    child = spawn(server, serverArgs, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr.on('data', text => {
      output = (output + text).slice(-4_000);
    });
    const until = Date.now() + startMs;
    while (!(await answers(port))) {
      if (!running() || Date.now() > until) {
        await end();
        throw new Stop(`The throw-away PostgreSQL server did not start:\n${output}`);
      }
      await new Promise(done => setTimeout(done, 50));
    }
  }

  try {
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  const url = `postgresql://yikao@127.0.0.1:${port}/postgres`;
  return { url, pid: child.pid, stop, end, start, running };
}
