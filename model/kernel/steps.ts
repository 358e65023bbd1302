import type { Action, AnyDataset, CodeBeside, LastPart, RowOf } from './dataset.ts';
import type { DateTimeField, FieldMap, ValueOf } from './field.ts';
import type { Label } from './label.ts';
import { labelled } from './labelled.ts';
import type {
  FieldName,
  FieldNameOf,
  PersonField,
  StateField,
  StateName,
  StepDataset,
} from './step-fields.ts';

/**
 * The kinds of actor that can take a step: a logged-in person, a vendor (or the code that talks to one), the clock, or
 * another step.
 */
export const actorKinds = ['person', 'vendor', 'clock', 'step'] as const;

/** One of {@link actorKinds}. */
export type ActorKind = (typeof actorKinds)[number];

/** The time at which a guard is checked, in Asia/Shanghai: `YYYY-MM-DD HH:mm:ss` and its date. */
export interface Moment {
  readonly now: string;
  readonly today: string;
}

/** Last parts of the permission codes that the datasets declare, actions and further codes. */
type DeclaredPart<D extends StepDataset> = LastPart<NonNullable<D['made']>['code']>;

/** A condition on the row before a step, evaluated by browser and server; only `true` passes. */
type PureNeed<D extends StepDataset> = readonly [(row: Readonly<RowOf<D>>, moment: Moment) => boolean, Label];

/** Options of one step; see {@link defineSteps}. */
export interface StepInput<D extends StepDataset, N extends string, Movable extends N> {
  readonly label: Label;
  /**
   * The state before and after. Several targets are a fork: the step's effect chooses. If omitted, the step is an
   * action that leaves the state unchanged.
   */
  readonly move?: { readonly [K in Movable]?: N | readonly [N, N, ...N[]] };
  /** Suffix of its permission code. Defaults to the step's name. */
  readonly may?: Action | (string & {});
  /** The actors that can take it. Defaults to people only. */
  readonly by?: readonly [ActorKind, ...ActorKind[]];
  /** Columns of the row that are given with the step. */
  readonly form?: { readonly [K in FieldName<D>]?: 'required' | 'optional' };
  /** Inputs that are not columns: stored only in the history. */
  readonly inputs?: FieldMap;
  /**
   * Conditions by name, with the message for an unmet one. A condition without a function is evaluated on the server.
   */
  readonly needs?: Readonly<Record<string, Label | PureNeed<D>>>;
  /** Sentence shown before the step; a confirmation is asked in any case. */
  readonly ask?: Label;
  /** Columns returned after the step: values it generated, which the person needs next. */
  readonly returns?: readonly FieldName<D>[];
  /** Removes something that is hard to restore; its button is drawn as dangerous. */
  readonly danger?: boolean;
  /**
   * Reports whether a row needs the step no more although its state allows it again: a judged exam is published next.
   */
  readonly done?: (row: Readonly<RowOf<D>>) => boolean;
  /**
   * Allows many rows at once: `each` handles the rows that qualify and reports the others; `all` handles all rows or
   * none.
   */
  readonly bulk?: 'each' | 'all';
  /** The time after which the clock takes the step by itself. */
  readonly due?: FieldNameOf<D, DateTimeField>;
  /**
   * Fields with people who may not take the step, one person or several in each; applies to administrators too, and to
   * other accounts of the same person.
   */
  readonly fourEyes?: FieldNameOf<D, PersonField> | readonly FieldNameOf<D, PersonField>[];
  /**
   * The person who takes it belongs to the house: people of a partner or an agency may not, whatever codes they hold.
   * A step with `fourEyes` says it, or says why not with `false`: the second pair of eyes is never one who gains.
   */
  readonly byHouse?: boolean;
  /** Further addresses under the dataset's path that answer as this step (spec section 7). */
  readonly alias?: readonly `${'POST' | 'PUT'} /${string}`[];
}

/** Edits allowed in a state: these fields only, or all fields together with a step the edit triggers. */
type EditInput<D extends StepDataset, Named extends string> =
  | 'all'
  | readonly FieldName<D>[]
  | {
      readonly fields: 'all' | readonly FieldName<D>[];
      /** Step taken in the same save, before the values are set: editing an approved row returns it to draft. */
      readonly step: Named;
    };

/** The initial state, the final states, and the edits allowed in between. */
export interface StepFrame<
  D extends StepDataset,
  N extends string,
  Start extends N,
  End extends N,
  Unused extends N,
  Named extends string = string,
> {
  readonly start: Start;
  readonly end: readonly End[];
  /** States of a shared code set that rows of this machine never have. */
  readonly unused?: readonly Unused[];
  /**
   * Makes the state a plain choice: forms, imports and batches set it like any other field, and the steps are a
   * shortcut for people who may edit. They therefore have no guard, form or effect that another way could bypass; put
   * follow-up work in the dataset's `changed` hook, which runs for every way.
   */
  readonly toggle?: true;
  /**
   * Fields that a form, an import or a batch may change, by state; nothing for a state left out. Without `edit`,
   * everything.
   */
  readonly edit?: { readonly [K in N]?: EditInput<D, Named> };
  /** States in which a row may be deleted. Defaults to all. */
  readonly delete?: readonly N[];
}

