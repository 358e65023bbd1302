import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { editIn, mayDelete, mayEdit, stateLabel, stateNamed, statesOf } from '@yikao/model/kernel/states.ts';
import { type Issue, issue } from '@yikao/model/kernel/validate/issues.ts';
import type { RowValues } from '@yikao/model/kernel/validate/validate.ts';
import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import type { Actor } from '../scope/actor.ts';
import { columnName, tableName } from '../table/naming.ts';
import type { Db, Tx } from '../table/sql.ts';
import { type Refusal, stepRows } from './step-rows.ts';
import { stepServerOf } from './step-server.ts';

/** The initial state of a new row; undefined if the rows have no states, or choose one freely. */
export function startState(engine: Engine, dataset: AnyDataset): RowValues {
  const machine = stepServerOf(engine, dataset)?.machine;
  return machine && !machine.toggle ? { [machine.field]: stateNamed(machine, machine.start).code } : {};
}

/** Fields needed to decide which edits of a row are allowed. */
export function fieldsOfEdits(engine: Engine, dataset: AnyDataset, edited: readonly string[]): string[] {
  const machine = stepServerOf(engine, dataset)?.machine;
  return machine?.edit ? [...new Set([machine.field, ...edited])] : [];
}

/** The reasons against editing these fields of a row: those locked by its current state, each with that state. */
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

/** A row before it is edited. */
export interface EditedRow {
  readonly key: number;
  readonly row: Readonly<RowValues>;
}

/**
 * Takes the steps triggered by edits (`edit: { approved: { fields, step } }`), before the values are set and in the
 * same transaction; returns the rows that took one, and the refused ones, which must not be edited either.
 */
export async function takeStepsOfEdits(
  engine: Engine,
  db: Tx,
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

/** The rows whose state prevents their deletion, each with the reason. */
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
      return [row.key, issue(machine.field, 'keptInState', { zh, en })];
    }),
  );
}
