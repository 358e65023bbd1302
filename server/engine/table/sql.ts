import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely';

/**
 * Tables as the engine sees them: it is independent of particular datasets and takes names from the declarations at run
 * time.
 */
export type DynamicTables = Record<string, Record<string, unknown>>;

/** A database or a transaction of it, for queries built from declared names. */
export type Db = Kysely<DynamicTables>;

/**
 * A transaction. What must commit together with its caller's rows, or holds a lock until the end of one, takes this
 * rather than {@link Db}: the database itself does not fit.
 */
export type Tx = Transaction<DynamicTables>;

/** A condition of a WHERE. */
export type Condition = RawBuilder<SqlBool>;

/** Joins conditions by AND; an empty list gives `true`. */
export function allOf(conditions: readonly Condition[]): Condition {
  return conditions.length === 0
    ? sql<SqlBool>`true`
    : (sql.join<SqlBool>(conditions, sql` and `) as Condition);
}

/** A column of the table aliased as `alias`. Names come from declarations only, never from outside. */
export function column(alias: string, name: string): RawBuilder<unknown> {
  return sql.ref(`${alias}.${name}`);
}

/** Text with the signs of LIKE taken literally. */
export function likeLiteral(text: string): string {
  return text.replace(/[\\%_]/g, sign => `\\${sign}`);
}

/** The number of rows of a FROM clause: ``countFrom(db, sql`t_lead where not deleted`)``. */
export async function countFrom(db: Db, from: RawBuilder<unknown>): Promise<number> {
  const found = await sql<{ count: number }>`select count(*)::integer as count from ${from}`.execute(db);
  return found.rows[0]?.count ?? 0;
}

/** Reports whether a condition about the database is true; null counts as false. */
export async function isTrue(db: Db, condition: RawBuilder<unknown>): Promise<boolean> {
  const found = await sql<{ holds: boolean | null }>`select (${condition}) as holds`.execute(db);
  return found.rows[0]?.holds === true;
}

/** The keys that a statement returns as `key`, in its order, for tables whose names come from declarations. */
export async function readKeys(db: Db, query: RawBuilder<unknown>): Promise<number[]> {
  // The caller's statement names its only column `key`.
  const found = await (query as RawBuilder<{ readonly key: number }>).execute(db);
  return found.rows.map(({ key }) => key);
}

/** The next `count` values of a sequence, in order. */
export function nextValues(db: Db, sequence: RawBuilder<unknown>, count: number): Promise<number[]> {
  return readKeys(db, sql`select nextval(${sequence}) as key from generate_series(1, ${count}::integer)`);
}
