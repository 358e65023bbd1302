/** `npm start`: installs missing packages, builds changed pages, and runs the product until it is stopped. */
import { main } from './lib/commands.mjs';
import { endTogether, startNode } from './lib/processes.mjs';
import { ensureDependencies, ensureToolchain } from './lib/toolchain.mjs';
import { ensureWebBuild } from './lib/web-build.mjs';

/** Memory that is no longer used goes back to the system at once (glibc; others ignore these settings). */
const thrifty = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '131072' };

await main(async () => {
  const tools = await ensureToolchain();
  await ensureDependencies(tools);
  ensureWebBuild(tools);
  const lean = { ...tools, env: { ...thrifty, ...tools.env } };
  const args = ['--import', './server/platform/database/compile-first.ts', 'server/main.ts'];
  process.exitCode = await endTogether([startNode(lean, args)]);
});
