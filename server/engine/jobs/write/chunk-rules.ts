import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { type Issue, issue } from '@yikao/model/kernel/validate/issues.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine.ts';
import { historyOps, keysOfEntry } from '../../history/history.ts';
import { type EditedRow, takeStepsOfEdits } from '../../steps/by-state.ts';
import { failureOf } from '../../steps/step-rows.ts';
import { stepServerOf } from '../../steps/step-server.ts';
import {
  type ChangeContext,
  type ChangeWatch,
  type DatasetServer,
  serverSideOf,
} from '../../table/server-side.ts';
import type { Db } from '../../table/sql.ts';
import { isHeard, openChange } from '../../write/change.ts';
import {
  anchorFields,
  lockTree,
  lostReferences,
  protectingReferences,
} from '../../write/living-references.ts';
import { referencedKeys } from '../../write/remove.ts';
import { editedFields, type Plan } from '../import/plan.ts';
import type { ReadRow } from '../sheet/row-reader.ts';
import { preferIndexes } from './query-planner.ts';
import type { RefusedRow } from './refused-rows.ts';
import { type Move, TreeGuard } from './tree-guard.ts';

/** The provisional key of a row that a dry run would add, so that later rows can refer to it. */
export function provisionalKey(rowNumber: number): number {
  return -rowNumber;
}

/** The parts that {@link ChunkRules} works with. */
interface Options {
  readonly engine: Engine;
  readonly dataset: AnyDataset;
  readonly context: ChangeContext;
  readonly jobId: number;
  readonly dryRun: boolean;
  /** Fields that the file names. */
  readonly present: readonly string[];
}

/**
 * Applies a dataset's rules about other rows to an import chunk: its tree stays a tree, and its server side checks the
 * rows and is notified of them. Costs nothing for a dataset without such rules.
 */
export class ChunkRules {
  private readonly options: Options;
  private readonly side: DatasetServer;
  private readonly tree: TreeGuard | undefined;
  /** The change of the chunk that is being written. */
  private change: ChangeWatch | undefined;
  /** Last history entry that the server side was notified of. */
  private heard = 0;

  constructor(options: Options) {
    const { engine, dataset, present, dryRun } = options;
    this.options = options;
    this.side = serverSideOf(engine.servers, dataset);
    const { parent } = dataset;
    if (parent !== undefined && present.includes(parent)) {
      this.tree = new TreeGuard(dataset, parent, dataset.levels, dryRun);
    }
  }

  /** Reports whether there are rules by which a row may be refused. */
  get refuses(): boolean {
    return this.side.before !== undefined || this.tree !== undefined;
  }

  /** Opens the change of a chunk, before its transaction locks a row. */
  async open(db: Db): Promise<void> {
    const { engine, dataset, context, dryRun } = this.options;
    this.change = dryRun ? undefined : await openChange(engine, db, dataset, context);
    if (this.tree && !dryRun) await lockTree(db, dataset);
  }

  /** The plan without the rows that the rules refuse, and with the values that they add. */
  async apply(db: Db, plan: Plan, rows: readonly ReadRow[]): Promise<Plan> {
    const fit = this.refuses ? await this.rule(db, plan, rows) : plan;
    const held = await this.holdReferences(db, fit, rows);
    const ruled = await this.takeSteps(db, held, rows);
    const keys = ruled.updates.map(({ key }) => key);
    if (keys.length > 0) await this.change?.expect('updated', keys, updatedFields(ruled));
    return ruled;
  }

  private async rule(db: Db, plan: Plan, rows: readonly ReadRow[]): Promise<Plan> {
    await preferIndexes(db);
    const ruled = await this.haveSay(db, plan, rows);
    const wrong = await this.tree?.check(db, this.moves(ruled));
    return wrong && wrong.size > 0 ? without(ruled, rows, number => issuesOf(wrong.get(number))) : ruled;
  }

  /**
   * The plan without rows that would refer to rows deleted since the look-up, and without updates that would break
   * others' references. From here on the targets cannot be deleted. A dry run writes nothing that could dangle.
   */
  private async holdReferences(db: Db, plan: Plan, rows: readonly ReadRow[]): Promise<Plan> {
    const { engine, dataset, dryRun, present } = this.options;
    if (dryRun) return plan;
    const found = new Map<number, Issue[]>();
    const add = (number: number, why: Issue) => found.set(number, [...(found.get(number) ?? []), why]);
    const lost = await lostReferences(
      engine,
      db,
      dataset,
      plan.inserts.map(({ values }) => values),
    );
    for (const { at, name, value } of lost)
      add(plan.inserts[at]?.number ?? 0, issue(name, 'lostReference', { id: value }));
    const names = protectingReferences(dataset)
      .filter(({ parts }) => parts.some(part => present.includes(part)))
      .map(({ name }) => name);
    const updates = names.length > 0 ? await this.movingReferences(db, plan, names) : [];
    for (const { number, name, value } of updates) add(number, issue(name, 'lostReference', { id: value }));
    const anchors = anchorFields(engine, dataset).filter(name => present.includes(name));
    if (anchors.length > 0) {
      const moved = plan.updates.filter(({ before, values }) =>
        editedFields(dataset, before, values).some(name => anchors.includes(name)),
      );
      const held = new Set(
        await referencedKeys(
          engine,
          db,
          dataset,
          moved.map(({ key }) => key),
        ),
      );
      for (const { number, key, before, values } of moved) {
        const name = editedFields(dataset, before, values).find(one => anchors.includes(one));
        if (held.has(key)) add(number, issue(name ?? dataset.key, 'referredBy'));
      }
    }
    return found.size === 0 ? plan : without(plan, rows, number => found.get(number) ?? []);
  }

