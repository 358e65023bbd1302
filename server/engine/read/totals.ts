import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { limits } from '@yikao/model/limits.ts';
import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { columnName, tableName } from '../table/naming.ts';
import { type Condition, column, type Db } from '../table/sql.ts';
import { transact } from '../write/transaction.ts';
import type { OrderValue } from './order.ts';

/** The number of rows as currently known. */
interface Total {
  readonly total: number;
  /** The number is near the truth; the true one is being counted. */
  readonly estimated: boolean;
  /** The keys of the requested page, if the count had read all rows. */
  readonly keys?: readonly number[];
}

/** A page in an order without an index: counting its rows reads everything needed to find it. */
export interface SortedPage {
  readonly order: readonly OrderValue[];
  readonly size: number;
  readonly offset: number;
}

/** A number that was counted, and the snapshot of the database that it was counted in. */
interface Counted {
  readonly total: number;
  readonly snapshot: string;
  /** Milliseconds that the counting took, and when it ended. */
  readonly took: number;
  readonly at: number;
}

/** The finding of a first look: a number that was counted, or one near the truth. */
interface Begun extends Total {
  readonly counted?: Counted;
}

/** The subject of a count: one filter within one scope, for any caller. */
interface Asked {
  readonly key: string;
  readonly tables: readonly string[];
  readonly whole: CompiledQuery<{ total: string; snapshot: string }>;
}

/** Most counts cached by a process; the least recently used is evicted first. */
const mostRemembered = 1_000;
/** Numbers below this, quickly counted, are counted each time. */
const quicklyCounted = { rows: 500, ms: 3 };
/** Longest time a count is cached, in milliseconds: the records of changes are kept longer. */
const rememberedMs = 10 * 60_000;
/** Shortest time before a changing table is counted again: milliseconds, and a multiple of the count's duration. */
const again = { ms: 5_000, times: 20 };
/** Validity of an estimate of a changing table: milliseconds, and a multiple of the estimate's duration. */
const estimateAgain = { ms: 1_000, times: 20 };
/** Milliseconds that counting may take. */
const patienceMs = 30_000;
/** Counts that wait for their turn behind the one that runs. */
const mostWaiting = 50;
/** Milliseconds between clean-ups of change records that every process has seen. */
const tidyMs = 5 * 60_000;

/**
 * The totals of lists. Up to {@link limits.exactTotal} they are exact at once; beyond that an estimate is returned
 * while the true number is counted in the background, once per filter and scope, one count at a time. A count is cached
 * with the snapshot it was taken in, and valid as long as no transaction outside that snapshot has changed a table it
 * reads (`yikao_table_change`, migration 0046), on any node and from the moment of its commit.
 */
class Totals {
  private readonly db: Db;
  private readonly counted = new Map<string, Counted>();
  private readonly running = new Map<string, Promise<Counted>>();
  private readonly begun = new Map<string, Promise<Begun | undefined>>();
  private readonly estimates = new Map<string, Counted>();
  private readonly waiting: Asked[] = [];
  private busy = false;
  private noted: Promise<ReadonlySet<string>> | undefined;
  private tidied = performance.now();

  constructor(db: Db) {
    this.db = db;
  }

  /** The total available at once; includes the keys of a `page` if it had to be counted and found few rows. */
  async of(dataset: AnyDataset, where: Condition, page?: SortedPage): Promise<Total> {
    const { asked, matching } = await this.ask(dataset, where);
    const known = asked && this.counted.get(asked.key);
    if (asked && known && (await this.isTrue(asked, known))) return { total: known.total, estimated: false };
    // A recent exact number is closer than the planner's estimate.
    if (asked && known && known.total > limits.exactTotal) {
      this.countSoon(asked);
      return { total: known.total, estimated: true };
    }
    const estimate = asked && this.estimates.get(asked.key);
    if (asked && estimate && (isFresh(estimate) || (await this.isTrue(asked, estimate)))) {
      this.countSoon(asked);
      return { total: estimate.total, estimated: true };
    }
    // Simultaneous callers share one count; a count of few rows may have started before the call.
    const joined = asked && this.begun.get(asked.key);
    const shared = await joined;
    if (asked && shared && (!shared.counted || (await this.isTrue(asked, shared.counted)))) {
      return { total: shared.total, estimated: shared.estimated };
    }
    const mine = this.begin(dataset, matching, asked, page);
    if (asked && !joined) {
      const told = mine.catch(() => undefined);
      this.begun.set(asked.key, told);
      void told.then(() => this.begun.delete(asked.key));
    }
    const { total, estimated, keys } = await mine;
    return { total, estimated, ...(keys && { keys }) };
  }

