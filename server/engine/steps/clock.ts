import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { stateNamed } from '@yikao/model/kernel/states.ts';
import type { Step } from '@yikao/model/kernel/steps.ts';
import { sql } from 'kysely';
import type { Logger } from '../../platform/logger.ts';
import { createLoop, type Loop } from '../../platform/loop.ts';
import type { Engine } from '../engine.ts';
import { elevated } from '../scope/actor.ts';
import { columnName, tableName } from '../table/naming.ts';
import { allOf, type Condition, column, type Db } from '../table/sql.ts';
import { transact } from '../write/transaction.ts';
import { stepRows } from './step-rows.ts';
import type { StepServer } from './step-server.ts';

/** Milliseconds between checks for due rows; each time has an index, which makes a check cheap. */
const lookMs = 15_000;
/** Rows per transaction. */
const chunkRows = 200;

/** The parts that {@link createStepClock} works with. */
export interface StepClockParts {
  readonly engine: Engine;
  readonly logger: Logger;
  /** Nodes of `ROLE=web` take no steps by the clock. */
  readonly works: boolean;
}

/** The clock of a node, which takes steps that are due. */
export interface StepClock extends Loop {
  /** Takes the steps that are due now; returns the number of rows that took one. */
  takeDue(): Promise<number>;
}

/** A step of the clock, with its dataset. */
interface Timer {
  readonly server: StepServer;
  readonly dataset: AnyDataset;
  readonly step: Step;
  readonly due: string;
}

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
export function createStepClock({ engine, logger, works }: StepClockParts): StepClock {
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
        onUnexpected: (key, error) =>
          logger.error(
            { err: error, step: `${dataset.name}.${step.name}`, key },
            'A step of the clock failed',
          ),
      });
      return { rows, taken: taken.length };
    });
  }

  async function takeDue(): Promise<number> {
    let count = 0;
    for (const timer of timers) {
      let after: Place | undefined;
      for (;;) {
        const { rows, taken } = await takeChunk(timer, after);
        count += taken;
        after = rows.at(-1);
        if (rows.length < chunkRows) break;
      }
    }
    return count;
  }

  const loop = createLoop({
    logger,
    name: 'Looking for steps of the clock',
    works,
    afterFailureMs: lookMs,
    async look() {
      await takeDue();
      return lookMs;
    },
  });
  return { ...loop, takeDue };
}

/** The next due rows after a position, locked; rows locked by others are skipped. */
async function dueRows(
  db: Db,
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
