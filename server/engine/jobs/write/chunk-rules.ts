import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine.ts';
import { historyOps, isSet, keysOfEntry } from '../../history/history.ts';
import { type EditedRow, takeStepsOfEdits } from '../../steps/by-state.ts';
import { failureOf } from '../../steps/step-rows.ts';
import { stepServerOf } from '../../steps/step-server.ts';
import { fieldsGiven } from '../../store/compared.ts';
import { type ChangeContext, type ChangeWatch, serverSideOf } from '../../table/server-side.ts';
import type { Db, Tx } from '../../table/sql.ts';
import { isHeard } from '../../write/change.ts';
import { differing } from '../../write/fit.ts';
import { type Holding, lostReferences, protectingReferences } from '../../write/living-references.ts';
import { isUnchanged, RowIssues, RowRules } from '../../write/row-rules.ts';
import type { Plan } from '../import/plan.ts';
import type { ReadRow } from '../sheet/row-reader.ts';
import { preferIndexes } from './query-planner.ts';
import type { RefusedRow } from './refused-rows.ts';

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
 * Applies the rules about other rows to a chunk of an import or a batch: those of a single save ({@link RowRules}), with
 * the rows that they refuse left out of its plan.
 */
export class ChunkRules {
  private readonly options: Options;
  private readonly rules: RowRules;
  /** The change of the chunk that is being written. */
  private change: ChangeWatch | undefined;
  /** Last history entry that the server side was notified of. */
  private heard = 0;

  constructor(options: Options) {
    this.options = options;
    this.rules = new RowRules(options);
  }

  /** Reports whether the server side or the tree may refuse a row. */
  get refuses(): boolean {
    return this.rules.refuses;
  }

  /** Opens the change of a chunk, before its transaction locks a row. */
  async open(db: Tx): Promise<void> {
    this.change = await this.rules.open(db);
  }

  /** The change of the chunk; undefined for a dry run. */
  get opened(): ChangeWatch | undefined {
    return this.change;
  }

  /** The plan without the rows that the rules refuse, and with the values that they add. */
  async apply(db: Tx, plan: Plan, rows: readonly ReadRow[]): Promise<Plan> {
    const { rules } = this;
    const issues = new RowIssues();
    let ruled = plan;
    if (rules.refuses) {
      await preferIndexes(db);
      ruled = await this.askServerSide(db, plan, issues);
      ruled = sound(ruled, issues);
      await rules.checkTree(db, [...ruled.inserts, ...ruled.updates], issues);
    }
    ruled = sound(ruled, issues);
    await this.holdReferences(db, ruled, issues);
    ruled = sound(ruled, issues);
    await this.takeSteps(db, ruled, issues);
    ruled = refusing(sound(ruled, issues), rows, issues);
    const keys = changedKeys(ruled);
    if (keys.length > 0) await this.change?.expect('updated', keys, fieldsGiven(ruled.updates));
    return ruled;
  }

  /** The plan with the values that the server side adds. */
  private async askServerSide(db: Tx, plan: Plan, issues: RowIssues): Promise<Plan> {
    const rows = [...plan.inserts, ...plan.updates];
    const asked = await this.rules.askServerSide(db, rows, issues);
    if (asked === rows) return plan;
    const inserts = asked.slice(0, plan.inserts.length);
    const updates = plan.updates.map((update, at) => ({
      ...update,
      values: asked[inserts.length + at]?.values ?? update.values,
    }));
    return { ...plan, inserts, updates };
  }

  /**
   * Finds rows that would refer to rows deleted since the look-up, and updates that would break others' references. From
   * here on the targets cannot be deleted. A dry run writes nothing that could dangle.
   */
  private async holdReferences(db: Db, plan: Plan, issues: RowIssues): Promise<void> {
    const { engine, dataset, dryRun, present } = this.options;
    if (dryRun) return;
    const lost = await lostReferences(
      engine,
      db,
      dataset,
      plan.inserts.map(({ values }) => values),
    );
    for (const { at, name, value } of lost)
      issues.add(plan.inserts[at]?.number ?? 0, [issue(name, 'lostReference', { id: value })]);
    const given = protectingReferences(dataset).filter(({ parts }) =>
      parts.some(part => present.includes(part)),
    );
    if (given.length > 0) await this.checkMovedReferences(db, plan, given, issues);
    await this.rules.checkAnchors(db, plan.updates, issues);
  }

