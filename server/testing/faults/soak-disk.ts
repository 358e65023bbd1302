/**
 * Imports on a disk that fills up at random times, with the product and its database on it:
 *
 *   node server/testing/faults/soak-disk.ts [--rounds 30] [--database embedded|server]
 *
 * Needs a user who may mount a file system (root). Each import must be complete, exactly once, after there is room
 * again; every call in between must be answered or refused with a clear message; SIGTERM, half the time while the disk
 * is full, must end the process within ten seconds. Prints the figures, and exits with 1 on any violation.
 */
import { parseArgs } from 'node:util';
import type { DatabaseKind } from '../run.ts';
import { FullDisk } from './full-disk.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '30' },
    database: { type: 'string' },
  },
});
const kinds: readonly DatabaseKind[] =
  values.database === undefined ? ['embedded', 'server'] : [values.database as DatabaseKind];
/** Megabytes of the disk; a tenth of it is the reserve. */
const megabytes = 900;
let faulty = 0;
for (const kind of kinds) {
  const world = await FullDisk.open(kind, megabytes);
  const sums = new Map<string, number>();
  const stops: number[] = [];
  let [longestMs, waited, databaseEnds, forced, rows] = [0, 0, 0, 0, 0];
  try {
    for (let n = 1; n <= Number(values.rounds); n++) {
      const plan = {
        rows: 4_000 + Math.floor(Math.random() * 16_000),
        fillAfterMs: Math.floor(Math.random() * 4_000),
        fullMs: 1_000 + Math.floor(Math.random() * 5_000),
        leaveMb: Math.random() < 0.6 ? 0 : Math.floor(Math.random() * 40),
        stopWhileFull: n % 2 === 0,
      };
      const round = await world.round(plan);
      rows += plan.rows;
      for (const [name, count] of round.answers) sums.set(name, (sums.get(name) ?? 0) + count);
      stops.push(round.ended.ms);
      longestMs = Math.max(longestMs, round.longestMs);
      waited += Number(round.waited);
      databaseEnds += Number(round.databaseEnded);
      forced += Number(round.ended.code !== 0);
      faulty += round.faults.length;
      console.log(
        `${kind} ${n}: ${plan.rows} rows, ${plan.leaveMb} MB left after ${plan.fillAfterMs} ms for ${plan.fullMs} ms; ` +
          `${[...round.answers].map(([name, count]) => `${name} ${count}`).join(', ')}; ` +
          `${round.waited ? 'waited; ' : ''}stop ${round.ended.ms} ms, exit code ${round.ended.code}`,
      );
      for (const fault of round.faults) console.log(`  FAULT ${fault}`);
    }
  } finally {
    await world.close();
  }
  console.log(
    `${kind}: ${values.rounds} imports of ${rows} rows on a disk of ${megabytes} MB; calls ` +
      `${[...sums].map(([name, count]) => `${name} ${count}`).join(', ')}, longest ${longestMs} ms; ` +
      `${waited} jobs seen waiting, database ended ${databaseEnds} times; ` +
      `stops ${Math.min(...stops)} to ${Math.max(...stops)} ms, ${forced} by force`,
  );
}
console.log(faulty === 0 ? 'No row lost or doubled, nothing hung.' : `${faulty} faults`);
process.exitCode = faulty === 0 ? 0 : 1;
