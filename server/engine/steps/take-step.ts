import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { ActorKind, AnyMachine, GivenTo, StepName, StepTakers } from '@yikao/model/kernel/steps.ts';
import type { RowValues } from '@yikao/model/kernel/validate.ts';
import { type Actor, elevated } from '../actor.ts';
import type { Engine } from '../engine.ts';
import type { Db } from '../sql.ts';
import { transact } from '../transaction.ts';
import { failureOf, type StepRequest, type StepResult, stepRows, type Taken } from './step-rows.ts';
import { stepServerOf } from './step-server.ts';

/**
 * Who takes a step, and why: one of those whom the step is for. A person says who; the others are the product itself.
 */
export type StepTaker<Kind extends ActorKind> =
  | (Kind extends 'person'
      ? { readonly kind: 'person'; readonly actor: Actor; readonly cause?: string }
      : never)
  | (Kind extends Exclude<ActorKind, 'person'>
      ? {
          readonly kind: Kind;
          /** The person in whose name the history tells it; left out, the product. */
          readonly actor?: Actor;
          /** The step that brought this one about (`serviceOrder.pay`), or the vendor's event. */
          readonly cause?: string;
        }
      : never);

/** The step that is asked of rows: which, with which inputs, by whom, and within which transaction. */
export type StepAsk<M, K extends StepName<M>> = {
  /** One row or several. */
  readonly keys: number | readonly number[];
  readonly by: StepTaker<StepTakers<M, K>>;
  /** Whose rows they are; needed where the machine serves several datasets. */
  readonly dataset?: AnyDataset;
  /** The transaction of the caller's; left out, one of its own, done again where it loses a race. */
  readonly within?: Db;
  /** The version of each row that was seen; rows without one are not asked. */
  readonly versions?: ReadonlyMap<number, number>;
} & (unknown extends GivenTo<M, K> ? { readonly given?: undefined } : { readonly given: GivenTo<M, K> });

/**
 * Takes a step with rows from code: of a feature, an effect, a listener, a vendor's notice. All of the rows take it, or
 * the first refusal is thrown (`notFound`, `notAllowedNow`, `staleVersion`, `unmetNeeds`, or what the effect threw) and
 * nothing of it stands unless the caller catches it. Permission is asked by whoever calls; a person's scope binds, that
 * of the other kinds does not.
 */
export async function takeStep<M extends AnyMachine, K extends StepName<M>>(
  engine: Engine,
  machine: M,
  name: K,
  ask: StepAsk<M, K>,
): Promise<readonly Taken[]> {
  const work = async (db: Db) => {
    const { taken, refused } = await stepRows(engine, db, requestOf(engine, machine, name, ask));
    if (refused[0]) throw failureOf(refused[0]);
    return taken;
  };
  return ask.within ? work(ask.within) : transact(engine.db, work);
}

/** As {@link takeStep}, but those rows take the step that may; the others are answered with their reasons. */
export async function tryStep<M extends AnyMachine, K extends StepName<M>>(
  engine: Engine,
  machine: M,
  name: K,
  ask: StepAsk<M, K>,
): Promise<StepResult> {
  const work = (db: Db) => stepRows(engine, db, requestOf(engine, machine, name, ask));
  return ask.within ? work(ask.within) : transact(engine.db, work);
}

/** The types of a machine are the compiler's; what runs is the machine of the registry with its server side. */
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
