import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { type QueryResult, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Engine } from '../../engine.ts';
import type { FoundRow } from '../../read/select.ts';
import { thawActor } from '../../scope/actor.ts';
import { columnName, tableName } from '../../table/naming.ts';
import { type HandedOut, type HandOut, serverSideOf } from '../../table/server-side.ts';
import { allOf, type Condition, column, type Db, readKeys } from '../../table/sql.ts';
import { transact } from '../../write/transaction.ts';
import type { Job } from '../lifecycle/job.ts';
import { preferKeyOrder } from '../write/query-planner.ts';

/** The reading of a page. */
interface PageRead {
  readonly byKey: boolean;
  readonly limit: number;
  readonly select: (condition: Condition) => RawBuilder<FoundRow>;
}

/** Forgets the rows that a job handed out, once its file is there. */
export async function forgetHandedOut(db: Db, jobId: number): Promise<void> {
  await sql`delete from yikao_handed_out where job_id = ${jobId}`.execute(db);
}

/**
 * The secrets that leave with an export. Each page is decided upon, and its rows are changed if the export hands out, in
 * one transaction that commits before any of the page is read and written. So a secret that is in the file was handed
 * out, whenever the job dies. Rows that it changed are kept by job (`yikao_handed_out`): another attempt finds them
 * again, although its filters may ask for rows that were not handed out yet.
 */
export class HandOuts {
  readonly #engine: Engine;
  readonly #dataset: AnyDataset;
  readonly #job: Job;
  readonly #issues: boolean;
  readonly #ask: (page: HandOut) => Promise<HandedOut>;
  /** Rows whose secrets leave whole, of the pages that are being read and written. */
  readonly #whole = new Set<number>();

  constructor(engine: Engine, dataset: AnyDataset, job: Job, issues: boolean) {
    this.#engine = engine;
    this.#dataset = dataset;
    this.#job = job;
    this.#issues = issues;
    const { handsOut } = serverSideOf(engine.servers, dataset);
    if (!handsOut) throw new Error(`${dataset.name}: exports secrets, but nothing decides which leave`);
    this.#ask = handsOut;
  }

  /** The rows of the export, with those that an earlier attempt of it handed out. */
  including(asked: Condition): Condition {
    if (!this.#issues || this.#job.attempts <= 1) return asked;
    const key = column('d', columnName(this.#dataset.key));
    return sql<SqlBool>`(${asked} or ${key} in (select row_id from yikao_handed_out where job_id = ${this.#job.id}))`;
  }

  /** Reads the next rows that match, after it was decided which of their secrets leave. */
  async read(matching: Condition, { byKey, limit, select }: PageRead): Promise<QueryResult<FoundRow>> {
    const engine = this.#engine;
    const key = column('d', columnName(this.#dataset.key));
    return transact(engine.db, async db => {
      if (byKey) await preferKeyOrder(db);
      const keys = await readKeys(
        db,
        sql`select ${key} as key from ${sql.table(tableName(this.#dataset))} as d
          where ${matching} and not d.deleted order by ${key} limit ${limit}`,
      );
      const actor = thawActor(this.#job.actor);
      const { whole, changed } = await this.#ask({ engine, db, actor, keys, issues: this.#issues });
      if (changed.length > 0) {
        await sql`
          insert into yikao_handed_out (job_id, row_id)
          select ${this.#job.id}, unnest(${[...changed]}::bigint[]) on conflict do nothing`.execute(db);
      }
      for (const one of whole) this.#whole.add(one);
      return select(allOf([sql<SqlBool>`${key} = any(${[...keys]}::bigint[])`])).execute(db);
    });
  }

  /** The rows of a page that leave: with masked secrets, or without their rows if the export hands out. */
  leaving(rows: readonly FoundRow[], secrets: readonly string[]): FoundRow[] {
    return rows.flatMap(row => {
      if (this.#whole.delete(Number(row[this.#dataset.key]))) return [row];
      if (this.#issues) return [];
      const masked = secrets.map(name => [name, this.#masked(name, row[name])] as const);
      return [{ ...row, ...Object.fromEntries(masked) }];
    });
  }

  /** A secret as lists show it: its first characters, if rows keep them, and asterisks. */
  #masked(name: string, value: unknown): string | null {
    const field = this.#dataset.fields[name];
    if (field?.kind !== 'secret' || typeof value !== 'string') return null;
    const head = field.head === undefined ? undefined : this.#dataset.fields[field.head];
    return value.slice(0, head?.kind === 'text' ? head.max : 0).padEnd(field.max, '*');
  }
}
