import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { root } from './commands.mjs';

/** Milliseconds before a process that was asked to end is killed. */
const patienceMs = 30_000;

const endWithParent = fileURLToPath(new URL('./end-with-parent.mjs', import.meta.url));

/**
 * Starts Node with these arguments and its output on this terminal. Passes on Ctrl-C and termination signals once each,
 * and ends it if this process is killed. Returns the process and its end: the exit code.
 */
export function startNode({ node, env }, args, options = {}) {
  const child = spawn(node, ['--import', endWithParent, ...args], {
    cwd: root,
    env,
    // A separate process group: otherwise Ctrl-C would reach it from the terminal as well as from here.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    ...options,
  });
  // The channel only reports the end of the other side.
  child.channel?.unref();
  const ended = new Promise((done, failed) => {
    child.on('error', failed);
    child.on('exit', (code, signal) => done(code ?? (signal === 'SIGTERM' || signal === 'SIGINT' ? 0 : 1)));
  });
  return { child, ended };
}

/** The parent of this process and, if the system reports it (Linux), its parent: the shell and npm. */
function ancestors() {
  try {
    const status = readFileSync(`/proc/${process.ppid}/status`, 'utf8');
    return `${process.ppid} ${/^PPid:\s*(\d+)/m.exec(status)?.[1]}`;
  } catch {
    return String(process.ppid);
  }
}

/**
 * Calls back when the npm that started this script has ended. A signal sent to npm alone ends npm and perhaps the shell
 * in between, but does not reach this process. Without npm, the starter may end and leave it running.
 */
function whenNpmIsGone(callback) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const atFirst = ancestors();
  const timer = setInterval(() => {
    if (ancestors() === atFirst) return;
    clearInterval(timer);
    callback();
  }, 250);
  timer.unref();
}

/**
 * Passes termination signals on to these processes, after their `stop` if they have one, and waits for all of them.
 * Returns the worst exit code.
 */
export async function endTogether(started) {
  const running = () => started.filter(({ child }) => child.exitCode === null && child.signalCode === null);
  const end = signal => {
    for (const { stop } of started) stop?.();
    for (const { child } of running()) child.kill(signal);
    setTimeout(() => {
      for (const { child } of running()) child.kill('SIGKILL');
    }, patienceMs).unref();
  };
  process.on('SIGINT', () => end('SIGINT'));
  process.on('SIGTERM', () => end('SIGTERM'));
  process.on('SIGHUP', () => end('SIGTERM'));
  whenNpmIsGone(() => end('SIGTERM'));
  // One that ends by itself takes the others with it.
  const codes = await Promise.all(started.map(({ ended }) => ended.finally(() => end('SIGTERM'))));
  return Math.max(...codes);
}
