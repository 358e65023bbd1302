import { expect, test } from 'vitest';
import { walkRights } from './testing/rights-walk.ts';
import { openRightsWorld } from './testing/rights-world.ts';
import { databaseKind } from './testing/run.ts';

test('random people who change what gives rights never gain what nobody entitled gave', {
  timeout: 600_000,
}, async () => {
  // Other steps on the other kind of database; `node server/testing/rights-walk.ts --steps 1000000` is the long form.
  const seed = databaseKind() === 'embedded' ? 1 : 2;
  const world = await openRightsWorld();
  const report = await walkRights(world, { steps: 2_500, seed });
  await world.app.close();
  expect(report.faults).toEqual([]);
  // It would find nothing, too, if nothing were let through or nothing refused.
  expect(report.compared).toBeGreaterThan(300);
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
