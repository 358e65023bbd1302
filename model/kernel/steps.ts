import type { CodeItem, CodeSet } from './codes.ts';
import type { Action, AnyDataset, RowOf } from './dataset.ts';
import type { DateTimeField, Field, FieldMap, RefField, ValueOf } from './field.ts';
import type { Label } from './label.ts';

/** Who can take a step: somebody logged in, a vendor (or what speaks with one), the clock, or another step. */
export const actorKinds = ['person', 'vendor', 'clock', 'step'] as const;

/** One of {@link actorKinds}. */
export type ActorKind = (typeof actorKinds)[number];

/** The moment at which a guard is asked, in Asia/Shanghai: `YYYY-MM-DD HH:mm:ss` and its date. */
export interface Moment {
  readonly now: string;
  readonly today: string;
}

/** A dataset whose rows have states, as far as steps look at it. */
export interface StepDataset {
  readonly name: string;
  readonly fields: FieldMap;
}

/** Names of the fields that all of the datasets share. */
type FieldName<D extends StepDataset> = keyof D['fields'] & string;

/** Names of the fields of one kind that all of the datasets share. */
type FieldNameOf<D extends StepDataset, Kind> = {
  [K in FieldName<D>]: D['fields'][K] extends Kind ? K : never;
}[FieldName<D>];

/** Names of the fields that hold a code with named states. */
type StateField<D extends StepDataset> = {
  [K in FieldName<D>]: [StateName<D, K>] extends [never] ? never : K;
}[FieldName<D>];

/** Names of the states of a field. */
export type StateName<D extends StepDataset, S extends string> = D['fields'][S] extends {
  readonly of: CodeSet<number | string, infer N>;
}
  ? string extends N
    ? never
    : N
  : never;

/** A condition that a row must meet before a step, which browser and server both ask; only `true` passes. */
type PureNeed<D extends StepDataset> = readonly [(row: Readonly<RowOf<D>>, moment: Moment) => boolean, Label];

/** Options of one step; see {@link defineSteps}. */
export interface StepInput<D extends StepDataset, N extends string, Movable extends N> {
  readonly label: Label;
  /**
   * From which state to which. Several targets are a fork: the step's effect chooses. Left out, the step is an action
   * that leaves the state as it is.
   */
  readonly move?: { readonly [K in Movable]?: N | readonly [N, N, ...N[]] };
  /** Last part of the permission code that it asks for; the step's own name unless said. */
  readonly may?: Action | (string & {});
  /** Who can take it; people alone unless said. */
  readonly by?: readonly [ActorKind, ...ActorKind[]];
  /** Columns of the row that are given with the step. */
  readonly form?: { readonly [K in FieldName<D>]?: 'required' | 'optional' };
  /** Inputs that are no columns: kept in the history alone. */
  readonly inputs?: FieldMap;
  /** Conditions by name, with the reason that is told when one is not met. One without a function is asked on the server. */
  readonly needs?: Readonly<Record<string, Label | PureNeed<D>>>;
  /** Sentence that is read before the step is taken; the step asks in any case. */
  readonly ask?: Label;
  /** Columns that are read out once it is taken: what it made, which the person goes on with. */
  readonly tells?: readonly FieldName<D>[];
  /** Takes something away that is hard to get back: drawn as such. */
  readonly danger?: boolean;
  /** Many rows at once: `each` does what may be done and tells the rest; `all` does all of them or none. */
  readonly bulk?: 'each' | 'all';
  /** The time after which the clock takes the step by itself. */
  readonly due?: FieldNameOf<D, DateTimeField>;
  /** Who must be somebody else than the person that takes the step, administrators too. */
  readonly fourEyes?: FieldNameOf<D, RefField<boolean, 'adminUser'>>;
  /** Further addresses under the dataset's path that answer as this step (spec section 7). */
  readonly alias?: readonly `${'POST' | 'PUT'} /${string}`[];
  /**
   * The step that a vendor's notice takes instead where the row is in a state that this one does not start from: money
   * that comes for a closed order. What no step can do is a function of the server (`defineStepServer`).
   */
  readonly otherwise?: string;
}

/** Edits that a state allows: these fields alone, or all with the step that such an edit brings about. */
type EditInput<D extends StepDataset, Named extends string> =
  | 'all'
  | readonly FieldName<D>[]
  | {
      readonly fields: 'all' | readonly FieldName<D>[];
      /** Taken in the same save, before the values are set: editing what was approved sends it back to draft. */
      readonly step: Named;
    };