/** The steps of a machine by name, as they were declared. */
export type StepInputs = Readonly<Record<string, StepInput<StepDataset, string, string>>>;

/** A step as the engine and the screen read it. */
export interface Step {
  readonly name: string;
  readonly label: Label;
  /** Targets by the state that the step leaves; empty for an action. */
  readonly move: Readonly<Record<string, readonly string[]>>;
  readonly may: string;
  readonly by: readonly ActorKind[];
  readonly form: Readonly<Record<string, 'required' | 'optional'>>;
  readonly inputs: FieldMap;
  readonly needs: readonly StepNeed[];
  readonly ask?: Label;
  readonly returns: readonly string[];
  readonly danger: boolean;
  readonly done?: (row: Readonly<Record<string, unknown>>) => boolean;
  readonly bulk?: 'each' | 'all';
  readonly due?: string;
  readonly fourEyes: readonly string[];
  readonly byHouse?: boolean;
  readonly alias: readonly string[];
}

/** A guard of a step; without `test`, only the server can evaluate it. */
export interface StepNeed {
  readonly name: string;
  readonly reason: Label;
  readonly test?: (row: Readonly<Record<string, unknown>>, moment: Moment) => boolean;
}

/** Editable fields of a row in its current state, and the step that an edit triggers. */
export interface StateEdit {
  readonly fields: 'all' | readonly string[];
  readonly step?: string;
}

/** A machine as the engine and the screen read it: the states of a field, and the steps between them. */
export interface AnyMachine {
  readonly datasets: readonly AnyDataset[];
  /** Field that holds the state; only the engine writes it. */
  readonly field: string;
  readonly start: string;
  readonly end: readonly string[];
  readonly unused?: readonly string[];
  readonly toggle?: true;
  readonly edit?: Readonly<Record<string, StateEdit>>;
  readonly delete?: readonly string[];
  readonly steps: Readonly<Record<string, Step>>;
}

/** A machine with its declared types, which type its server side. */
export interface Machine<
  D extends StepDataset = StepDataset,
  N extends string = string,
  S = StepInputs,
  Start extends string = string,
  End extends string = string,
  Unused extends string = string,
> extends AnyMachine {
  /** Never there: carries the types. */
  readonly declared?: {
    readonly dataset: D;
    readonly states: N;
    readonly steps: S;
    readonly start: Start;
    readonly end: End;
    readonly unused: Unused;
  };
}

/**
 * Options that a step does not have and permission codes that nobody declares are refused,
 * which an inferred type does not do by itself.
 */
type Exact<D extends StepDataset, S> = {
  [K in keyof S]: { [O in Exclude<keyof S[K], keyof StepInput<StepDataset, string, string>>]: never } & {
    readonly may?: DeclaredPart<D> | keyof S;
  };
};

/**
 * Declares the states of a dataset's rows and the steps between them: who may take each, what it asks for, and its
 * guards. One machine may serve several datasets that share the fields it names. The calls, permission codes, buttons,
 * history and events of the steps follow from it; any further effect is a server function (`defineStepServer`). Unknown
 * states, fields and guards do not compile; `defineMachines` checks that each state can be reached and left.
 */
export function defineSteps<
  D extends StepDataset,
  const F extends StateField<D>,
  const Start extends StateName<D, F>,
  const End extends StateName<D, F>,
  const S extends Readonly<Record<string, StepInput<D, StateName<D, F>, Exclude<StateName<D, F>, End>>>>,
  const Unused extends StateName<D, F> = never,
>(
  of: D | readonly D[],
  field: F,
  frame: StepFrame<D, StateName<D, F>, Start, End, Unused, NoInfer<keyof S & string>>,
  steps: S & Exact<D, S>,
): Machine<D, StateName<D, F>, S, Start, End, Unused> {
  const datasets = (Array.isArray(of) ? of : [of]) as readonly unknown[] as readonly AnyDataset[];
  return Object.freeze({
    datasets,
    field,
    ...frame,
    ...(frame.edit && { edit: editsOf(frame.edit) }),
    steps: Object.fromEntries(
      Object.entries(steps as unknown as StepInputs).map(([name, step]) => [name, completed(name, step)]),
    ),
  }) as Machine<D, StateName<D, F>, S, Start, End, Unused>;
}

function editsOf(edit: Readonly<Record<string, unknown>>): Record<string, StateEdit> {
  const inputs = Object.entries(edit as Readonly<Record<string, EditInput<StepDataset, string>>>);
  return Object.fromEntries(
    inputs.map(([state, input]) => [
      state,
      typeof input === 'string' || !('step' in input) ? { fields: input } : input,
    ]),
  );
}

