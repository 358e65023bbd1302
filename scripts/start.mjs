/** `npm start`: installs missing packages, builds what changed, and runs the product until it is stopped. */
import { join } from 'node:path';
import { main, root } from './lib/commands.mjs';
import { endTogether, startNode } from './lib/processes.mjs';
import { bundledServer, ensureServerBuild } from './lib/server-build.mjs';
import { ensureDependencies, ensureToolchain } from './lib/toolchain.mjs';
import { ensureWebBuild } from './lib/web-build.mjs';

/** Memory that is no longer used goes back to the system at once (glibc; others ignore these settings). */
const thrifty = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '131072' };

await main(async () => {
  const tools = await ensureToolchain();
  await ensureDependencies(tools);
  ensureWebBuild(tools);
  ensureServerBuild(tools);
  // The next start reads compiled code.
  const cache = { NODE_COMPILE_CACHE: join(root, '.cache', 'compiled') };
  const lean = { ...tools, env: { ...thrifty, ...cache, ...tools.env } };
  // V8 gives 96 MB to short-lived objects by itself; the product needs no more than this.
  const args = ['--max-semi-space-size=16', ...bundledServer];
  process.exitCode = await endTogether([startNode(lean, args)]);
});