/** Where the rows of a machine begin, where they stay for good, and what may be edited in between. */
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
  /** States of a shared code set in which no row of this machine ever is. */
  readonly unused?: readonly Unused[];
  /**
   * The state is a plain choice: forms, imports and batches set it like any other field, and the steps are a shorter way
   * there for those who may edit. So they have no guard, form or effect that another way would go round; what follows a
   * change stands in the dataset's `changed`, which hears of every way.
   */
  readonly toggle?: true;
  /** Changes that a form, an import or a batch may make to a row, by state; a state that is left out: nothing. No `edit`: all of it. */
  readonly edit?: { readonly [K in N]?: EditInput<D, Named> };
  /** States in which a row may be deleted; in any unless said. */
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
  readonly tells: readonly string[];
  readonly danger: boolean;
  readonly bulk?: 'each' | 'all';
  readonly due?: string;
  readonly fourEyes?: string;
  readonly alias: readonly string[];
  readonly otherwise?: string;
}

/** A guard of a step; without `test` only the server can tell. */
export interface StepNeed {
  readonly name: string;
  readonly reason: Label;
  readonly test?: (row: Readonly<Record<string, unknown>>, moment: Moment) => boolean;
}

/** Editable fields of a row in the state it is in, and the step that an edit brings about. */
export interface StateEdit {
  readonly fields: 'all' | readonly string[];
  readonly step?: string;
}

/** A machine as the engine and the screen read it: the states of a field, and the steps between them. */
export interface AnyMachine {
  readonly datasets: readonly AnyDataset[];
  /** Field that holds the state; the engine alone writes it. */
  readonly field: string;
  readonly start: string;
  readonly end: readonly string[];
  readonly unused?: readonly string[];
  readonly toggle?: true;
  readonly edit?: Readonly<Record<string, StateEdit>>;
  readonly delete?: readonly string[];
  readonly steps: Readonly<Record<string, Step>>;
}

/** A machine that still knows what was declared, for the server sides that are typed by it. */
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

/** Options that a step does not have, and steps that are not there, are refused, which an inferred type does not do by itself. */
type Exact<S> = {
  [K in keyof S]: { [O in Exclude<keyof S[K], keyof StepInput<StepDataset, string, string>>]: never } & {
    readonly otherwise?: keyof S;
  };
};

/** Whether a need says only its reason, so that the server must tell. */
function isLabel(need: Label | readonly unknown[]): need is Label {
  return !Array.isArray(need);
}

/**
 * Declares the states of a dataset's rows and the steps between them: who may take each, what it asks for, and what it
 * needs. One machine may serve several datasets that share the fields it speaks of. The calls, permission codes,
 * buttons, history and events of the steps follow from it; what a step does besides is a function of the server
 * (`defineStepServer`). Unknown states, fields and guards do not compile; that each state can be reached and left is
 * checked where machines are gathered (`defineMachines`).
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
  steps: S & Exact<S>,
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
  { move = {}, may = name, by = ['person'], form = {}, inputs = {}, needs = {}, ...step }: StepInputs[string],
): Step {
  return {
    ...step,
    name,
    may,
    by,
    form: form as Step['form'],
    inputs,
    move: Object.fromEntries(
      Object.entries(move).map(([from, to]) => [from, typeof to === 'string' ? [to] : (to ?? [])]),
    ),
    needs: Object.entries(needs).map(([called, need]) =>
      isLabel(need)
        ? { name: called, reason: need }
        : { name: called, reason: need[1], test: need[0] as NonNullable<StepNeed['test']> },
    ),
    tells: step.tells ?? [],
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

/** Every state must be reached and, unless it is final, left: otherwise the machine does not compile here. */
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

/** Gathers machines, and checks that each is whole; see {@link Whole} for what does not compile. */
export function defineMachines<const R extends Record<string, AnyMachine>>(
  machines: R & { [K in keyof R]: Whole<R[K]> },
): Readonly<R> {
  return Object.freeze(machines);
}

/** The dataset, or one of the datasets, whose rows a machine moves. */
export type MachineDataset<M> = Declared<M> extends { dataset: infer D extends StepDataset } ? D : never;

/** The row that effects and guards of a machine see. */
export type MachineRow<M> = Declared<M> extends { dataset: infer D extends StepDataset } ? RowOf<D> : never;

