import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ask, keepHouse } from './housekeeping.ts';
import { answerRows, simpleQuery } from './wire.ts';

let database: PGlite;
let ask: Ask;

const idle = { held: false, idleMs: 60_000 };

beforeAll(async () => {
  database = await PGlite.create();
  ask = query => answerRows([Buffer.from(database.execProtocolRawSync(simpleQuery(query)))]);
});

afterAll(() => database.close());

/** Bytes of log since the last checkpoint. */
const log = () =>
  Number(ask('select pg_current_wal_insert_lsn() - redo_lsn from pg_control_checkpoint()')[0]?.[0]);

const fruit = () => {
  ask('select pg_stat_force_next_flush()');
  return ask(
    "select n_dead_tup, last_vacuum, last_analyze from pg_stat_user_tables where relname = 'fruit'",
  )[0];
};

describe('keeping house', () => {
  test('bounds the log, and clears and counts a table once nobody is at work', () => {
    ask('create table fruit (id int, name text)');
    ask('insert into fruit select id, repeat(md5(id::text), 30) from generate_series(1, 80000) as id');
    ask('delete from fruit where id % 2 = 0');
    expect(log()).toBeGreaterThan(64 * 1024 * 1024);
    expect(fruit()).toEqual(['40000', null, null]);

    keepHouse({ held: true, idleMs: 60_000 }, ask);
    expect(log()).toBeGreaterThan(64 * 1024 * 1024);

    keepHouse({ held: false, idleMs: 0 }, ask);
    expect(log()).toBeLessThan(1024 * 1024);
    expect(fruit()).toEqual(['40000', null, null]);

    keepHouse(idle, ask);
    expect(fruit()).toEqual(['0', expect.any(String), expect.any(String)]);
  });
});
