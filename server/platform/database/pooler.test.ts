import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { createTestDatabase, empty } from '../../testing/database.ts';
import { silentLogger } from '../logger.ts';
import { openServer } from './open.ts';
import { repeatingClients } from './repeating-client.ts';

/** Number of times each statement is sent, well past the point at which it is prepared. */
const sends = 60;

/** Sends the same few statements from several callers at once, and checks each answer. */
async function askAgainAndAgain(query: (text: string, values: unknown[]) => Promise<pg.QueryResult>) {
  const asked = Array.from({ length: sends * 3 }, (_, index) => index);
  const answers = await Promise.all(
    asked.map(async index => (await query(`select $1::int + ${index % 3} as v`, [index])).rows[0].v),
  );
  expect(answers).toEqual(asked.map(index => index + (index % 3)));
}

describe('behind a pooler in transaction mode', () => {
  test('statements that come again and again are answered, inside transactions too', async () => {
    const database = await createTestDatabase(empty);
    try {
      await askAgainAndAgain((text, values) => database.pool.query(text, values));
      const client = await database.pool.connect();
      for (let round = 0; round < sends; round += 1) {
        await client.query('begin');
        expect((await client.query('select $1::int as v', [round])).rows).toEqual([{ v: round }]);
        await client.query('commit');
      }
      client.release();
      expect((await database.pool.query('select name from pg_prepared_statements')).rows).toEqual([]);
    } finally {
      await database.close();
    }
  });

  test("two nodes that share its connections do not meet each other's statements", async () => {
    const one = await createTestDatabase(empty);
    const other = openServer(one.url, 5, silentLogger());
    try {
      for (let round = 0; round < 2; round += 1) {
        await Promise.all([
          askAgainAndAgain((text, values) => one.pool.query(text, values)),
          askAgainAndAgain((text, values) => other.pool.query(text, values)),
        ]);
      }
    } finally {
      await other.close();
      await one.close();
    }
  });

  test('a statement whose name is missing or taken there is sent once more without it', async () => {
    const database = await createTestDatabase(empty);
    // A pool that has not looked for the pooler: only the retry can handle it.
    const { Client } = repeatingClients('auto', silentLogger());
    const unaware = new pg.Pool({ connectionString: database.url, max: 5, Client });
    try {
      await askAgainAndAgain((text, values) => unaware.query(text, values));
      const client = new Client({ connectionString: database.url });
      await client.connect();
      for (let round = 0; round < sends; round += 1) {
        expect((await client.query('select $1::int as v', [round])).rows).toEqual([{ v: round }]);
      }
      await client.end();
    } finally {
      await unaware.end();
      await database.close();
    }
  });
});