/** Names of a machine's steps. */
export type StepName<M> = keyof Declared<M>['steps'] & string;

/** A machine's step as it was declared. */
export type StepOf<M, K> = K extends keyof Declared<M>['steps'] ? Declared<M>['steps'][K] : never;

/** Names of a machine's guards that the server has to tell: those with a reason and no function. */
export type ServerNeed<M> = {
  [K in StepName<M>]: StepOf<M, K> extends { readonly needs: infer W }
    ? { [G in keyof W]: W[G] extends Label ? G : never }[keyof W] & string
    : never;
}[StepName<M>];

/** Names of a machine's steps whose target the effect chooses. */
export type ForkName<M> = {
  [K in StepName<M>]: StepOf<M, K> extends { readonly move: infer V }
    ? Extract<V[keyof V], readonly string[]> extends never
      ? never
      : K
    : never;
}[StepName<M>];

/** Kinds of actors whom a step is for. */
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

/** The item of a state by its name. Throws for a name that the field does not know, which boot has excluded. */
export function stateNamed(machine: AnyMachine, name: string): CodeItem {
  const found = statesOf(machine).find(item => item.name === name);
  if (!found) throw new Error(`${machine.datasets[0]?.name}.${machine.field} has no state ${name}`);
  return found;
}

/** The states of a machine, in the order they are shown. */
export function statesOf(machine: AnyMachine): readonly CodeItem[] {
  const field = machine.datasets[0]?.fields[machine.field];
  return field?.kind === 'code' ? field.of.items : [];
}

/** Name of the state that a row is in; undefined for a code that is none. */
export function stateOf(machine: AnyMachine, row: Readonly<Record<string, unknown>>): string | undefined {
  return statesOf(machine).find(item => item.code === row[machine.field])?.name;
}

/** Whether the step starts from the state that the row is in; an action starts from any. */
export function startsFrom(machine: AnyMachine, step: Step, row: Readonly<Record<string, unknown>>): boolean {
  const states = Object.keys(step.move);
  return states.length === 0 || states.includes(stateOf(machine, row) ?? '');
}

/** Something that a step asks for. */
interface Asked {
  readonly name: string;
  readonly field: Field;
  readonly required: boolean;
}

/** Inputs of a step: columns of the row first, then inputs of its own, each with whether it must be given. */
export function askedBy(dataset: StepDataset, step: Step): Asked[] {
  const columns = Object.entries(step.form).flatMap(([name, how]) => {
    const field = dataset.fields[name];
    return field ? [{ name, field, required: how === 'required' }] : [];
  });
  const inputs = Object.entries(step.inputs).map(([name, field]) => ({
    name,
    field,
    required: field.required,
  }));
  return [...columns, ...inputs];
}

/** Why a person may not take a step that another one than they has to take (`fourEyes`). */
export const fourEyesReason: Label = {
  zh: '你提交的申请要由另一位同事办理',
  en: 'You asked for it: another colleague has to do this',
};

/** The guards of a step that a row does not meet, as far as they can be told without the server. */
export function unmetNeeds(
  step: Step,
  row: Readonly<Record<string, unknown>>,
  moment: Moment,
): readonly StepNeed[] {
  return step.needs.filter(({ test }) => test !== undefined && test(row, moment) !== true);
}

/** Editable fields of a row in the state it is in. */
export function editIn(machine: AnyMachine, row: Readonly<Record<string, unknown>>): StateEdit {
  if (machine.edit === undefined) return { fields: 'all' };
  return machine.edit[stateOf(machine, row) ?? ''] ?? { fields: [] };
}

/** Whether the state that a row is in leaves a field to be edited. */
export function mayEdit(machine: AnyMachine, row: Readonly<Record<string, unknown>>, field: string): boolean {
  const { fields } = editIn(machine, row);
  return fields === 'all' || fields.includes(field);
}

/** Whether the state that a row is in lets it be deleted. */
export function mayDelete(machine: AnyMachine, row: Readonly<Record<string, unknown>>): boolean {
  return machine.delete === undefined || machine.delete.includes(stateOf(machine, row) ?? '');
}

/** How people call the state that a row is in; its code where it is in none. */
export function stateLabel(machine: AnyMachine, row: Readonly<Record<string, unknown>>): Label {
  const code = row[machine.field];
  const item = statesOf(machine).find(state => state.code === code);
  return item?.label ?? { zh: String(code), en: String(code) };
}
