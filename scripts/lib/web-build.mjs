import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root, runQuietly } from './commands.mjs';
import { toolScript } from './toolchain.mjs';

/** The sources of the built pages. */
const sources = ['web', 'model', 'package-lock.json', 'tsconfig.base.json'];
const notSources = new Set(['dist', 'node_modules']);

function* filesOf(path) {
  const entries = readdirSync(path, { withFileTypes: true }).sort((one, other) =>
    one.name < other.name ? -1 : 1,
  );
  for (const entry of entries) {
    if (notSources.has(entry.name) || entry.name.includes('.test.')) continue;
    const inside = join(path, entry.name);
    if (entry.isDirectory()) yield* filesOf(inside);
    else yield inside;
  }
}

function hashOfSources() {
  const hash = createHash('sha256');
  for (const name of sources) {
    const source = join(root, name);
    for (const file of name.includes('.') ? [source] : filesOf(source)) {
      hash
        .update(`${relative(root, file)}\0`)
        .update(readFileSync(file))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

/** Builds the pages if their sources changed since the last time; the server serves web/dist. */
export function ensureWebBuild({ node, env }) {
  const stamp = join(root, 'web', 'dist', '.sources');
  const hash = hashOfSources();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  console.log('Building the pages ...');
  // A server in development serves the same pages: those of React's development are slow, and run effects twice.
  const whole = { ...env, NODE_ENV: 'production' };
  runQuietly(node, [toolScript('vite', 'bin/vite.js'), 'build'], { env: whole, cwd: join(root, 'web') });
  writeFileSync(stamp, hash);
}
