/** `npm run check`: types, style, dead code, import directions, doc comments, dependencies. */

import { runChecks } from './lib/checks.mjs';
import { main } from './lib/commands.mjs';
import { ensureDependencies, ensureToolchain } from './lib/toolchain.mjs';

await main(async () => {
  const tools = await ensureToolchain();
  await ensureDependencies(tools);
  const { failed } = runChecks(tools);
  if (failed > 0) process.exitCode = 1;
});
