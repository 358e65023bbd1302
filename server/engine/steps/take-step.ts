import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { ActorKind, AnyMachine, GivenTo, StepName, StepTakers } from '@yikao/model/kernel/steps.ts';
import type { RowValues } from '@yikao/model/kernel/validate/validate.ts';
import type { Engine } from '../engine.ts';
import { type Actor, elevated } from '../scope/actor.ts';
import type { Tx } from '../table/sql.ts';
import { transact } from '../write/transaction.ts';
import { failureOf, type StepRequest, type StepResult, stepRows, type Taken } from './step-rows.ts';
import { stepServerOf } from './step-server.ts';

/**
 * The taker of a step and the reason: one of the kinds the step allows. A person is named; the others are the product
 * itself.
 */
export type StepTaker<Kind extends ActorKind> =
  | (Kind extends 'person'
      ? { readonly kind: 'person'; readonly actor: Actor; readonly cause?: string }
      : never)
  | (Kind extends Exclude<ActorKind, 'person'>
      ? {
          readonly kind: Kind;
          /** The person named in the history. Defaults to the product. */
          readonly actor?: Actor;
          /** The step that caused this one (`serviceOrder.pay`), or the vendor's event. */
          readonly cause?: string;
        }
      : never);

/** The requested step: its rows, inputs, actor and transaction. */
export type StepAsk<M, K extends StepName<M>> = {
  /** One row or several. */
  readonly keys: number | readonly number[];
  readonly by: StepTaker<StepTakers<M, K>>;
  /** The rows' dataset; required if the machine serves several. */
  readonly dataset?: AnyDataset;
  /** The caller's transaction. Defaults to a separate one, retried if it loses a race. */
  readonly within?: Tx;
  /** The version of each row that was seen; rows without one are not checked. */
  readonly versions?: ReadonlyMap<number, number>;
} & (unknown extends GivenTo<M, K> ? { readonly given?: undefined } : { readonly given: GivenTo<M, K> });

/**
 * Takes a step with rows from code: a feature, an effect, a listener or a vendor's notice. Either all rows take it, or
 * the first refusal is thrown (`notFound`, `notAllowedNow`, `staleVersion`, `unmetNeeds`, or the effect's error) and
 * everything is rolled back unless the caller catches it. The caller checks the permission; the scope applies to a
 * person, not to the other kinds.
 */
export async function takeStep<M extends AnyMachine, K extends StepName<M>>(
  engine: Engine,
  machine: M,
  name: K,
  ask: StepAsk<M, K>,
): Promise<readonly Taken[]> {
  const work = async (db: Tx) => {
    const { taken, refused } = await stepRows(engine, db, requestOf(engine, machine, name, ask));
    if (refused[0]) throw failureOf(refused[0]);
    return taken;
  };
  return ask.within ? work(ask.within) : transact(engine.db, work);
}

/** As {@link takeStep}, but rows that qualify take the step and the others are returned with their reasons. */
export async function tryStep<M extends AnyMachine, K extends StepName<M>>(
  engine: Engine,
  machine: M,
  name: K,
  ask: StepAsk<M, K>,
): Promise<StepResult> {
  const work = (db: Tx) => stepRows(engine, db, requestOf(engine, machine, name, ask));
  return ask.within ? work(ask.within) : transact(engine.db, work);
}

/** The compiler checks a machine's types; at run time the registry supplies the machine with its server side. */
function requestOf<M extends AnyMachine, K extends StepName<M>>(
  engine: Engine,
  machine: M,
  name: K,
  { keys, given, by, dataset, versions }: StepAsk<M, K>,
): StepRequest {
  const [only, ...others] = machine.datasets;
  const of = dataset ?? (others.length === 0 ? only : undefined);
  if (!of) throw new Error(`${name} does not say of which dataset the rows are`);
  const server = stepServerOf(engine, of);
  const step = server?.machine.steps[name];
  if (!server || !step) throw new Error(`${of.name} has no step ${name}`);
  // A conditional type of a type parameter is not resolved here; each of its members has these three.
  const { kind, actor = elevated(), cause } = by as { kind: ActorKind; actor?: Actor; cause?: string };
  return {
    server,
    dataset: of,
    step,
    keys: typeof keys === 'number' ? [keys] : keys,
    given: (given ?? {}) as Readonly<RowValues>,
    by: { kind, actor, ...(cause !== undefined && { cause }) },
    ...(versions && { versions }),
  };
}
