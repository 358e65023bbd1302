import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { type Step, stateNamed } from '@yikao/model/kernel/steps.ts';
import { sql } from 'kysely';
import type { Logger } from '../../platform/logger.ts';
import { createLoop, type Loop } from '../../platform/loop.ts';
import { elevated } from '../actor.ts';
import type { Engine } from '../engine.ts';
import { columnName, tableName } from '../naming.ts';
import { allOf, type Condition, column, type Db } from '../sql.ts';
import { transact } from '../transaction.ts';
import { stepRows } from './step-rows.ts';
import type { StepServer } from './step-server.ts';

/** Milliseconds between two looks for rows that are due; the index of each time makes a look cheap. */
const lookMs = 15_000;
/** Rows of one transaction. */
const chunkRows = 200;

/** The parts that {@link createStepClock} works with. */
export interface StepClockParts {
  readonly engine: Engine;
  readonly logger: Logger;
  /** Nodes of `ROLE=web` take no steps by the clock. */
  readonly works: boolean;
}

/** The clock of a node, which takes the steps whose time has come. */
export interface StepClock extends Loop {
  /** Takes the steps that are due now; answers how many rows took one. */
  takeDue(): Promise<number>;
}

/** A step of the clock, with whose rows it moves. */
interface Timer {
  readonly server: StepServer;
  readonly dataset: AnyDataset;
  readonly step: Step;
  readonly due: string;
}

/** Where a walk through the due rows stands. */
interface Place {
  readonly due: string;
  readonly key: number;
}

/**
 * Takes the steps whose time has come (`due`), for all machines. Rows are picked by their time in chunks, those that
 * another node or a person holds are passed over, and the time is asked again under the lock, so that one that was
 * moved wins. A row whose guards are not met, or whose effect fails, is left for the next look and holds up no other.
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

/** The next rows that are due after a place of the walk, locked; those that somebody else holds are passed over. */
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
  return found.rows.map(row => ({ key: Number(row.key), due: row.due }));
}
