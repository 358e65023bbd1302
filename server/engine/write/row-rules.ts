import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { type Issue, issue } from '@yikao/model/kernel/validate/issues.ts';
import type { RowValues } from '@yikao/model/kernel/validate/validate.ts';
import type { Engine } from '../engine.ts';
import { isSet } from '../history/history.ts';
import { type ChangeContext, type ChangeWatch, serverSideOf } from '../table/server-side.ts';
import type { Db, Tx } from '../table/sql.ts';
import { openChange } from './change.ts';
import { anchorFields, lockTree } from './living-references.ts';
import { referencedKeys } from './remove.ts';
import { scaled } from './scaled.ts';
import { type Move, TreeGuard } from './tree-guard.ts';

/** A row that people write, on its way to the table. */
export interface DraftRow {
  /** Identifies the row within its chunk: its row in the file. */
  readonly number: number;
  /** Undefined for a new row. */
  readonly key?: number;
  /** The stored row as far as it was read; undefined for a new one. */
  readonly before?: Readonly<RowValues>;
  /** All values of a new row, or those that a change sets. */
  readonly values: RowValues;
}

/** Reports whether a row of the table keeps all its values. */
export function isUnchanged({ key, values }: DraftRow): boolean {
  if (key === undefined) return false;
  for (const _ in values) return false;
  return true;
}

/** The problems of a chunk's rows, by number. */
export class RowIssues {
  private readonly found = new Map<number, Issue[]>();

  /** Adds problems of a row. */
  add(number: number, issues: readonly Issue[]): void {
    if (issues.length > 0) this.found.set(number, [...this.of(number), ...issues]);
  }

  /** The problems of a row, in the order of the stages. */
  of(number: number): readonly Issue[] {
    return this.found.get(number) ?? [];
  }

  /** The rows without a problem. */
  sound<Row extends DraftRow>(rows: readonly Row[]): readonly Row[] {
    return this.found.size === 0 ? rows : rows.filter(({ number }) => !this.found.has(number));
  }
}

/** The parts that {@link RowRules} works with. */
export interface RowRulesOptions {
  readonly engine: Engine;
  readonly dataset: AnyDataset;
  readonly context: ChangeContext;
  /** True if nothing is written: earlier chunks are remembered instead. */
  readonly dryRun?: boolean;
  /** Fields that the rows give, by default any. */
  readonly present?: readonly string[];
}

/**
 * The stages of a row that depend on other rows: its dataset's server side, its place in a tree, and the rows that
 * refer to it. A single save is a chunk of one. Costs nothing for a dataset without such rules.
 */
export class RowRules {
  private readonly options: RowRulesOptions;
  private readonly tree: TreeGuard | undefined;
  private readonly anchors: readonly string[];

  constructor(options: RowRulesOptions) {
    const { engine, dataset, present, dryRun = false } = options;
    this.options = options;
    const { parent } = dataset;
    const isGiven = (name: string) => present?.includes(name) ?? true;
    if (parent !== undefined && isGiven(parent)) this.tree = new TreeGuard(dataset, parent, dryRun);
    this.anchors = anchorFields(engine, dataset).filter(isGiven);
  }

  /** Reports whether the server side or the tree may refuse a row. */
  get refuses(): boolean {
    const { engine, dataset } = this.options;
    return serverSideOf(engine.servers, dataset).before !== undefined || this.tree !== undefined;
  }

  /** Opens the change of a chunk in its transaction, before a row is locked; undefined for a dry run. */
  async open(db: Tx): Promise<ChangeWatch | undefined> {
    const { engine, dataset, context, dryRun } = this.options;
    if (dryRun) return undefined;
    const change = await openChange(engine, db, dataset, context);
    if (this.tree) await lockTree(db, dataset);
    return change;
  }

  /**
   * Asks the server side about the rows: returns them with the values that it adds; `issues` receives its problems. It
   * is not asked about stored rows that keep all their values.
   */
  async askServerSide<Row extends DraftRow>(
    db: Tx,
    rows: readonly Row[],
    issues: RowIssues,
  ): Promise<readonly Row[]> {
    const { engine, dataset, context } = this.options;
    const { before } = serverSideOf(engine.servers, dataset);
    const asked = rows.filter(row => !isUnchanged(row));
    if (!before || asked.length === 0) return rows;
    const found = await before(
      db,
      asked.map(({ key, values, before: stored }) => ({
        ...context,
        ...(key !== undefined && { key }),
        values,
        ...(stored && { before: stored }),
        row: stored ? { ...stored, ...values } : values,
      })),
    );
    const verdicts = new Map(asked.map((row, at) => [row, found[at]]));
    return rows.map(row => {
      const { values, issues: problems = [] } = verdicts.get(row) ?? {};
      issues.add(row.number, problems);
      return values ? { ...row, values: { ...row.values, ...scaled(dataset, values) } } : row;
    });
  }

  /** Finds the rows that would be below themselves, or deeper than the dataset allows. */
  async checkTree(db: Db, rows: readonly DraftRow[], issues: RowIssues): Promise<void> {
    const { dataset, dryRun } = this.options;
    const { parent } = dataset;
    if (!this.tree || parent === undefined) return;
    const moves = rows.flatMap(({ number, key, values }): Move[] => {
      if (key !== undefined && !Object.hasOwn(values, parent)) return [];
      const own = key ?? (dryRun ? provisionalKey(number) : undefined);
      return [{ number, key: own, parent: Number(values[parent] ?? 0), isNew: key === undefined }];
    });
    const wrong = await this.tree.check(
      db,
      moves.sort((a, b) => a.number - b.number),
    );
    for (const [number, why] of wrong) issues.add(number, [why]);
  }

  /** Finds the changes of fields by which other rows refer to the row. */
  async checkAnchors(db: Db, rows: readonly DraftRow[], issues: RowIssues): Promise<void> {
    const { engine, dataset } = this.options;
    if (this.anchors.length === 0) return;
    const moved = rows.flatMap(({ number, key, before, values }) => {
      if (key === undefined) return [];
      const names = this.anchors.filter(name => isSet(before ?? {}, values, name));
      return names.length > 0 ? [{ number, key, names }] : [];
    });
    if (moved.length === 0) return;
    const keys = moved.map(({ key }) => key);
    const held = new Set(await referencedKeys(engine, db, dataset, keys));
    for (const { number, key, names } of moved) {
      if (held.has(key))
        issues.add(
          number,
          names.map(name => issue(name, 'referredBy')),
        );
    }
  }
}

/** The provisional key of a row that a dry run would add, so that later rows can refer to it. */
export function provisionalKey(rowNumber: number): number {
  return -rowNumber;
}
