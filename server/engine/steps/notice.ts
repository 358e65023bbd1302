import { failure } from '@yikao/model/errors.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { askedBy, startsFrom, stateOf } from '@yikao/model/kernel/states.ts';
import type { AnyMachine, GivenTo, Step, StepName } from '@yikao/model/kernel/steps.ts';
import type { RowValues } from '@yikao/model/kernel/validate/validate.ts';
import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { elevated } from '../scope/actor.ts';
import type { Db, Tx } from '../table/sql.ts';
import { lockRows } from '../write/lock-rows.ts';
import { transact } from '../write/transaction.ts';
import { failureOf, stepRows } from './step-rows.ts';
import { type StepBy, type StepRow, type StepServer, stepServerOf } from './step-server.ts';

/** The notice of a vendor, once it has been verified: that something happened which is a step of a row. */
export interface Notice<M, K extends StepName<M>> {
  /** The sender, such as `wechatPay`. */
  readonly vendor: string;
  /**
   * The vendor's id of the event (its transaction or refund), not of the notice, so that two notices of one payment
   * count as one.
   */
  readonly eventId: string;
  readonly key: number;
  readonly given: GivenTo<M, K>;
  /** The row's dataset; required if the machine serves several. */
  readonly dataset?: AnyDataset;
}

/** The outcome of a notice. */
export interface NoticeAnswer {
  /**
   * `taken`: the row took the step. `already`: it had already reached that state in another way. `otherwise`: it was in
   * another state, and the server function for that was called.
   */
  readonly outcome: 'taken' | 'already' | 'otherwise';
  /** State of the row afterwards. */
  readonly state: string;
}

/**
 * Takes the step of a vendor's verified notice and records the notice, in one transaction: a repeated notice, even a
 * simultaneous one, gets the first answer and changes nothing. A row that already has the step's target state and
 * values gets `already`; in any other state the step's function `otherwise` of the machine's server side is called, and
 * nothing is ever forced. Throws `notFound` for a row that does not exist (yet), `notAllowedNow` if the step has no such
 * function, and the step's own refusals; such a notice leaves no trace, so that the vendor sends it again.
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

/** The answer to the first notice. Throws if the vendor used one id for two events. */
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
  if (!kept || kept.event !== event || kept.key !== key) throw failure('badRequest');
  return kept.answer;
}

async function carryOut(engine: Engine, db: Tx, told: Told): Promise<NoticeAnswer> {
  const { server, dataset, step, given, by, key } = told;
  const { machine } = server;
  const [row] = await lockRows(engine, db, dataset, [key], by.actor);
  if (!row) throw failure('notFound');
  if (startsFrom(machine, step, row)) return { outcome: 'taken', state: await take(engine, db, told, step) };
  const state = stateOf(machine, row) ?? '';
  const targets = Object.values(step.move).flat();
  const same = Object.keys(step.form).every(name => given[name] === undefined || given[name] === row[name]);
  if (targets.includes(state) && same) return { outcome: 'already', state };
  const act = server.otherwise?.[step.name];
  if (!act) throw failure('notAllowedNow');
  await act({ engine, db, dataset, rows: [row as StepRow], by, now: engine.clock.now(), given });
  const [after] = await lockRows(engine, db, dataset, [key], by.actor);
  return { outcome: 'otherwise', state: (after && stateOf(machine, after)) ?? state };
}

/** Takes one step with the row and returns its new state; throws the reason for a refusal. */
async function take(
  engine: Engine,
  db: Tx,
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
