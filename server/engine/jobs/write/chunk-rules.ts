import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { type Issue, issue } from '@yikao/model/kernel/issues.ts';
import { sql } from 'kysely';
import { isHeard, openChange } from '../../change.ts';
import type { Engine } from '../../engine.ts';
import { historyOps, keysOfEntry } from '../../history.ts';
import { type ChangeContext, type ChangeWatch, type DatasetServer, serverSideOf } from '../../server-side.ts';
import type { Db } from '../../sql.ts';
import { type EditedRow, takeStepsOfEdits } from '../../steps/by-state.ts';
import { failureOf } from '../../steps/step-rows.ts';
import { stepServerOf } from '../../steps/step-server.ts';
import { editedFields, type Plan } from '../import/plan.ts';
import type { ReadRow } from '../sheet/row-reader.ts';
import { preferIndexes } from './query-planner.ts';
import type { RefusedRow } from './refused-rows.ts';
import { type Move, TreeGuard } from './tree-guard.ts';

/**
 * The number that a row which a dry run would add goes by until it has a key, so that rows after it can refer to it.
 */
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
 * The rules of a dataset that look at other rows, applied to a chunk of an import at once: its tree stays a tree, its
 * server side has its say, and hears of what was written. A dataset without such rules is not held up by them.
 */
export class ChunkRules {
  private readonly options: Options;
  private readonly side: DatasetServer;
  private readonly tree: TreeGuard | undefined;
  /** The change of the chunk that is being written. */
  private change: ChangeWatch | undefined;
  /** Last history entry whose row the server side has heard of. */
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

  /** Whether there are rules by which a row may be refused. */
  get refuses(): boolean {
    return this.side.before !== undefined || this.tree !== undefined;
  }

  /** Opens the change of a chunk, before its transaction locks a row. */
  async open(db: Db): Promise<void> {
    const { engine, dataset, context, dryRun } = this.options;
    this.change = dryRun ? undefined : await openChange(engine, db, dataset, context);
  }

  /** The plan without the rows that the rules refuse, and with the values that they add. */
  async apply(db: Db, plan: Plan, rows: readonly ReadRow[]): Promise<Plan> {
    const fit = this.refuses ? await this.rule(db, plan, rows) : plan;
    const ruled = await this.takeSteps(db, fit, rows);
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

  /** Takes the steps that the edits bring about; a dry run takes them back, having learnt which rows may not. */
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

  /** Tells the server side of the rows that a chunk has added and changed, in its transaction. */
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
      added.rows.map(row => Number(row.key)),
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

/** A plan whose rows with issues are refused. */
function without(plan: Plan, rows: readonly ReadRow[], of: (number: number) => readonly Issue[]): Plan {
  const refused: RefusedRow[] = rows.flatMap(({ number, cells }) => {
    const issues = of(number);
    return issues.length > 0 ? [{ number, issues, cells }] : [];
  });
  if (refused.length === 0) return plan;
  const bad = new Set(refused.map(({ number }) => number));
  return {
    inserts: plan.inserts.filter(({ number }) => !bad.has(number)),
    updates: plan.updates.filter(({ number }) => !bad.has(number)),
    refused: [...plan.refused, ...refused],
  };
}
