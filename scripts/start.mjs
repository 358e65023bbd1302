/** `npm start`: installs what is missing, builds the pages when they changed, and runs the product until it is ended. */
import { main } from './lib/commands.mjs';
import { endTogether, startNode } from './lib/processes.mjs';
import { ensureDependencies, ensureToolchain } from './lib/toolchain.mjs';
import { ensureWebBuild } from './lib/web-build.mjs';

await main(async () => {
  const tools = await ensureToolchain();
  await ensureDependencies(tools);
  ensureWebBuild(tools);
  process.exitCode = await endTogether([startNode(tools, ['server/main.ts'])]);
});
