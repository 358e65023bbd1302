import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** A message for the terminal, printed without a stack. */
export class Stop extends Error {}

/** Runs a script's body; a failure ends it with one sentence and exit code 1. */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    console.error(error instanceof Stop ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}

/** The full path of a program in PATH or in one of the further folders; undefined when it is not there. */
export function findProgram(name, folders = []) {
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), ...folders]) {
    if (folder === '') continue;
    try {
      accessSync(join(folder, name), constants.X_OK);
      return join(folder, name);
    } catch {
      // Not here; the next folder may have it.
    }
  }
  return undefined;
}

/** Runs a program to its end, silently; its output is in the error when it fails. */
export function runQuietly(program, args, options = {}) {
  const done = spawnSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    ...options,
  });
  if (done.status !== 0) {
    const output = [done.error?.message, done.stdout, done.stderr].filter(Boolean).join('\n').trim();
    throw new Stop(`${[program, ...args].join(' ')} failed:\n${output}`);
  }
  return done.stdout;
}

/** Runs a program to its end with its output on this terminal; returns the exit code. */
export function runShown(program, args, options = {}) {
  return new Promise((done, failed) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', ...options });
    child.on('error', failed);
    child.on('exit', (code, signal) => done(code ?? (signal ? 1 : 0)));
  });
}

/** Reports whether this process may install packages of the system. */
export function mayInstall() {
  return process.getuid?.() === 0 && findProgram('apt-get', ['/usr/bin']) !== undefined;
}

let listsFresh = false;

/** Installs Debian packages, or explains in one sentence what is missing and why it cannot be installed. */
export function installPackages(packages, purpose) {
  const wanted = packages.join(' ');
  if (!mayInstall()) {
    throw new Stop(
      `${purpose} is missing. Install it (on Debian or Ubuntu as root: apt-get install ${wanted}) and run the command again.`,
    );
  }
  console.log(`Installing ${wanted} ...`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  if (!listsFresh) runQuietly('apt-get', ['update', '-q'], { env });
  listsFresh = true;
  runQuietly('apt-get', ['install', '-q', '-y', '--no-install-recommends', ...packages], { env });
}
