import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type {
  ActorKind,
  AnyMachine,
  ForkName,
  GivenTo,
  MachineRow,
  ServerNeed,
  StepName,
  TargetOf,
} from '@yikao/model/kernel/steps.ts';
import type { RowValues } from '@yikao/model/kernel/validate/validate.ts';
import type { Engine } from '../engine.ts';
import type { Actor } from '../scope/actor.ts';
import type { Tx } from '../table/sql.ts';
import type { LockedRow } from '../write/lock-rows.ts';

/** Who takes a step, and why. */
export interface StepBy {
  readonly kind: ActorKind;
  /** The actor whose codes and scope apply; for the clock and vendors the product itself, from `elevated()`. */
  readonly actor: Actor;
  /** The step that caused this one (`serviceOrder.pay`), or the vendor's event; absent for people and the clock. */
  readonly cause?: string;
  /** The job that takes it with many rows. */
  readonly jobId?: number;
}

/** A row that takes a step, canonical and under lock, with its key under one name for every dataset. */
export type StepRow<Row = RowValues> = Readonly<Row> & Pick<LockedRow, 'rowKey' | 'version'>;

/** The parts that guards and effects work with: the transaction of the step and its rows. */
export interface StepContext<Row = RowValues> {
  readonly engine: Engine;
  readonly db: Tx;
  readonly dataset: AnyDataset;
  readonly rows: readonly StepRow<Row>[];
  readonly by: StepBy;
  readonly now: Date;
}

/**
 * Returns the keys of the rows that do NOT meet the condition, for all rows in one statement. `given` are the step's
 * inputs.
 */
export type NeedTest<Row = RowValues> = (
  context: StepContext<Row> & { readonly given: Readonly<RowValues> },
) => Promise<ReadonlySet<number>>;

/** The result of a step for one row, besides its move. */
export interface StepOutcome<Row = RowValues, To extends string = string> {
  /** The target state of a fork. */
  readonly to?: To;
  /** Further columns that are set, read-only ones too. */
  readonly values?: Partial<Row>;
}

/**
 * Does the further work of a step, in the same transaction and before its rows are moved. Returns further values to
 * set, by key. A failure it throws refuses the step and rolls it back.
 */
export type Effect<Row = RowValues, Given = RowValues, To extends string = string> = (
  context: StepContext<Row> & { readonly given: Given },
) => Promise<ReadonlyMap<number, StepOutcome<Row, To>>> | Promise<void>;

type EffectOf<M, K extends StepName<M>> = (
  context: StepContext<MachineRow<M>> & { readonly given: GivenTo<M, K> },
) => [K] extends [ForkName<M>] ? Promise<Chosen<M, TargetOf<M, K>>> : Promise<Unchosen<M>> | Promise<void>;

/** The result of a fork's effect: the new state of every row. */
type Chosen<M, To> = ReadonlyMap<number, { readonly to: To; readonly values?: Partial<MachineRow<M>> }>;

/** The result of any other effect. */
type Unchosen<M> = ReadonlyMap<number, { readonly values?: Partial<MachineRow<M>> }>;

/** The functions that a machine leaves to the server: its guards and forks must be there, other effects may be. */
export interface StepServerInput<M, Told extends string = ServerNeed<M>> {
  // `Told` is inferred from the given functions and types their parameters; the other types check that none is missing
  // or superfluous.
  readonly needs: { readonly [G in Told]: NeedTest<MachineRow<M>> } & {
    readonly [G in ServerNeed<M>]: NeedTest<MachineRow<M>>;
  } & ([Exclude<Told, ServerNeed<M>>] extends [never]
      ? unknown
      : { readonly 'are guards that no step names': Exclude<Told, ServerNeed<M>> });
  readonly effects: { readonly [K in Exclude<StepName<M>, ForkName<M>>]?: EffectOf<M, K> } & {
    readonly [K in ForkName<M>]: EffectOf<M, K>;
  };
  /**
   * Handles a vendor's notice in a state that the step does not start from: money for a closed order, or money that
   * arrived twice.
   */
  readonly otherwise?: {
    readonly [K in StepName<M>]?: (
      context: StepContext<MachineRow<M>> & { readonly given: GivenTo<M, K> },
    ) => Promise<void>;
  };
}

/** A machine's server side as the engine reads it. */
export interface StepServer {
  readonly machine: AnyMachine;
  readonly needs: Readonly<Record<string, NeedTest>>;
  readonly effects: Readonly<Record<string, Effect>>;
  readonly otherwise?: Readonly<
    Record<string, (context: StepContext & { readonly given: RowValues }) => Promise<void>>
  >;
}

/**
 * Defines the server side of a machine's steps. A missing guard or fork, an unknown step and an unknown column do not
 * compile.
 */
export function defineStepServer<const M extends AnyMachine, Told extends string>(
  machine: M,
  server: StepServerInput<M, Told>,
): StepServer {
  // The engine calls each function only with rows of this machine's datasets, as the input type requires.
  return { machine, ...(server as unknown as Omit<StepServer, 'machine'>) };
}

/** The machine of a dataset with its server side; undefined if its rows have no states. */
export function stepServerOf(engine: Engine, dataset: AnyDataset): StepServer | undefined {
  return engine.steps.find(({ machine }) => machine.datasets.some(({ name }) => name === dataset.name));
}
