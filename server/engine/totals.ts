import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { limits } from '@yikao/model/limits.ts';
import { type CompiledQuery, sql } from 'kysely';
import type { Engine } from './engine.ts';
import { tableName } from './naming.ts';
import type { Condition, Db } from './sql.ts';

/** How many rows there are, as far as it is known by now. */
interface Total {
  readonly total: number;
  /** The number is near the truth; the true one is being counted. */
  readonly estimated: boolean;
}

/** A number that was counted, and the snapshot of the database that it was counted in. */
interface Counted {
  readonly total: number;
  readonly snapshot: string;
  /** Milliseconds that the counting took, and when it ended. */
  readonly took: number;
  readonly at: number;
}

/** The question of a count: one filter within one scope, whoever asks. */
interface Asked {
  readonly key: string;
  readonly tables: readonly string[];
  readonly whole: CompiledQuery<{ total: string; snapshot: string }>;
}

/** Numbers that one process remembers; the longest unasked goes first. */
const mostRemembered = 1_000;
/** Numbers below this, quickly counted, are counted each time. */
const quicklyCounted = { rows: 500, ms: 3 };
/** Milliseconds that a number is remembered at most: what tells of changes is kept for longer. */
const rememberedMs = 10 * 60_000;
/** A changing table is counted again after this many milliseconds at the earliest, and this many times what it took. */
const again = { ms: 5_000, times: 20 };
/** Milliseconds that counting may take. */
const patienceMs = 30_000;
/** Counts that wait for their turn behind the one that runs. */
const mostWaiting = 50;
/** Milliseconds between two looks for what tells of changes that every process knows of. */
const tidyMs = 5 * 60_000;

/**
 * The totals of lists. Up to {@link limits.exactTotal} they are exact at once; past it an estimate stands at once while
 * the true number is counted in the background, once for each filter and scope whoever asks, one at a time. A number is
 * remembered together with the snapshot that it was counted in, and true as long as no transaction that this does not
 * see has changed a table that the count reads (`yikao_table_change`, migration 0046): on whichever node that was,
 * and from the moment of its commit.
 */
class Totals {
  private readonly db: Db;
  private readonly counted = new Map<string, Counted>();
  private readonly running = new Map<string, Promise<Counted>>();
  private readonly waiting: Asked[] = [];
  private busy = false;
  private noted: Promise<ReadonlySet<string>> | undefined;
  private tidied = performance.now();

  constructor(db: Db) {
    this.db = db;
  }

  /** The total that stands at once. */
  async of(dataset: AnyDataset, where: Condition): Promise<Total> {
    const { asked, matching } = await this.ask(dataset, where);
    const known = asked && this.counted.get(asked.key);
    if (asked && known && (await this.isTrue(asked, known))) return { total: known.total, estimated: false };
    // The number of a while ago is nearer than what the planner believes.
    if (asked && known && known.total > limits.exactTotal) {
      this.countSoon(asked);
      return { total: known.total, estimated: true };
    }
    const began = performance.now();
    const bounded = await sql<{ total: number; snapshot: string }>`
      select count(*)::integer as total, pg_current_snapshot()::text as snapshot
      from (select 1 ${matching} limit ${limits.exactTotal + 1}) as bounded`.execute(this.db);
    const { total = 0, snapshot = '' } = bounded.rows[0] ?? {};
    if (total <= limits.exactTotal) {
      const took = performance.now() - began;
      if (asked && (total > quicklyCounted.rows || took > quicklyCounted.ms)) {
        this.remember(asked, { total, snapshot, took, at: performance.now() });
      }
      return { total, estimated: false };
    }
    if (asked) this.countSoon(asked);
    const plan = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
      explain (format json) select 1 ${matching}`.execute(this.db);
    const estimate = plan.rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? total;
    return { total: Math.max(total, Math.round(estimate)), estimated: true };
  }

  /** The true number, waited for; what {@link of} says where counting takes too long. */
  async exactOf(dataset: AnyDataset, where: Condition): Promise<Total> {
    const { asked, matching } = await this.ask(dataset, where);
    if (!asked) {
      const found = await sql<{ total: string }>`select count(*) as total ${matching}`.execute(this.db);
      return { total: Number(found.rows[0]?.total ?? 0), estimated: false };
    }
    try {
      const known = this.counted.get(asked.key);
      if (known && (await this.isTrue(asked, known))) return { total: known.total, estimated: false };
      const joined = this.running.get(asked.key);
      const counted = await (joined ?? this.count(asked));
      // What began before this was asked may not know of what had been written by then.
      const holds = joined === undefined || (await this.isTrue(asked, counted));
      return { total: (holds ? counted : await this.count(asked)).total, estimated: false };
    } catch {
      return this.of(dataset, where);
    }
  }

  /** Nothing to be remembered by is given where the hour changes the number too, or changes are not noted. */
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

  /** Whether nothing that the number is about has changed since it was counted. */
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
      // What is asked for stays.
      this.counted.delete(key);
      this.counted.set(key, known);
    }
    return !changed;
  }

  private remember(asked: Asked, counted: Counted): void {
    this.counted.delete(asked.key);
    this.counted.set(asked.key, counted);
    const [oldest] = this.counted.keys();
    if (this.counted.size > mostRemembered && oldest !== undefined) this.counted.delete(oldest);
    if (performance.now() - this.tidied > tidyMs) {
      this.tidied = performance.now();
      // Whoever comes next does it where this one fails.
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
      // Whoever waits for the true number counts it again, and is told.
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
    const found = await this.db.transaction().execute(async db => {
      await sql`set local statement_timeout = ${sql.lit(patienceMs)}`.execute(db);
      return db.executeQuery(asked.whole);
    });
    const { total = '0', snapshot = '' } = found.rows[0] ?? {};
    const at = performance.now();
    const counted: Counted = { total: Number(total), snapshot, took: at - began, at };
    this.remember(asked, counted);
    return counted;
  }
}

/** The tables whose changes are noted. */
async function readNoted(db: Db): Promise<ReadonlySet<string>> {
  const found = await sql<{ name: string }>`
    select c.relname as name from pg_trigger as g join pg_class as c on c.oid = g.tgrelid
    where g.tgname = 'yikao_change'`.execute(db);
  return new Set(found.rows.map(({ name }) => name));
}

/**
 * Deletes what tells of changes that no remembered number can miss any more. A row is first marked as seen, since it
 * may have been written long before its transaction ended, and goes when it has been seen for longer than any number
 * is kept.
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
 * How many rows a condition meets: exact up to {@link limits.exactTotal} and where it was counted since the last
 * change, else near the truth at once; with `exact` the true number, waited for.
 */
export function countRows(
  engine: Engine,
  dataset: AnyDataset,
  where: Condition,
  { exact = false }: { readonly exact?: boolean } = {},
): Promise<Total> {
  const known = totals.get(engine) ?? new Totals(engine.db);
  totals.set(engine, known);
  return exact ? known.exactOf(dataset, where) : known.of(dataset, where);
}
