import { AppError, type ErrorCode, failure } from '@yikao/model/errors.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Label } from '@yikao/model/kernel/label.ts';
import {
  type AnyMachine,
  fourEyesReason,
  type Moment,
  type Step,
  startsFrom,
  stateNamed,
  stateOf,
  unmetNeeds,
} from '@yikao/model/kernel/steps.ts';
import type { RowValues } from '@yikao/model/kernel/validate.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { type SqlBool, sql } from 'kysely';
import { openChange } from '../change.ts';
import type { Engine } from '../engine.ts';
import { updateLocked } from '../internal-write.ts';
import { lockRows } from '../lock-rows.ts';
import { scopeCondition } from '../scope.ts';
import type { ChangeWatch } from '../server-side.ts';
import type { Db } from '../sql.ts';
import { clashOf } from '../unique.ts';
import { emit } from './events.ts';
import type { StepBy, StepOutcome, StepRow, StepServer } from './step-server.ts';

/** A step that is to be taken by rows. */
export interface StepRequest {
  readonly server: StepServer;
  readonly dataset: AnyDataset;
  readonly step: Step;
  readonly keys: readonly number[];
  /** Columns and inputs of the step, canonical. */
  readonly given: Readonly<RowValues>;
  readonly by: StepBy;
  /** The version of each row that the person had seen; rows without one are not asked. */
  readonly versions?: ReadonlyMap<number, number>;
  /**
   * Hears of a failure that nobody has foreseen of a single row, which is then told as refused with the others done.
   * Without it such a failure undoes the whole transaction.
   */
  readonly onUnexpected?: (key: number, error: unknown) => void;
}

/** The same once the change of its rows has been opened. */
interface OpenRequest extends StepRequest {
  readonly change: ChangeWatch;
}

/** Why a row did not take the step. */
export interface Refusal {
  readonly key: number;
  readonly code: Extract<ErrorCode, 'notFound' | 'notAllowedNow' | 'staleVersion' | 'unmetNeeds'> | ErrorCode;
  /** All reasons together, where guards were not met. */
  readonly reasons: readonly Label[];
}

/** A row that took the step. */
export interface Taken {
  readonly key: number;
  readonly version: number;
  /** Name of the state it is in now. */
  readonly state: string;
  /** The row as it stood. */
  readonly before: StepRow;
}

/** The outcome for the rows. */
export interface StepResult {
  readonly taken: readonly Taken[];
  readonly refused: readonly Refusal[];
}

/**
 * Takes a step with rows, in a transaction of the caller's: locks them in the order of their keys within a person's
 * scope, asks state, version and all guards, runs the effect, moves them, keeps the history and tells the event. Rows
 * that may not are answered with their reasons and are left as they are. Permission is asked by whoever calls. An
 * effect or a listener that throws undoes what it did; with several rows it is narrowed down to those that it
 * refuses. Code that takes a step by its name uses `takeStep`, which is typed by it.
 */
export async function stepRows(engine: Engine, db: Db, request: StepRequest): Promise<StepResult> {
  const { server, dataset, step, by } = request;
  if (!step.by.includes(by.kind)) throw new Error(`${dataset.name}.${step.name} is not for a ${by.kind}`);
  const now = engine.clock.now();
  // The step of a toggle is one way among several: who listens hears of each as of an update.
  const told = server.machine.toggle ? {} : { step: step.name };
  const change = await openChange(engine, db, dataset, { actor: by.actor, now, ...told });
  // A step that another one brings about may reach rows that its person does not.
  const scope = by.kind === 'person' ? scopeCondition(dataset, by.actor, 'd', 'write') : sql<SqlBool>`true`;
  const rows = await lockRows(engine, db, dataset, request.keys, by.actor, { condition: scope });
  const found = new Set(rows.map(row => row.rowKey));
  const refused: Refusal[] = request.keys
    .filter(key => !found.has(key))
    .map(key => ({ key, code: 'notFound', reasons: [] }));
  const fitting = rows.filter(row => {
    const version = request.versions?.get(row.rowKey);
    const code =
      version !== undefined && version !== row.version
        ? 'staleVersion'
        : startsFrom(server.machine, step, row) && isDue(request, row, now)
          ? undefined
          : 'notAllowedNow';
    if (code) refused.push({ key: row.rowKey, code, reasons: [] });
    return code === undefined;
  });
  const unmet = await unmetOf(engine, db, request, fitting, now);
  for (const [key, reasons] of unmet) refused.push({ key, code: 'unmetNeeds', reasons });
  const ready = fitting.filter(row => !unmet.has(row.rowKey));
  return { taken: await move(engine, db, { ...request, change }, ready, now, refused), refused };
}

/**
 * Whether the time has come; asked of the clock alone, and again under the lock, so that a time that was moved wins.
 */
function isDue({ step, by }: StepRequest, row: StepRow, now: Date): boolean {
  if (by.kind !== 'clock' || step.due === undefined) return true;
  const due = row[step.due as keyof StepRow] as unknown;
  return typeof due === 'string' && due <= shanghaiTime(now);
}

/** The failure that a refusal is where one row alone was meant. */
export function failureOf(refusal: Refusal, data: Readonly<Record<string, unknown>> = {}): AppError {
  if (refusal.code !== 'unmetNeeds' && refusal.reasons.length === 0) return failure(refusal.code, { data });
  const said = (language: 'zh' | 'en', between: string) =>
    refusal.reasons.map(reason => reason[language]).join(between);
  return failure('unmetNeeds', { params: { zh: said('zh', '；'), en: said('en', '; ') }, data });
}

