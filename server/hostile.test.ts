import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHostile } from './testing/hostile/hostile.ts';
import { type HostileWorld, openHostileWorld } from './testing/hostile/hostile-world.ts';
import { databaseKind } from './testing/run.ts';

let world: HostileWorld;

beforeAll(async () => {
  world = await openHostileWorld();
});
afterAll(() => world.app.close());

test('20,000 made-up calls over every route break nothing, show no foreign row, change none and leave no memory behind', {
  timeout: 600_000,
}, async () => {
  // Other calls on the other kind of database; `node server/testing/hostile/hostile.ts --calls 1000000` is the long form.
  const seed = databaseKind() === 'embedded' ? 1 : 2;
  console.info(`made-up calls of the seed ${seed}`);
  const report = await runHostile(world, { calls: 20_000, seed });
  expect(report.faults).toEqual([]);
  expect(report.changed).toEqual([]);
  expect(report.stains).toEqual([]);
  expect(report.unmade).toEqual([]);
  expect(report.answers).toBe(true);
  expect(report.byStatus[200]).toBeGreaterThan(1_000);
  expect(report.audited).toBeGreaterThan(1_000);
  const [first = 0, ...later] = report.heap;
  expect(Math.max(...later) - first).toBeLessThan(32);
});
