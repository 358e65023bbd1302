/** `npm run dev`: the server and the pages, both of which reload when a file is saved. */
import { join } from 'node:path';
import { main, root } from './lib/commands.mjs';
import { endTogether, startNode } from './lib/processes.mjs';
import { startReloading } from './lib/reloading.mjs';
import { ensureDependencies, ensureToolchain, toolScript } from './lib/toolchain.mjs';

await main(async () => {
  const tools = await ensureToolchain();
  await ensureDependencies(tools);
  console.log(
    'The pages are served, and reloaded, by the address that Vite prints; the calls go on to the server.',
  );
  process.exitCode = await endTogether([
    startReloading(tools, ['server/main.ts'], ['server', 'model']),
    startNode(tools, [toolScript('vite', 'bin/vite.js'), '--clearScreen', 'false'], {
      cwd: join(root, 'web'),
    }),
  ]);
});