/** The guards that rows do not meet, all of them together, by key. */
async function unmetOf(
  engine: Engine,
  db: Db,
  { server, dataset, step, by, given }: StepRequest,
  rows: readonly StepRow[],
  now: Date,
): Promise<Map<number, Label[]>> {
  const unmet = new Map<number, Label[]>();
  const add = (key: number, reason: Label) => unmet.set(key, [...(unmet.get(key) ?? []), reason]);
  const moment = momentOf(now);
  for (const row of rows) {
    if (step.fourEyes !== undefined && row[step.fourEyes as keyof StepRow] === by.actor.userId) {
      add(row.rowKey, fourEyesReason);
    }
    for (const need of unmetNeeds(step, row, moment)) add(row.rowKey, need.reason);
  }
  for (const need of step.needs) {
    if (need.test !== undefined || rows.length === 0) continue;
    const test = server.needs[need.name];
    if (!test) throw new Error(`${dataset.name}.${step.name}: nobody tells whether ${need.name} is met`);
    for (const key of await test({ engine, db, dataset, rows, by, now, given })) add(key, need.reason);
  }
  return unmet;
}

/** The facts that guards are told. */
function momentOf(now: Date): Moment {
  const time = shanghaiTime(now);
  return { now: time, today: time.slice(0, 10) };
}

/** Runs the effect and moves the rows; those that the effect refuses join `refused` where there are several. */
async function move(
  engine: Engine,
  db: Db,
  request: OpenRequest,
  rows: readonly StepRow[],
  now: Date,
  refused: Refusal[],
): Promise<Taken[]> {
  if (rows.length === 0) return [];
  const effect = request.server.effects[request.step.name];
  const { dataset, by, given } = request;
  const act = async (some: readonly StepRow[]) => {
    const outcomes = await effect?.({ engine, db, dataset, rows: some, by, now, given });
    const taken = await write(engine, db, request, some, outcomes ?? new Map()).catch(error => {
      // A state may bring a row among those of which there can be one alone.
      throw clashOf(dataset, error) ?? error;
    });
    const name = `${dataset.name}.${request.step.name}`;
    await emit(engine, db, { name, dataset, keys: taken.map(({ key }) => key), rows: some, given, by, now });
    return taken;
  };
  const { onUnexpected } = request;
  if (rows.length === 1 && onUnexpected === undefined) return act(rows);
  const narrow = async (some: readonly StepRow[]): Promise<Taken[]> => {
    await sql`savepoint step`.execute(db);
    try {
      const taken = await act(some);
      await sql`release savepoint step`.execute(db);
      return taken;
    } catch (error) {
      if (!(error instanceof AppError) && (onUnexpected === undefined || !isOfRows(error))) throw error;
      await sql`rollback to savepoint step`.execute(db);
      await sql`release savepoint step`.execute(db);
      const [only, ...others] = some;
      if (only && others.length === 0) {
        const told = error instanceof AppError ? error : failure('internal', { cause: error });
        if (told !== error) onUnexpected?.(only.rowKey, error);
        refused.push({
          key: only.rowKey,
          code: told.code,
          reasons: [{ zh: told.text('zh'), en: told.text('en') }],
        });
        return [];
      }
      const half = Math.ceil(some.length / 2);
      return [...(await narrow(some.slice(0, half))), ...(await narrow(some.slice(half)))];
    }
  };
  return narrow(rows);
}

/**
 * Whether an error nobody has foreseen can be laid to single rows: one of our own code, or a value that the database
 * refuses (classes 22 and 23). A lost connection, a full disk or a deadlock is none of a row's.
 */
function isOfRows(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === undefined || /^2[23]/.test(String(code));
}

/** Sets the state and what came with the step, and keeps its history. */
async function write(
  engine: Engine,
  db: Db,
  request: OpenRequest,
  rows: readonly StepRow[],
  outcomes: ReadonlyMap<number, StepOutcome>,
): Promise<Taken[]> {
  const { server, dataset, step, by, given } = request;
  const { machine } = server;
  const columns = Object.fromEntries(
    Object.keys(step.form)
      .filter(name => given[name] !== undefined)
      .map(name => [name, given[name]]),
  );
  const planned = rows.map(row => {
    const outcome = outcomes.get(row.rowKey);
    const state = targetOf(machine, step, row, outcome);
    const moved = state === undefined ? {} : { [machine.field]: stateNamed(machine, state).code };
    return {
      row,
      state: state ?? stateOf(machine, row) ?? '',
      values: { ...columns, ...outcome?.values, ...moved },
    };
  });
  const inputs = Object.fromEntries(Object.keys(step.inputs).map(name => [name, given[name] ?? null]));
  await updateLocked(engine, db, dataset, planned, {
    by: by.actor,
    change: request.change,
    ...(by.jobId !== undefined && { jobId: by.jobId }),
    step: {
      name: step.name,
      by: by.kind,
      ...(by.cause !== undefined && { cause: by.cause }),
      ...(Object.keys(inputs).length > 0 && { inputs }),
    },
  });
  return planned.map(({ row, state }) => ({
    key: row.rowKey,
    version: row.version + 1,
    state,
    before: row,
  }));
}

/**
 * The state that a row comes to; undefined for an action. Throws where a fork's effect did not choose one of its
 * targets.
 */
function targetOf(
  machine: AnyMachine,
  step: Step,
  row: StepRow,
  outcome: StepOutcome | undefined,
): string | undefined {
  const targets = step.move[stateOf(machine, row) ?? ''];
  if (targets === undefined || targets.length === 0) return undefined;
  if (targets.length === 1) return targets[0];
  if (outcome?.to === undefined || !targets.includes(outcome.to)) {
    throw new Error(`${step.name} leads to one of ${targets.join(', ')}; its effect chose ${outcome?.to}`);
  }
  return outcome.to;
}
