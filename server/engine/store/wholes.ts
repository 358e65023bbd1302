import { failure } from '@yikao/model/errors.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Label } from '@yikao/model/kernel/label.ts';
import { isEmpty, type RowValues } from '@yikao/model/kernel/validate/validate.ts';
import { type SqlBool, sql } from 'kysely';
import { columnName, tableName } from '../table/naming.ts';
import { allOf, type Condition, column, type Db, type Tx } from '../table/sql.ts';

/** The values that the rows of a whole have in common, as text, in the order of {@link Whole.of}. */
export type WholeKey = readonly string[];

/**
 * Rows that mean something only together, such as a score distribution: a file writes them all or none and replaces
 * what was stored, and no change of any kind turns a sound whole into an unsound one.
 */
export interface Whole<Name extends string = string> {
  /** Fields of the natural key, all whole numbers, in which the rows agree. */
  readonly of: readonly Name[];
  /**
   * The unsound ones among some wholes, by {@link wholeName}, with the reason. `without`: as if these rows were not
   * there.
   */
  readonly faults: (
    db: Db,
    wholes: readonly WholeKey[],
    without: readonly number[],
  ) => Promise<ReadonlyMap<string, Label>>;
}

/** Rows of wholes in one transaction of a job, so that a batch or an undo of a whole is not split; the product refuses to leave it half done. */
export const wholeRows = 100_000;

/** One text for a whole, as a key of maps. */
export function wholeName(key: WholeKey): string {
  return key.join(' ');
}

/** The whole that a row belongs to; undefined if one of the values is missing. */
export function wholeOf({ of }: Whole, values: Readonly<RowValues>): WholeKey | undefined {
  return of.some(name => isEmpty(values[name])) ? undefined : of.map(name => String(values[name]));
}

/** The living rows of a whole, as a condition on the table aliased as `d`. */
export function inWhole({ of }: Whole, key: WholeKey): Condition {
  return allOf([
    sql<SqlBool>`not d.deleted`,
    ...of.map((name, at) => sql<SqlBool>`${column('d', columnName(name))} = ${key[at]}::bigint`),
  ]);
}

/** Serialises the transactions that change rows of wholes of a dataset: their soundness depends on each other's rows. */
async function lockWholes(db: Tx, dataset: AnyDataset): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`wholes ${dataset.name}`}))`.execute(db);
}

/** Sees to it, within one transaction, that no change leaves a whole unsound that was sound before. */
export class WholeGuard {
  private readonly db: Db;
  private readonly dataset: AnyDataset;
  private readonly whole: Whole;
  /** The wholes that this transaction touches, and whether they were sound before it. */
  private readonly before = new Map<string, { readonly key: WholeKey; readonly sound: boolean }>();

  private constructor(db: Db, dataset: AnyDataset, whole: Whole) {
    this.db = db;
    this.dataset = dataset;
    this.whole = whole;
  }

  /** Opens the guard, before the transaction locks a row. */
  static async open(db: Tx, dataset: AnyDataset, whole: Whole): Promise<WholeGuard> {
    await lockWholes(db, dataset);
    return new WholeGuard(db, dataset, whole);
  }

  /** Notes the state of the wholes of rows that are about to be changed. */
  async expect(keys: readonly number[]): Promise<void> {
    await this.note([...(await this.wholesOf(keys)).values()], []);
  }

  /** Notes the state of wholes as it would be without some rows. */
  private async note(wholes: readonly WholeKey[], without: readonly number[]): Promise<void> {
    const fresh = new Map(
      wholes.flatMap(key => (this.before.has(wholeName(key)) ? [] : [[wholeName(key), key] as const])),
    );
    if (fresh.size === 0) return;
    const faults = await this.whole.faults(this.db, [...fresh.values()], without);
    for (const [name, key] of fresh) this.before.set(name, { key, sound: !faults.has(name) });
  }

  /** The rows, deleted ones too, with their wholes. */
  private async wholesOf(keys: readonly number[]): Promise<Map<number, WholeKey>> {
    if (keys.length === 0) return new Map();
    const key = column('d', columnName(this.dataset.key));
    const values = this.whole.of.map(name => sql`${column('d', columnName(name))}::text`);
    const found = await sql<{ key: number; whole: string[] }>`
      select ${key} as key, array[${sql.join(values)}] as whole from ${sql.table(tableName(this.dataset))} as d
      where ${key} = any(${[...keys]}::bigint[])`.execute(this.db);
    return new Map(found.rows.map(row => [row.key, row.whole]));
  }

  /** The wholes that were sound before, and are not by now, with the reason. */
  private async broken(): Promise<ReadonlyMap<string, Label>> {
    const touched = [...this.before.values()];
    if (touched.length === 0) return new Map();
    const faults = await this.whole.faults(
      this.db,
      touched.map(({ key }) => key),
      [],
    );
    return new Map([...faults].filter(([name]) => this.before.get(name)?.sound));
  }

  /** Those of the changed rows whose whole has become unsound, with the reason. */
  async brokenRows(keys: readonly number[]): Promise<ReadonlyMap<number, Label>> {
    const wholes = await this.wholesOf(keys);
    await this.note([...wholes.values()], keys);
    const broken = await this.broken();
    return new Map(
      [...wholes].flatMap(([row, key]) => {
        const why = broken.get(wholeName(key));
        return why ? [[row, why] as const] : [];
      }),
    );
  }

  /** Checks the wholes of changed rows. Throws `unmetNeeds` with the reason if one has become unsound. */
  async settle(keys: readonly number[]): Promise<void> {
    await this.note([...(await this.wholesOf(keys)).values()], keys);
    const [why] = (await this.broken()).values();
    if (why) throw failure('unmetNeeds', { params: { zh: why.zh, en: why.en } });
  }
}
