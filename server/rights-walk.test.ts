import { expect, test } from 'vitest';
import { walkRights, walkWorlds } from './testing/rights/rights-walk.ts';
import { openRightsWorld } from './testing/rights/rights-world.ts';
import { databaseKind } from './testing/run.ts';

test('random people who change what gives rights never gain what nobody entitled gave', {
  timeout: 600_000,
}, async () => {
  // 20,000 steps on both together, other ones on each; `node server/testing/rights/rights-walk.ts --steps 1000000` is the long
  // form. Most on the server, which does several worlds at a time; the embedded database does one statement at a time.
  const report =
    databaseKind() === 'embedded'
      ? await walkWorlds(1, { steps: 2_000, seed: 1 })
      : await walkWorlds(4, { steps: 18_000, seed: 2 });
  expect(report.faults).toEqual([]);
  // It would find nothing, too, if nothing were let through or nothing refused.
  expect(report.compared).toBeGreaterThan(report.steps / 10);
  expect(report.answers['role 403 outranked']).toBeGreaterThan(10);
});

test('without the watch over rights the same walk finds what is wrong', { timeout: 120_000 }, async () => {
  const world = await openRightsWorld({ watched: false });
  const { faults } = await walkRights(world, { steps: 400, seed: 1, mostFaults: 10_000 });
  await world.app.close();
  for (const fault of [/ gained \w+:/, /node #\d+ was changed/, /role .* was changed/, /gained reach/]) {
    expect(faults.join('\n')).toMatch(fault);
  }
});
