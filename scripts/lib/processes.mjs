import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { root } from './commands.mjs';

/** Milliseconds after which a process that was told to end is ended by force. */
const patienceMs = 30_000;

const endWithParent = fileURLToPath(new URL('./end-with-parent.mjs', import.meta.url));

/**
 * Starts Node with these arguments, its output on this terminal. Ctrl-C and the signals that end a program are passed
 * on once each, and it ends too when this process is killed. Gives the process and its end: the exit code.
 */
export function startNode({ node, env }, args, options = {}) {
  const child = spawn(node, ['--import', endWithParent, ...args], {
    cwd: root,
    env,
    // A group of its own: else Ctrl-C would reach it from the terminal as well as from here.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    ...options,
  });
  // The channel only tells each side that the other has gone.
  child.channel?.unref();
  const ended = new Promise((done, failed) => {
    child.on('error', failed);
    child.on('exit', (code, signal) => done(code ?? (signal === 'SIGTERM' || signal === 'SIGINT' ? 0 : 1)));
  });
  return { child, ended };
}

/** The parent of this process and, where the system tells (Linux), the parent's parent: the shell and npm. */
function ancestors() {
  try {
    const status = readFileSync(`/proc/${process.ppid}/status`, 'utf8');
    return `${process.ppid} ${/^PPid:\s*(\d+)/m.exec(status)?.[1]}`;
  } catch {
    return String(process.ppid);
  }
}

/**
 * Calls back when npm has gone that started this script. A signal that is sent to npm alone ends npm, perhaps the
 * shell between, and does not get here. Without npm above, whoever started this script may go and leave it running.
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

/** Passes the signals that end a program on to these processes, and waits for all of them. Gives the worst exit code. */
export async function endTogether(started) {
  const running = () => started.filter(({ child }) => child.exitCode === null && child.signalCode === null);
  const end = signal => {
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