function completed(
  name: string,
  {
    move = {},
    may = name,
    by = ['person'],
    form = {},
    inputs = {},
    needs = {},
    fourEyes = [],
    done,
    ...step
  }: StepInputs[string],
): Step {
  return {
    ...step,
    name,
    may,
    by,
    form: form as Step['form'],
    inputs: labelled(inputs),
    move: Object.fromEntries(
      Object.entries(move).map(([from, to]) => [from, typeof to === 'string' ? [to] : (to ?? [])]),
    ),
    needs: Object.entries(needs).map(([called, need]) =>
      'zh' in need
        ? { name: called, reason: need }
        : { name: called, reason: need[1], test: need[0] as NonNullable<StepNeed['test']> },
    ),
    fourEyes: typeof fourEyes === 'string' ? [fourEyes] : fourEyes,
    // Rows are typed at the declaration; the engine handles all datasets alike.
    ...(done && { done: done as NonNullable<Step['done']> }),
    returns: step.returns ?? [],
    danger: step.danger === true,
    alias: step.alias ?? [],
  };
}

/** The targets of a declared step. */
type Targets<T> = T extends { readonly move: infer V }
  ? V[keyof V] extends infer To
    ? To extends readonly (infer One)[]
      ? One
      : To
    : never
  : never;

type Sources<T> = T extends { readonly move: infer V } ? keyof V : never;

type Declared<M> =
  M extends Machine<infer D, infer N, infer S, infer Start, infer End, infer Unused>
    ? { dataset: D; states: N; steps: S; start: Start; end: End; unused: Unused }
    : never;

/** Every state must be reachable and, unless it is final, have an exit: otherwise the machine does not compile here. */
type Whole<M> =
  Declared<M> extends {
    states: infer N;
    steps: infer S;
    start: infer Start;
    end: infer End;
    unused: infer Unused;
  }
    ? [Exclude<N, Start | Unused | Targets<S[keyof S]>>] extends [never]
      ? [Exclude<N, End | Unused | Sources<S[keyof S]>>] extends [never]
        ? M
        : { readonly 'has states that nothing leaves': Exclude<N, End | Unused | Sources<S[keyof S]>> }
      : { readonly 'has states that nothing reaches': Exclude<N, Start | Unused | Targets<S[keyof S]>> }
    : never;

/** Collects the machines and checks each for completeness; see {@link Whole} for the compile-time checks. */
export function defineMachines<const R extends Record<string, AnyMachine>>(
  machines: R & { [K in keyof R]: Whole<R[K]> },
): Readonly<R> {
  return Object.freeze(machines);
}

/** The dataset, or one of the datasets, whose states a machine controls. */
export type MachineDataset<M> = Declared<M> extends { dataset: infer D extends StepDataset } ? D : never;

/** The row that effects and guards of a machine see. */
export type MachineRow<M> = Declared<M> extends { dataset: infer D extends StepDataset } ? RowOf<D> : never;

/** The permission code that each of a machine's steps asks for. */
export type StepCode<M> = CodeBeside<
  NonNullable<MachineDataset<M>['made']>['code'],
  {
    [K in StepName<M>]: StepOf<M, K> extends { readonly may: infer May extends string } ? May : K;
  }[StepName<M>]
>;

/** Names of a machine's steps. */
export type StepName<M> = keyof Declared<M>['steps'] & string;

/** A machine's step as it was declared. */
export type StepOf<M, K> = K extends keyof Declared<M>['steps'] ? Declared<M>['steps'][K] : never;

/** Names of a machine's guards that the server must evaluate: those with a message and no function. */
export type ServerNeed<M> = {
  [K in StepName<M>]: StepOf<M, K> extends { readonly needs: infer W }
    ? { [G in keyof W]: W[G] extends Label ? G : never }[keyof W] & string
    : never;
}[StepName<M>];

/** Names of a machine's steps whose effect chooses the target state. */
export type ForkName<M> = {
  [K in StepName<M>]: StepOf<M, K> extends { readonly move: infer V }
    ? Extract<V[keyof V], readonly string[]> extends never
      ? never
      : K
    : never;
}[StepName<M>];

/** Kinds of actors who may take a step. */
export type StepTakers<M, K> =
  StepOf<M, K> extends { readonly by: readonly (infer Kind extends ActorKind)[] } ? Kind : 'person';

/** States that a step may lead to. */
export type TargetOf<M, K> = Targets<StepOf<M, K>>;

type Given<V, How> = How extends 'required' ? V : V | null;

/** Values that a person gave with a step: its columns and its other inputs, canonical. */
export type GivenTo<M, K extends StepName<M>> = (StepOf<M, K> extends { readonly form: infer W }
  ? { readonly [C in keyof W & keyof FieldsOf<M>]: Given<ValueOf<FieldsOf<M>[C]>, W[C]> }
  : unknown) &
  (StepOf<M, K> extends { readonly inputs: infer I extends FieldMap }
    ? {
        readonly [C in keyof I]: I[C] extends { readonly required: true }
          ? ValueOf<I[C]>
          : ValueOf<I[C]> | null;
      }
    : unknown);

type FieldsOf<M> = Declared<M>['dataset'] extends { readonly fields: infer F } ? F : never;
