import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runQuietly } from './commands.mjs';
import { hashOfSources } from './sources.mjs';
import { toolScript } from './toolchain.mjs';

/** Builds the pages if their sources changed since the last time; the server serves web/dist. */
export function ensureWebBuild({ node, env }) {
  const stamp = join(root, 'web', 'dist', '.sources');
  const hash = hashOfSources(['web', 'model', 'package-lock.json', 'tsconfig.base.json']);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  console.log('Building the pages ...');
  // A server in development serves the same pages: those of React's development are slow, and run effects twice.
  const whole = { ...env, NODE_ENV: 'production' };
  runQuietly(node, [toolScript('vite', 'bin/vite.js'), 'build'], { env: whole, cwd: join(root, 'web') });
  writeFileSync(stamp, hash);
}
