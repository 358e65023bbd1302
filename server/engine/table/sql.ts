import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * Tables as the engine sees them: it is independent of particular datasets and takes names from the declarations at run
 * time.
 */
export type DynamicTables = Record<string, Record<string, unknown>>;

/** A database or a transaction of it, for queries built from declared names. */
export type Db = Kysely<DynamicTables>;

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
