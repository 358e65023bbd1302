import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ask, Housekeeping } from './housekeeping.ts';
import { answerRows, simpleQuery } from './wire.ts';

let database: PGlite;
let ask: Ask;

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

/** A busy database, checked every quarter of a minute, in which it worked for this many milliseconds. */
function watched() {
  const sessions = { held: false, busyMs: 0 };
  const housekeeping = new Housekeeping(sessions, ask, 0);
  let now = 0;
  return {
    sessions,
    look(busyMs: number) {
      sessions.busyMs += busyMs;
      now += 15_000;
      housekeeping.look(now);
    },
  };
}

/** Recreates the table, of some 90 MB, half of it dead rows. */
function spoil() {
  ask('drop table if exists fruit');
  ask('create table fruit (id int, name text)');
  ask('insert into fruit select id, repeat(md5(id::text), 30) from generate_series(1, 80000) as id');
  ask('delete from fruit where id % 2 = 0');
}

describe('keeping house', () => {
  test('bounds the log, and clears and counts a large table once hardly anybody is at work', () => {
    spoil();
    expect(log()).toBeGreaterThan(64 * 1024 * 1024);
    expect(fruit()).toEqual(['40000', null, null]);

    const { sessions, look } = watched();
    sessions.held = true;
    look(0);
    expect(log()).toBeGreaterThan(64 * 1024 * 1024);

    sessions.held = false;
    look(3_000);
    expect(log()).toBeLessThan(1024 * 1024);
    expect(fruit()).toEqual(['40000', null, null]);

    // The job queue looks for work all the time.
    for (let looks = 1; looks < 4; looks++) look(300);
    expect(fruit()).toEqual(['40000', null, null]);
    look(300);
    expect(fruit()).toEqual(['0', expect.any(String), expect.any(String)]);
  });

  test('spares a large table no longer when somebody has been at work for an hour', () => {
    spoil();
    const { look } = watched();
    for (let looks = 1; looks < 240; looks++) look(3_000);
    expect(fruit()).toEqual(['40000', null, null]);
    look(3_000);
    expect(fruit()).toEqual(['0', expect.any(String), expect.any(String)]);
  });

  test('clears a small table although somebody is at work', () => {
    ask('create table nut (id int)');
    ask('insert into nut select generate_series(1, 5000)');
    ask('delete from nut');
    ask('select pg_stat_force_next_flush()');
    const { look } = watched();
    look(3_000);
    const [found] = ask("select n_dead_tup, last_vacuum from pg_stat_user_tables where relname = 'nut'");
    expect(found).toEqual(['0', expect.any(String)]);
  });
});
