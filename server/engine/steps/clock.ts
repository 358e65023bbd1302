import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { stateNamed } from '@yikao/model/kernel/states.ts';
import type { AnyMachine, Step } from '@yikao/model/kernel/steps.ts';
import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { elevated } from '../scope/actor.ts';
import { columnName, tableName } from '../table/naming.ts';
import { allOf, type Condition, column, type Tx } from '../table/sql.ts';
import { transact } from '../write/transaction.ts';
import { stepRows } from './step-rows.ts';
import type { StepServer } from './step-server.ts';

/** Rows per transaction. */
const chunkRows = 200;

/** The parts that {@link createStepClock} works with. */
export interface StepClockParts {
  readonly engine: Engine;
  /** Receives the errors of rows whose step failed unexpectedly. */
  readonly onFailure: (failed: FailedStep) => void;
}

/** A step of the clock that failed for a row: the step as `dataset.step`, and the row's key. */
export interface FailedStep {
  readonly step: string;
  readonly key: number;
  readonly error: unknown;
}

/** Which steps {@link StepClock.takeDue} takes. */
export interface DueAsked {
  /** Names as `dataset.step`; without it, all steps of the clock. */
  readonly only?: readonly string[];
  /** Stops between two chunks of rows when the node stops. */
  readonly signal?: AbortSignal;
}

/** The clock, which takes steps that are due. */
export interface StepClock {
  /** Takes the steps that are due now; returns the number of rows that took one. */
  takeDue(asked?: DueAsked): Promise<number>;
}

/** A step of the clock, with its dataset. */
interface Timer {
  readonly server: StepServer;
  readonly dataset: AnyDataset;
  readonly step: Step;
  readonly due: string;
}

/** The timed steps of machines that the clock takes, as `dataset.step`. */
export function timedSteps(machines: readonly AnyMachine[]): string[] {
  return machines.flatMap(machine =>
    machine.datasets.flatMap(dataset =>
      Object.values(machine.steps).flatMap(step =>
        step.due !== undefined && step.by.includes('clock') ? [nameOf({ dataset, step })] : [],
      ),
    ),
  );
}

/** The name of a timed step as `dataset.step`. */
const nameOf = ({ dataset, step }: Pick<Timer, 'dataset' | 'step'>) => `${dataset.name}.${step.name}`;

/** Position in the walk through due rows. */
interface Place {
  readonly due: string;
  readonly key: number;
}

/**
 * Takes the steps that are due (`due`), for all machines. It picks rows by time in chunks, skips rows locked by another
 * node or a person, and checks the time again under the lock, so that a postponed one is not taken. A row with an unmet
 * guard or a failing effect is left for the next check and does not delay others.
 */
export function createStepClock({ engine, onFailure }: StepClockParts): StepClock {
  const timers = engine.steps.flatMap(server =>
    server.machine.datasets.flatMap(dataset =>
      Object.values(server.machine.steps).flatMap((step): Timer[] =>
        step.due !== undefined && step.by.includes('clock') ? [{ server, dataset, step, due: step.due }] : [],
      ),
    ),
  );

  async function takeChunk(timer: Timer, after: Place | undefined) {
    return transact(engine.db, async db => {
      const rows = await dueRows(db, timer, engine.clock.now(), after);
      if (rows.length === 0) return { rows, taken: 0 };
      const { server, dataset, step } = timer;
      const { taken } = await stepRows(engine, db, {
        server,
        dataset,
        step,
        keys: rows.map(({ key }) => key),
        given: {},
        by: { kind: 'clock', actor: elevated() },
        onUnexpected: (key, error) => onFailure({ step: nameOf(timer), key, error }),
      });
      return { rows, taken: taken.length };
    });
  }

  return {
    async takeDue({ only, signal } = {}) {
      let count = 0;
      for (const timer of timers) {
        if (only !== undefined && !only.includes(nameOf(timer))) continue;
        let after: Place | undefined;
        for (;;) {
          signal?.throwIfAborted();
          const { rows, taken } = await takeChunk(timer, after);
          count += taken;
          after = rows.at(-1);
          if (rows.length < chunkRows) break;
        }
      }
      return count;
    },
  };
}

/** The next due rows after a position, locked; rows locked by others are skipped. */
async function dueRows(
  db: Tx,
  { server: { machine }, dataset, step, due }: Timer,
  now: Date,
  after: Place | undefined,
): Promise<Place[]> {
  const key = column('d', columnName(dataset.key));
  const time = column('d', columnName(due));
  const states = Object.keys(step.move).map(state => stateNamed(machine, state).code);
  const conditions: Condition[] = [sql`not d.deleted`, sql`${time} <= ${now}::timestamptz`];
  // Written out as the index of the step has them.
  if (states.length > 0) {
    conditions.push(
      sql`${column('d', columnName(machine.field))} in (${sql.join(states.map(code => sql.lit(code)))})`,
    );
  }
  if (after) conditions.push(sql`(${time}, ${key}) > (${after.due}::timestamptz, ${after.key}::bigint)`);
  const found = await sql<Place>`
    select ${key} as key, ${time}::text as due from ${sql.table(tableName(dataset))} as d
    where ${allOf(conditions)} order by ${time}, ${key} limit ${chunkRows} for update skip locked`.execute(
    db,
  );
  return found.rows;
}
