import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { type Issue, issue } from '@yikao/model/kernel/validate/issues.ts';
import { sql } from 'kysely';
import { columnName, tableName } from '../table/naming.ts';
import { column, type Db } from '../table/sql.ts';

/** A row that gets a parent: an existing one that moves, or a new one. */
export interface Move {
  /** Identifies the move: the row of the sheet. */
  readonly number: number;
  /** Key of the row; for a new one its provisional key, if later rows may refer to it. */
  readonly key: number | undefined;
  readonly parent: number;
  readonly isNew: boolean;
  /** The row is restored from the trash to its former parent. */
  readonly back?: boolean;
}

/**
 * Keeps a tree valid while rows move: no row may be below itself, or deeper than the dataset allows. For each chunk it
 * reads the rows above the new parents and below the moved rows, in one statement; rows of a chunk are
 * checked in order, each as if the earlier ones had already moved.
 */
export class TreeGuard {
  private readonly dataset: AnyDataset;
  private readonly parent: string;
  private readonly levels: number | undefined;
  /** A dry run writes nothing, so moves of earlier chunks must be remembered. */
  private readonly dryRun: boolean;
  /** Stored parents by key, as far as they were read. */
  private known = new Map<number, number>();
  /** Parents as the checked moves have set them. */
  private moved = new Map<number, number>();

  constructor(dataset: AnyDataset, parent: string, dryRun: boolean) {
    this.dataset = dataset;
    this.parent = parent;
    this.levels = dataset.levels;
    this.dryRun = dryRun;
  }

  /** The faults of the moves of a chunk, by their numbers. */
  async check(db: Db, moves: readonly Move[]): Promise<ReadonlyMap<number, Issue>> {
    if (!this.dryRun) {
      this.known = new Map();
      this.moved = new Map();
    }
    const found = new Map<number, Issue>();
    if (moves.length === 0) return found;
    // At the root every row is well placed.
    if (moves.some(({ parent }) => parent !== 0)) await this.read(db, moves);
    for (const move of moves) {
      const wrong = this.problemOf(move);
      if (wrong) found.set(move.number, wrong);
      else if (move.key !== undefined) this.moved.set(move.key, move.parent);
    }
    return found;
  }

  private problemOf({ key, parent, isNew, back }: Move): Issue | undefined {
    if (parent === 0 || (key !== undefined && !back && this.above(key) === parent)) return undefined;
    let above = 0;
    const passed = new Set<number>();
    for (let at = parent; at !== 0 && !passed.has(at); at = this.above(at)) {
      if (at === key) return issue(this.parent, 'ownParent');
      passed.add(at);
      above += 1;
    }
    if (this.levels === undefined) return undefined;
    const height = isNew || key === undefined ? 1 : this.height(key);
    return above + height > this.levels ? issue(this.parent, 'tooDeep', { max: this.levels }) : undefined;
  }

  private above(key: number): number {
    return this.moved.get(key) ?? this.known.get(key) ?? 0;
  }

  /** Levels from a row down to its deepest descendant, including itself. */
  private height(key: number): number {
    const children = Map.groupBy(new Set([...this.known.keys(), ...this.moved.keys()]), one =>
      this.above(one),
    );
    let height = 0;
    const seen = new Set<number>();
    for (let level = [key]; level.length > 0 && height <= (this.levels ?? 0); height++) {
      for (const one of level) seen.add(one);
      level = level.flatMap(one => children.get(one) ?? []).filter(one => !seen.has(one));
    }
    return height;
  }

  /** Reads the rows above the parents and, if levels are limited, those below the moved rows. */
  private async read(db: Db, moves: readonly Move[]): Promise<void> {
    const isRow = (id: number | undefined): id is number => id !== undefined && id > 0;
    const keys = moves.map(({ key }) => key).filter(isRow);
    const starts = [...keys, ...moves.map(({ parent }) => parent), ...this.moved.values()].filter(isRow);
    const table = sql.table(tableName(this.dataset));
    const key = column('d', columnName(this.dataset.key));
    const parent = column('d', columnName(this.parent));
    const below =
      this.levels === undefined
        ? sql`select key, parent from up`
        : sql`select key, parent from up union select key, parent from down`;
    const found = await sql<{ key: number; parent: number | null }>`
      with recursive up as (
        select ${key} as key, ${parent} as parent from ${table} as d
        where ${key} = any(${[...new Set(starts)]}::bigint[])
        union
        select ${key}, ${parent} from ${table} as d join up on ${key} = up.parent
      ), down as (
        select ${key} as key, ${parent} as parent, 1 as level from ${table} as d
        where ${key} = any(${[...new Set(keys)]}::bigint[])
        union
        select ${key}, ${parent}, down.level + 1 from ${table} as d join down on ${parent} = down.key
        where not d.deleted and down.level <= ${this.levels ?? 0}
      )
      ${below}`.execute(db);
    for (const row of found.rows) this.known.set(row.key, Number(row.parent ?? 0));
  }
}