  /** References that updates would set to deleted rows. */
  private async movingReferences(db: Db, { updates }: Plan, names: readonly string[]) {
    const { engine, dataset } = this.options;
    const rows = updates.map(({ before, values }) => ({ ...before, ...values }));
    const lost = await lostReferences(engine, db, dataset, rows, names);
    return lost.flatMap(({ at, name, value }) => {
      const update = updates[at];
      // An unchanged reference is not this file's problem.
      const moves = update && editedFields(dataset, update.before, update.values).includes(name);
      return moves ? [{ number: update.number, name, value }] : [];
    });
  }

  /** Takes the steps that edits trigger; a dry run rolls them back after learning which rows are refused. */
  private async takeSteps(db: Db, plan: Plan, rows: readonly ReadRow[]): Promise<Plan> {
    const { engine, dataset, context, dryRun } = this.options;
    if (!stepServerOf(engine, dataset)?.machine.edit) return plan;
    const edited = plan.updates.flatMap(({ key, before, values }): EditedRow[] =>
      editedFields(dataset, before, values).length > 0 ? [{ key, row: before }] : [],
    );
    if (dryRun) await sql`savepoint dry_steps`.execute(db);
    const { refused } = await takeStepsOfEdits(engine, db, dataset, context.actor, edited);
    if (dryRun) await sql`rollback to savepoint dry_steps`.execute(db);
    if (refused.length === 0) return plan;
    const why = new Map(refused.map(one => [one.key, failureOf(one)]));
    const keys = new Map(plan.updates.map(({ number, key }) => [number, key]));
    return without(plan, rows, number => {
      const reason = why.get(keys.get(number) ?? 0);
      return reason ? [issue(dataset.key, 'rule', { zh: reason.text('zh'), en: reason.text('en') })] : [];
    });
  }

  /** Notifies the server side of a chunk's added and changed rows, in its transaction. */
  async follow(db: Db, plan: Plan): Promise<void> {
    const { changed, watch } = this.side;
    const { engine, dataset, jobId } = this.options;
    const { change } = this;
    const heard = isHeard(engine, dataset, 'added') || isHeard(engine, dataset, 'updated');
    if (!change || !(changed || watch || heard)) return;
    await preferIndexes(db);
    const keys = plan.updates.map(({ key }) => key);
    if (keys.length > 0) await change.settle('updated', keys);
    if (plan.inserts.length === 0) return;
    await change.expect('added', []);
    const added = await sql<{ id: number; key: number }>`
      select h.history_id as id, r.key from t_row_history as h cross join ${keysOfEntry}
      where h.job_id = ${jobId} and h.dataset = ${dataset.name} and h.op = ${historyOps.added}::smallint
        and h.history_id > ${this.heard} order by h.history_id, r.key`.execute(db);
    this.heard = Number(added.rows.at(-1)?.id ?? this.heard);
    await change.settle(
      'added',
      added.rows.map(row => row.key),
    );
  }

  private moves({ inserts, updates }: Plan): Move[] {
    const parent = this.options.dataset.parent ?? '';
    const { dryRun } = this.options;
    return [
      ...inserts.map(({ number, values }) => ({
        number,
        key: dryRun ? provisionalKey(number) : undefined,
        parent: Number(values[parent] ?? 0),
        isNew: true,
      })),
      ...updates.flatMap(({ number, key, values }) =>
        Object.hasOwn(values, parent)
          ? [{ number, key, parent: Number(values[parent] ?? 0), isNew: false }]
          : [],
      ),
    ].sort((a, b) => a.number - b.number);
  }

  private async haveSay(db: Db, plan: Plan, rows: readonly ReadRow[]): Promise<Plan> {
    const side = this.side.before;
    if (!side || plan.inserts.length + plan.updates.length === 0) return plan;
    const { context } = this.options;
    const says = await side(db, [
      ...plan.inserts.map(({ values }) => ({ ...context, values, row: values })),
      ...plan.updates.map(({ key, values, before }) => ({
        ...context,
        key,
        values,
        before,
        row: { ...before, ...values },
      })),
    ]);
    const sayOf = new Map(
      [...plan.inserts, ...plan.updates].map(({ number }, at) => [number, says[at] ?? {}]),
    );
    const said = <Row extends { readonly number: number; readonly values: object }>(row: Row): Row => ({
      ...row,
      values: { ...row.values, ...sayOf.get(row.number)?.values },
    });
    const filled = { ...plan, inserts: plan.inserts.map(said), updates: plan.updates.map(said) };
    return without(filled, rows, number => sayOf.get(number)?.issues ?? []);
  }
}

function updatedFields({ updates }: Plan): string[] {
  return [...new Set(updates.flatMap(({ values }) => Object.keys(values)))];
}

function issuesOf(wrong: Issue | undefined): readonly Issue[] {
  return wrong === undefined ? [] : [wrong];
}

/** A plan in which rows with issues are refused. */
function without(plan: Plan, rows: readonly ReadRow[], of: (number: number) => readonly Issue[]): Plan {
  const refused: RefusedRow[] = rows.flatMap(({ number, cells }) => {
    const issues = of(number);
    return issues.length > 0 ? [{ number, issues, cells }] : [];
  });
  if (refused.length === 0) return plan;
  const bad = new Set(refused.map(({ number }) => number));
  return {
    ...plan,
    inserts: plan.inserts.filter(({ number }) => !bad.has(number)),
    updates: plan.updates.filter(({ number }) => !bad.has(number)),
    refused: [...plan.refused, ...refused],
  };
}