  /** Counts few rows, and estimates many. */
  private async begin(
    dataset: AnyDataset,
    matching: RawBuilder<unknown>,
    asked: Asked | undefined,
    page: SortedPage | undefined,
  ): Promise<Begun> {
    const began = performance.now();
    const bounded = await boundedCount(dataset, matching, page).execute(this.db);
    const { total = 0, snapshot = '', keys } = bounded.rows[0] ?? {};
    const at = performance.now();
    const counted: Counted = { total, snapshot, took: at - began, at };
    if (total > limits.exactTotal) {
      return { total: await this.estimate(matching, counted, asked), estimated: true };
    }
    const isDear = total > quicklyCounted.rows || counted.took > quicklyCounted.ms;
    if (asked && isDear) this.remember(asked, counted);
    return { total, estimated: false, counted, ...(keys && { keys }) };
  }

  /** An approximate number, larger than what a first look has `seen`, while the true one is counted. */
  private async estimate(
    matching: RawBuilder<unknown>,
    seen: Counted,
    asked: Asked | undefined,
  ): Promise<number> {
    if (asked) this.countSoon(asked);
    const plan = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
      explain (format json) select 1 ${matching}`.execute(this.db);
    const rows = plan.rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? seen.total;
    const total = Math.max(seen.total, Math.round(rows));
    if (asked) {
      this.estimates.delete(asked.key);
      this.estimates.set(asked.key, { ...seen, total });
      forgetOldest(this.estimates);
    }
    return total;
  }

  /** Waits for the true number; returns the result of {@link of} if counting takes too long. */
  async exactOf(dataset: AnyDataset, where: Condition): Promise<Total> {
    const { asked, matching } = await this.ask(dataset, where);
    if (!asked) {
      const found = await sql<{ total: number }>`select count(*) as total ${matching}`.execute(this.db);
      return { total: found.rows[0]?.total ?? 0, estimated: false };
    }
    try {
      const known = this.counted.get(asked.key);
      if (known && (await this.isTrue(asked, known))) return { total: known.total, estimated: false };
      const joined = this.running.get(asked.key);
      const counted = await (joined ?? this.count(asked));
      // A count that began before this call may miss recent writes.
      const holds = joined === undefined || (await this.isTrue(asked, counted));
      return { total: (holds ? counted : await this.count(asked)).total, estimated: false };
    } catch {
      return this.of(dataset, where);
    }
  }

  /** Undefined, which prevents caching, if the time also affects the number, or if changes are not recorded. */
  private async ask(dataset: AnyDataset, where: Condition) {
    const matching = sql`from ${sql.table(tableName(dataset))} as d where ${where} and not d.deleted`;
    const whole = sql<{ total: string; snapshot: string }>`
      select count(*) as total, pg_current_snapshot()::text as snapshot ${matching}`.compile(this.db);
    const tables = [...new Set(whole.sql.match(/\bt_[a-z0-9_]+\b/g))];
    this.noted ??= readNoted(this.db);
    const noted = await this.noted;
    const isTimeless = !/\b(now|clock_timestamp|current_(date|time|timestamp)|random)\b/i.test(whole.sql);
    if (!isTimeless || !tables.every(table => noted.has(table))) return { matching };
    const key = `${whole.sql}\n${JSON.stringify(whole.parameters)}`;
    return { matching, asked: { key, tables, whole } satisfies Asked };
  }

  /** Reports whether nothing that the number is about has changed since it was counted. */
  private async isTrue({ key, tables }: Asked, known: Counted): Promise<boolean> {
    if (performance.now() - known.at > rememberedMs) {
      this.counted.delete(key);
      return false;
    }
    const found = await sql<{ changed: boolean }>`
      select exists (select from yikao_table_change where table_name = any(${tables}::text[])
        and xid >= pg_snapshot_xmin(${known.snapshot}::pg_snapshot)
        and not pg_visible_in_snapshot(xid, ${known.snapshot}::pg_snapshot)) as changed`.execute(this.db);
    const changed = found.rows[0]?.changed ?? true;
    if (!changed && this.counted.get(key) === known) {
      // Reinsert the entry as the most recently used.
      this.counted.delete(key);
      this.counted.set(key, known);
    }
    return !changed;
  }

  private remember(asked: Asked, counted: Counted): void {
    this.counted.delete(asked.key);
    this.counted.set(asked.key, counted);
    this.estimates.delete(asked.key);
    forgetOldest(this.counted);
    if (performance.now() - this.tidied > tidyMs) {
      this.tidied = performance.now();
      // If this clean-up fails, the next caller repeats it.
      tidy(this.db).catch(() => undefined);
    }
  }

  /** Counts in the background, unless that was done a moment ago. */
  private countSoon(asked: Asked): void {
    const { key } = asked;
    const before = this.counted.get(key);
    const rest = before ? Math.max(again.ms, again.times * before.took) : 0;
    if (before && performance.now() - before.at < rest) return;
    const isAhead = this.running.has(key) || this.waiting.some(one => one.key === key);
    if (isAhead || this.waiting.length >= mostWaiting) return;
    this.waiting.push(asked);
    if (!this.busy) void this.workOff();
  }

  private async workOff(): Promise<void> {
    this.busy = true;
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      // Callers that wait for the true number count it again and get the error.
      if (!this.running.has(next.key)) await this.count(next).catch(() => undefined);
    }
    this.busy = false;
  }

  private count(asked: Asked): Promise<Counted> {
    const work = this.countNow(asked).finally(() => {
      if (this.running.get(asked.key) === work) this.running.delete(asked.key);
    });
    this.running.set(asked.key, work);
    return work;
  }

  private async countNow(asked: Asked): Promise<Counted> {
    const began = performance.now();
    const found = await transact(this.db, async db => {
      await sql`set local statement_timeout = ${sql.lit(patienceMs)}`.execute(db);
      // Use no parallel workers: the count runs in the background and leaves the processors to readers.
      await sql`set local max_parallel_workers_per_gather = 0`.execute(db);
      return db.executeQuery(asked.whole);
    });
    const { total = '0', snapshot = '' } = found.rows[0] ?? {};
    const at = performance.now();
    const counted: Counted = { total: Number(total), snapshot, took: at - began, at };
    this.remember(asked, counted);
    return counted;
  }
}

/** Reports whether an estimate is recent enough to be valid despite later writes. */
function isFresh({ at, took }: Counted): boolean {
  return performance.now() - at < Math.max(estimateAgain.ms, estimateAgain.times * took);
}

/** Keeps a memory within its bound. */
function forgetOldest(memory: Map<string, unknown>): void {
  const [oldest] = memory.keys();
  if (memory.size > mostRemembered && oldest !== undefined) memory.delete(oldest);
}

/** Counts rows up to one more than the exact limit, and returns the keys of a page if one is given. */
function boundedCount(dataset: AnyDataset, matching: RawBuilder<unknown>, page: SortedPage | undefined) {
  const order = (page?.order ?? []).map(({ value, descending }, at) => ({
    read: sql`, ${value} as ${sql.id(`by${at}`)}`,
    by: sql`${sql.id(`by${at}`)} ${descending ? sql`desc` : sql`asc`}`,
  }));
  const read = page
    ? sql`${column('d', columnName(dataset.key))} as key ${sql.join(
        order.map(term => term.read),
        sql``,
      )}`
    : sql`1`;
  const keys = page
    ? sql`, array(select key from bounded order by ${sql.join(order.map(term => term.by))}
        limit ${page.size} offset ${page.offset}) as keys`
    : sql``;
  return sql<{ total: number; snapshot: string; keys?: number[] }>`
    with bounded as (select ${read} ${matching} limit ${limits.exactTotal + 1})
    select (select count(*) from bounded)::integer as total, pg_current_snapshot()::text as snapshot ${keys}`;
}

/** The tables whose changes are recorded. */
async function readNoted(db: Db): Promise<ReadonlySet<string>> {
  const found = await sql<{ name: string }>`
    select c.relname as name from pg_trigger as g join pg_class as c on c.oid = g.tgrelid
    where g.tgname = 'yikao_change'`.execute(db);
  return new Set(found.rows.map(({ name }) => name));
}

/**
 * Deletes change records that no cached count needs. A record is first marked as seen, since it may have been written
 * long before its transaction ended, and deleted once it has been seen for longer than counts are cached.
 */
async function tidy(db: Db): Promise<void> {
  const older = sql.lit(`${(2 * rememberedMs) / 60_000} minutes`);
  await sql`
    with old as (select ctid from yikao_table_change where seen_time < now() - interval ${older} for update skip locked)
    delete from yikao_table_change where ctid in (select ctid from old)`.execute(db);
  await sql`
    with fresh as (select ctid from yikao_table_change where seen_time is null for update skip locked)
    update yikao_table_change set seen_time = now() where ctid in (select ctid from fresh)`.execute(db);
}

const totals = new WeakMap<Engine, Totals>();

/**
 * The number of rows that meet a condition: exact up to {@link limits.exactTotal}, or if counted since the last change;
 * else an approximation at once, or with `exact` the true number after a wait. With a `page` in a custom order, the
 * keys of that page are included if the count had to read all rows, which avoids reading them twice.
 */
export function countRows(
  engine: Engine,
  dataset: AnyDataset,
  where: Condition,
  { exact = false, page }: { readonly exact?: boolean; readonly page?: SortedPage } = {},
): Promise<Total> {
  const known = totals.get(engine) ?? new Totals(engine.db);
  totals.set(engine, known);
  return exact ? known.exactOf(dataset, where) : known.of(dataset, where, page);
}
