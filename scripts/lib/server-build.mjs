import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { root, runQuietly } from './commands.mjs';
import { hashOfSources } from './sources.mjs';
import { toolScript } from './toolchain.mjs';

const dist = join(root, 'server', 'dist');

/** Arguments of Node that run the bundled server. */
export const bundledServer = ['--import', './server/dist/compile-first.js', 'server/dist/main.js'];

/** The newest file of a program that the server starts, for example `job-process`; its name has a hash. */
export function bundledProgram(name) {
  const files = readdirSync(dist)
    .filter(file => file.startsWith(`${name}-`) && file.endsWith('.js'))
    .map(file => join(dist, file));
  return files.toSorted((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs)[0];
}

/** Removes files older than the build before this one: a server that still runs may load the files of that one. */
function removeOldFiles(stamp) {
  if (!existsSync(stamp)) return;
  const { mtimeMs: lastBuild } = statSync(stamp);
  for (const name of readdirSync(dist)) {
    const file = join(dist, name);
    // A build takes seconds; the stamp comes last.
    if (statSync(file).mtimeMs < lastBuild - 60_000) rmSync(file);
  }
}

/** Bundles the server into server/dist if its sources changed since the last time (`server/rolldown.config.ts`). */
export function ensureServerBuild({ node, env }) {
  const stamp = join(dist, '.sources');
  const hash = hashOfSources(['server', 'model', 'package-lock.json', 'tsconfig.base.json']);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  console.log('Building the server ...');
  removeOldFiles(stamp);
  // A build that is broken off must not pass for the one before it.
  rmSync(stamp, { force: true });
  // Files move as a whole to where another node of this checkout may be loading them.
  const fresh = mkdtempSync(join(root, 'server', 'dist-'));
  try {
    const rolldown = [
      toolScript('rolldown', 'bin/cli.mjs'),
      '--config',
      'rolldown.config.ts',
      '--dir',
      fresh,
    ];
    runQuietly(node, rolldown, { env, cwd: join(root, 'server') });
    mkdirSync(dist, { recursive: true });
    for (const name of readdirSync(fresh)) renameSync(join(fresh, name), join(dist, name));
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  writeFileSync(stamp, hash);
}
