import { failure } from '@yikao/model/errors.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import {
  type AnyMachine,
  askedBy,
  type GivenTo,
  type Step,
  type StepName,
  startsFrom,
  stateOf,
} from '@yikao/model/kernel/steps.ts';
import type { RowValues } from '@yikao/model/kernel/validate.ts';
import { sql } from 'kysely';
import { elevated } from '../actor.ts';
import type { Engine } from '../engine.ts';
import { lockRows } from '../lock-rows.ts';
import type { Db } from '../sql.ts';
import { transact } from '../transaction.ts';
import { failureOf, stepRows } from './step-rows.ts';
import { type StepBy, type StepRow, type StepServer, stepServerOf } from './step-server.ts';

/** The notice of a vendor, once it has been verified: that something happened which is a step of a row. */
export interface Notice<M, K extends StepName<M>> {
  /** Who tells it, such as `wechatPay`. */
  readonly vendor: string;
  /**
   * The vendor's number of what happened (its transaction, its refund) and not of the notice, so that two notices of
   * one payment are one.
   */
  readonly eventId: string;
  readonly key: number;
  readonly given: GivenTo<M, K>;
  /** Whose row it is; needed where the machine serves several datasets. */
  readonly dataset?: AnyDataset;
}

/** The outcome of a notice. */
export interface NoticeAnswer {
  /**
   * `taken`: the row took the step. `already`: it had come to the same by another road. `otherwise`: it was in another
   * state, and what the machine declares for that was done.
   */
  readonly outcome: 'taken' | 'already' | 'otherwise';
  /** State of the row afterwards. */
  readonly state: string;
}

/**
 * Takes the step that a vendor's verified notice tells of, in one transaction with the note that it came: a notice that
 * comes again, later or at the same moment, is answered as the first time and does nothing. A row that has come to
 * where the step leads, with the same values, is answered `already`; in any other state the step's `otherwise` is
 * taken, or the server's function of that name, and nothing is ever forced. Throws `notFound` for a row that is not
 * there (yet), `notAllowedNow` where nothing is declared for the state, and what the step is refused with; nothing of
 * such a notice stands, so that the vendor sends it again.
 */
export async function acceptNotice<M extends AnyMachine, K extends StepName<M>>(
  engine: Engine,
  machine: M,
  name: K,
  { vendor, eventId, key, given, dataset }: Notice<M, K>,
): Promise<NoticeAnswer> {
  const [only, ...others] = machine.datasets;
  const of = dataset ?? (others.length === 0 ? only : undefined);
  const server = of && stepServerOf(engine, of);
  const step = server?.machine.steps[name];
  if (!of || !server || !step)
    throw new Error(`There is no step ${name} that a notice of ${vendor} could be about`);
  const told: Told = {
    server,
    dataset: of,
    step,
    key,
    given: given as Readonly<RowValues>,
    by: { kind: 'vendor', actor: elevated(), cause: `${vendor}:${eventId}`.slice(0, 128) },
  };
  return transact(engine.db, async db => {
    const event = `${of.name}.${name}`;
    const first = await sql`
      insert into t_vendor_notice (vendor, event_id, event, row_id, answer)
      values (${vendor}, ${eventId}, ${event}, ${key}, 'null') on conflict do nothing returning 1`.execute(
      db,
    );
    if (first.rows.length === 0) return keptAnswer(db, vendor, eventId, event, key);
    const answer = await carryOut(engine, db, told);
    await sql`update t_vendor_notice set answer = ${JSON.stringify(answer)}::jsonb
      where vendor = ${vendor} and event_id = ${eventId}`.execute(db);
    return answer;
  });
}

/** A notice with the step that it is about. */
interface Told {
  readonly server: StepServer;
  readonly dataset: AnyDataset;
  readonly step: Step;
  readonly key: number;
  readonly given: Readonly<RowValues>;
  readonly by: StepBy;
}

/** The answer that a notice got when it came first. Throws where the vendor uses one number for two things. */
async function keptAnswer(
  db: Db,
  vendor: string,
  eventId: string,
  event: string,
  key: number,
): Promise<NoticeAnswer> {
  const found = await sql<{ event: string; key: number; answer: NoticeAnswer }>`
    select event, row_id as key, answer from t_vendor_notice
    where vendor = ${vendor} and event_id = ${eventId}`.execute(db);
  const [kept] = found.rows;
  if (!kept || kept.event !== event || Number(kept.key) !== key) throw failure('badRequest');
  return kept.answer;
}

async function carryOut(engine: Engine, db: Db, told: Told): Promise<NoticeAnswer> {
  const { server, dataset, step, given, by, key } = told;
  const { machine } = server;
  const [row] = await lockRows(engine, db, dataset, [key], by.actor);
  if (!row) throw failure('notFound');
  if (startsFrom(machine, step, row)) return { outcome: 'taken', state: await take(engine, db, told, step) };
  const state = stateOf(machine, row) ?? '';
  const targets = Object.values(step.move).flat();
  const same = Object.keys(step.form).every(name => given[name] === undefined || given[name] === row[name]);
  if (targets.includes(state) && same) return { outcome: 'already', state };
  const other = step.otherwise === undefined ? undefined : machine.steps[step.otherwise];
  if (other && startsFrom(machine, other, row)) {
    return { outcome: 'otherwise', state: await take(engine, db, told, other) };
  }
  const act = server.otherwise?.[step.name];
  if (!act) throw failure('notAllowedNow');
  await act({ engine, db, dataset, rows: [row as StepRow], by, now: engine.clock.now(), given });
  const [after] = await lockRows(engine, db, dataset, [key], by.actor);
  return { outcome: 'otherwise', state: (after && stateOf(machine, after)) ?? state };
}

/** Takes one step with the row, and gives the state it comes to; throws why it is refused. */
async function take(
  engine: Engine,
  db: Db,
  { server, dataset, key, given, by }: Told,
  step: Step,
): Promise<string> {
  const asked = new Set(askedBy(dataset, step).map(({ name }) => name));
  const { taken, refused } = await stepRows(engine, db, {
    server,
    dataset,
    step,
    keys: [key],
    given: Object.fromEntries(Object.entries(given).filter(([name]) => asked.has(name))),
    by,
  });
  if (refused[0]) throw failureOf(refused[0]);
  return taken[0]?.state ?? '';
}
