/**
 * A process for the tests: opens the embedded database in the given folder and inserts rows for ever, printing the
 * number of each acknowledged one, until it is killed.
 */
import { openEmbedded } from '../../platform/database/open.ts';
import { silentLogger } from '../../platform/logger.ts';

const database = await openEmbedded({ dataDir: process.argv[2], logger: silentLogger() });
await database.pool.query('create table if not exists written (number bigint primary key, filler text)');
const { rows } = await database.pool.query<{ next: number }>(
  'select coalesce(max(number), 0) + 1 as next from written',
);
for (let number = rows[0]?.next ?? 1; ; number++) {
  await database.pool.query("insert into written values ($1, repeat('x', 500))", [number]);
  process.stdout.write(`${number}\n`);
}
