import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { type Issue, issue } from '@yikao/model/kernel/issues.ts';
import { editIn, mayDelete, mayEdit, stateLabel, stateNamed, statesOf } from '@yikao/model/kernel/steps.ts';
import type { RowValues } from '@yikao/model/kernel/validate.ts';
import { sql } from 'kysely';
import type { Actor } from '../actor.ts';
import type { Engine } from '../engine.ts';
import { columnName, tableName } from '../naming.ts';
import type { Db } from '../sql.ts';
import { type Refusal, stepRows } from './step-rows.ts';
import { stepServerOf } from './step-server.ts';

/** The state that a new row begins in, whoever adds it; nothing where the rows have no states, or choose one freely. */
export function startState(engine: Engine, dataset: AnyDataset): RowValues {
  const machine = stepServerOf(engine, dataset)?.machine;
  return machine && !machine.toggle ? { [machine.field]: stateNamed(machine, machine.start).code } : {};
}

/** Fields that must be known of a row to tell what may be edited of it. */
export function fieldsOfEdits(engine: Engine, dataset: AnyDataset, edited: readonly string[]): string[] {
  const machine = stepServerOf(engine, dataset)?.machine;
  return machine?.edit ? [...new Set([machine.field, ...edited])] : [];
}

/** The reasons against editing these fields of a row: those that the state it is in locks, each with that state. */
export function editIssues(
  engine: Engine,
  dataset: AnyDataset,
  row: Readonly<RowValues>,
  edited: readonly string[],
): Issue[] {
  const machine = stepServerOf(engine, dataset)?.machine;
  if (!machine?.edit) return [];
  const { zh, en } = stateLabel(machine, row);
  return edited
    .filter(name => !mayEdit(machine, row, name))
    .map(name => issue(name, 'lockedInState', { zh, en }));
}

/** A row that is about to be edited, as it stands. */
export interface EditedRow {
  readonly key: number;
  readonly row: Readonly<RowValues>;
}

/**
 * Takes the steps that edits bring about (`edit: { approved: { fields, step } }`), before the values are set and in the
 * same transaction; answers the rows that took one, and those that may not, which must not be edited then either.
 */
export async function takeStepsOfEdits(
  engine: Engine,
  db: Db,
  dataset: AnyDataset,
  actor: Actor,
  edited: readonly EditedRow[],
): Promise<{ readonly taken: ReadonlySet<number>; readonly refused: readonly Refusal[] }> {
  const server = stepServerOf(engine, dataset);
  const taken = new Set<number>();
  const refused: Refusal[] = [];
  if (!server?.machine.edit) return { taken, refused };
  const { machine } = server;
  const keysByStep = Map.groupBy(edited, ({ row }) => editIn(machine, row).step);
  for (const [name, rows] of keysByStep) {
    const step = name === undefined ? undefined : machine.steps[name];
    if (!step) continue;
    const result = await stepRows(engine, db, {
      server,
      dataset,
      step,
      keys: rows.map(({ key }) => key),
      given: {},
      by: { kind: 'step', actor, cause: `${dataset.name}.update` },
    });
    for (const { key } of result.taken) taken.add(key);
    refused.push(...result.refused);
  }
  return { taken, refused };
}

/** Those of the rows that the state they are in keeps from being deleted, each with the reason. */
export async function keptByState(
  engine: Engine,
  db: Db,
  dataset: AnyDataset,
  keys: readonly number[],
): Promise<ReadonlyMap<number, Issue>> {
  const machine = stepServerOf(engine, dataset)?.machine;
  if (!machine?.delete || keys.length === 0) return new Map();
  const state = columnName(machine.field);
  const free = statesOf(machine)
    .filter(({ code }) => mayDelete(machine, { [machine.field]: code }))
    .map(({ code }) => code);
  const key = sql.id(columnName(dataset.key));
  const found = await sql<{ key: number; state: unknown }>`
    select ${key} as key, ${sql.id(state)} as state from ${sql.table(tableName(dataset))}
    where ${key} = any(${[...keys]}::bigint[]) and ${sql.id(state)} <> all(${free})`.execute(db);
  return new Map(
    found.rows.map(row => {
      const { zh, en } = stateLabel(machine, { [machine.field]: row.state });
      return [Number(row.key), issue(machine.field, 'keptInState', { zh, en })];
    }),
  );
}
