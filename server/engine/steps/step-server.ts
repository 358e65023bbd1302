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
import type { RowValues } from '@yikao/model/kernel/validate.ts';
import type { Actor } from '../actor.ts';
import type { Engine } from '../engine.ts';
import type { LockedRow } from '../lock-rows.ts';
import type { Db } from '../sql.ts';

/** Who takes a step, and why. */
export interface StepBy {
  readonly kind: ActorKind;
  /** Whose codes and scope bind it; for the clock and a vendor the product itself, said by `elevated()`. */
  readonly actor: Actor;
  /**
   * The step that brought this one about (`serviceOrder.pay`), or the vendor's event; absent for people and the
   * clock.
   */
  readonly cause?: string;
  /** The job by which many rows take it. */
  readonly jobId?: number;
}

/** A row that takes a step, canonical and under lock, with its key under one name for every dataset. */
export type StepRow<Row = RowValues> = Readonly<Row> & Pick<LockedRow, 'rowKey' | 'version'>;

/** The parts that guards and effects work with: the transaction of the step and its rows. */
export interface StepContext<Row = RowValues> {
  readonly engine: Engine;
  readonly db: Db;
  readonly dataset: AnyDataset;
  readonly rows: readonly StepRow<Row>[];
  readonly by: StepBy;
  readonly now: Date;
}

/**
 * Answers the keys of the rows that do NOT meet the condition, for all of them in one statement. `given` came with
 * the step.
 */
export type NeedTest<Row = RowValues> = (
  context: StepContext<Row> & { readonly given: Readonly<RowValues> },
) => Promise<ReadonlySet<number>>;

/** The result of a step for one row, beside its move. */
export interface StepOutcome<Row = RowValues, To extends string = string> {
  /** The state that a fork leads to. */
  readonly to?: To;
  /** Further columns that are set, read-only ones too. */
  readonly values?: Partial<Row>;
}

/**
 * Does what a step does besides moving its rows, in the same transaction and before they are moved. Answers by key
 * what else is to be set. A failure that it throws refuses the step, and nothing of it stands.
 */
export type Effect<Row = RowValues, Given = RowValues, To extends string = string> = (
  context: StepContext<Row> & { readonly given: Given },
) => Promise<ReadonlyMap<number, StepOutcome<Row, To>>> | Promise<void>;

type EffectOf<M, K extends StepName<M>> = (
  context: StepContext<MachineRow<M>> & { readonly given: GivenTo<M, K> },
) => [K] extends [ForkName<M>] ? Promise<Chosen<M, TargetOf<M, K>>> : Promise<Unchosen<M>> | Promise<void>;

/** The answer of a fork's effect: for every row the state it comes to. */
type Chosen<M, To> = ReadonlyMap<number, { readonly to: To; readonly values?: Partial<MachineRow<M>> }>;

/** The answer that any other effect may give. */
type Unchosen<M> = ReadonlyMap<number, { readonly values?: Partial<MachineRow<M>> }>;

/** The functions that a machine leaves to the server: its guards and forks must be there, other effects may be. */
export interface StepServerInput<M, Told extends string = ServerNeed<M>> {
  // `Told`, inferred from what is written, gives the functions the types of their parameters; the others say that none is
  // missing and none too many.
  readonly needs: { readonly [G in Told]: NeedTest<MachineRow<M>> } & {
    readonly [G in ServerNeed<M>]: NeedTest<MachineRow<M>>;
  } & ([Exclude<Told, ServerNeed<M>>] extends [never]
      ? unknown
      : { readonly 'are guards that no step names': Exclude<Told, ServerNeed<M>> });
  readonly effects: { readonly [K in Exclude<StepName<M>, ForkName<M>>]?: EffectOf<M, K> } & {
    readonly [K in ForkName<M>]: EffectOf<M, K>;
  };
  /**
   * The way of a vendor's notice of a step where the row is in a state in which neither the step nor its `otherwise`
   * can be taken: money that came twice.
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
 * Says what the steps of a machine do on the server. A guard or a fork that nobody wrote, a step that is not there and
 * a column that the row does not have do not compile.
 */
export function defineStepServer<const M extends AnyMachine, Told extends string>(
  machine: M,
  server: StepServerInput<M, Told>,
): StepServer {
  // The engine calls each function with rows of this machine's datasets only, which is what the input type says.
  return { machine, ...(server as unknown as Omit<StepServer, 'machine'>) };
}

/** The machine of a dataset with its server side; undefined where its rows have no states. */
export function stepServerOf(engine: Engine, dataset: AnyDataset): StepServer | undefined {
  return engine.steps.find(({ machine }) => machine.datasets.some(({ name }) => name === dataset.name));
}