  /** Finds updates that would set references to deleted rows. */
  private async checkMovedReferences(
    db: Db,
    { updates }: Plan,
    references: readonly Holding[],
    issues: RowIssues,
  ): Promise<void> {
    const { engine, dataset } = this.options;
    const names = references.map(({ name }) => name);
    const parts = references.flatMap(reference => reference.parts);
    // An unchanged reference is not this file's problem, and its target cannot be deleted anyway.
    const moved = updates.filter(({ before, values }) => parts.some(part => isSet(before, values, part)));
    const rows = moved.map(({ before, values }) => ({ ...before, ...values }));
    for (const { at, name, value } of await lostReferences(engine, db, dataset, rows, names)) {
      const update = moved[at];
      if (update && isSet(update.before, update.values, name))
        issues.add(update.number, [issue(name, 'lostReference', { id: value })]);
    }
  }

  /** Takes the steps that edits trigger; a dry run rolls them back after learning which rows are refused. */
  private async takeSteps(db: Tx, { updates }: Plan, issues: RowIssues): Promise<void> {
    const { engine, dataset, context, dryRun } = this.options;
    if (!stepServerOf(engine, dataset)?.machine.edit) return;
    const edited = updates.flatMap(({ key, before, values }): EditedRow[] =>
      Object.keys(differing(before, values)).length > 0 ? [{ key, row: before }] : [],
    );
    if (dryRun) await sql`savepoint dry_steps`.execute(db);
    const { refused } = await takeStepsOfEdits(engine, db, dataset, context.actor, edited);
    if (dryRun) await sql`rollback to savepoint dry_steps`.execute(db);
    const numbers = new Map(updates.map(({ number, key }) => [key, number]));
    for (const one of refused) {
      const reason = failureOf(one);
      const why = { zh: reason.text('zh'), en: reason.text('en') };
      issues.add(numbers.get(one.key) ?? 0, [issue(dataset.key, 'rule', why)]);
    }
  }

  /** Notifies the server side of a chunk's added and changed rows, in its transaction. */
  async follow(db: Db, plan: Plan): Promise<void> {
    const { engine, dataset, jobId } = this.options;
    const { changed, watch, whole } = serverSideOf(engine.servers, dataset);
    const { change } = this;
    const heard = isHeard(engine, dataset, 'added') || isHeard(engine, dataset, 'updated');
    if (!change || !(changed || watch || heard || whole)) return;
    await preferIndexes(db);
    const keys = changedKeys(plan);
    if (keys.length > 0) await change.settle('updated', keys);
    if (plan.inserts.length === 0) return;
    await change.expect('added', []);
    const added = await sql<{ historyId: number; key: number }>`
      select h.history_id, r.key from t_row_history as h cross join ${keysOfEntry}
      where h.job_id = ${jobId} and h.dataset = ${dataset.name} and h.op = ${historyOps.added}::smallint
        and h.history_id > ${this.heard} order by h.history_id, r.key`.execute(db);
    this.heard = added.rows.at(-1)?.historyId ?? this.heard;
    await change.settle(
      'added',
      added.rows.map(row => row.key),
    );
  }
}

/** The keys of the stored rows that get another value. */
function changedKeys({ updates }: Plan): number[] {
  return updates.flatMap(row => (isUnchanged(row) ? [] : [row.key]));
}

/** The plan without rows that have issues; the same plan if there are none. */
function sound(plan: Plan, issues: RowIssues): Plan {
  const [inserts, updates] = [issues.sound(plan.inserts), issues.sound(plan.updates)];
  return inserts === plan.inserts && updates === plan.updates ? plan : { ...plan, inserts, updates };
}

/** The plan that names the rows with issues as refused; the same plan if there are none. */
function refusing(plan: Plan, rows: readonly ReadRow[], issues: RowIssues): Plan {
  const refused = rows.flatMap(({ number, cells }): RefusedRow[] => {
    const found = issues.of(number);
    return found.length > 0 ? [{ number, issues: found, cells }] : [];
  });
  return refused.length === 0 ? plan : { ...plan, refused: [...plan.refused, ...refused] };
}
