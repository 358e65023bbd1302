/** `node scripts/list-dependencies.mjs`: rewrites the reviewed list of packages and prints the changes. */

import { main } from './lib/commands.mjs';
import { renewList } from './lib/dependencies.mjs';

await main(async () => {
  const { added, removed } = renewList();
  for (const line of removed) console.log(`- ${line.replaceAll('\t', ' ')}`);
  for (const line of added) console.log(`+ ${line.replaceAll('\t', ' ')}`);
  console.log(
    added.length + removed.length === 0 ? 'The list is as it was.' : 'Review this before it is committed.',
  );
});
