import { AppError, type ErrorCode, failure } from '@yikao/model/errors.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Label } from '@yikao/model/kernel/label.ts';
import {
  byHouseReason,
  fourEyesReason,
  namesPerson,
  startsFrom,
  stateNamed,
  stateOf,
  unmetNeeds,
} from '@yikao/model/kernel/states.ts';
import type { AnyMachine, Moment, Step } from '@yikao/model/kernel/steps.ts';
import type { RowValues } from '@yikao/model/kernel/validate/validate.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { accountsOfPerson, isOfHouse } from '../scope/house.ts';
import { isBound, scopeCondition } from '../scope/scope.ts';
import type { ChangeWatch } from '../table/server-side.ts';
import type { Tx } from '../table/sql.ts';
import { isBeyondReach } from '../write/assert-unique.ts';
import { openChange } from '../write/change.ts';
import { updateLocked } from '../write/internal-write.ts';
import { lockRows } from '../write/lock-rows.ts';
import { clashOf, isUniqueViolation } from '../write/unique.ts';
import { emit } from './events.ts';
import type { StepBy, StepOutcome, StepRow, StepServer } from './step-server.ts';

/** A step to take with rows. */
export interface StepRequest {
  readonly server: StepServer;
  readonly dataset: AnyDataset;
  readonly step: Step;
  readonly keys: readonly number[];
  /** Columns and inputs of the step, canonical. */
  readonly given: Readonly<RowValues>;
  readonly by: StepBy;
  /** The version of each row seen by the person; rows without one are not checked. */
  readonly versions?: ReadonlyMap<number, number>;
  /**
   * Receives an unexpected failure of a single row, which is then reported as refused while the others succeed. Without
   * it such a failure rolls back the whole transaction.
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
  /** All reasons for unmet guards. */
  readonly reasons: readonly Label[];
}

/** A row that took the step. */
export interface Taken {
  readonly key: number;
  readonly version: number;
  /** Name of the state it is in now. */
  readonly state: string;
  /** The row before the step. */
  readonly before: StepRow;
}

/** The outcome for the rows. */
export interface StepResult {
  readonly taken: readonly Taken[];
  readonly refused: readonly Refusal[];
}

/**
 * Takes a step with rows in the caller's transaction: locks them in key order within a person's scope, checks state,
 * version and all guards, runs the effect, moves them, records history and sends the event. Rows that do not qualify
 * are returned with their reasons and left unchanged. The caller checks the permission. An effect or listener that
 * throws rolls back its work; with several rows the failure is narrowed down to the rows that cause it. Use `takeStep`
 * for a typed call with a fixed step.
 */
export async function stepRows(engine: Engine, db: Tx, request: StepRequest): Promise<StepResult> {
  const { server, dataset, step, by } = request;
  if (!step.by.includes(by.kind)) throw new Error(`${dataset.name}.${step.name} is not for a ${by.kind}`);
  const now = engine.clock.now();
  // The step of a toggle is one way among several: who listens hears of each as of an update.
  const told = server.machine.toggle ? {} : { step: step.name };
  const change = await openChange(engine, db, dataset, { actor: by.actor, now, ...told });
  // A step caused by another one may reach rows beyond its person's scope.
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
 * Reports whether the time has come; checked for the clock only, and again under the lock, so that a postponed time
 * wins.
 */
function isDue({ step, by }: StepRequest, row: StepRow, now: Date): boolean {
  if (by.kind !== 'clock' || step.due === undefined) return true;
  const due = row[step.due as keyof StepRow] as unknown;
  return typeof due === 'string' && due <= shanghaiTime(now);
}

/** The failure for a refusal of a single row. */
export function failureOf(refusal: Refusal, data: Readonly<Record<string, unknown>> = {}): AppError {
  if (refusal.code !== 'unmetNeeds' && refusal.reasons.length === 0) return failure(refusal.code, { data });
  const said = (language: 'zh' | 'en', between: string) =>
    refusal.reasons.map(reason => reason[language]).join(between);
  return failure('unmetNeeds', { params: { zh: said('zh', '；'), en: said('en', '; ') }, data });
}

/** The unmet guards of rows, by key. */
async function unmetOf(
  engine: Engine,
  db: Tx,
  { server, dataset, step, by, given }: StepRequest,
  rows: readonly StepRow[],
  now: Date,
): Promise<Map<number, Label[]>> {
  const unmet = new Map<number, Label[]>();
  const add = (key: number, reason: Label) => unmet.set(key, [...(unmet.get(key) ?? []), reason]);
  const moment = momentOf(now);
  const taker = await secondPair(db, step, by, rows);
  for (const row of rows) {
    const values: Readonly<Record<string, unknown>> = { ...row };
    const isOwn = (account: number) => step.fourEyes.some(field => namesPerson(values, field, account));
    if (taker.accounts.some(isOwn)) add(row.rowKey, fourEyesReason);
    if (taker.outside) add(row.rowKey, byHouseReason);
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

/** The accounts of the person who takes a step that needs another one, and whether the step is closed to that person. */
async function secondPair(db: Tx, step: Step, { kind, actor }: StepBy, rows: readonly StepRow[]) {
  if (kind !== 'person' || rows.length === 0) return { accounts: [], outside: false };
  return {
    accounts: step.fourEyes.length === 0 ? [] : await accountsOfPerson(db, actor),
    outside: step.byHouse === true && !isOfHouse(actor),
  };
}

/** The facts passed to guards. */
function momentOf(now: Date): Moment {
  const time = shanghaiTime(now);
  return { now: time, today: time.slice(0, 10) };
}

/** Runs the effect and moves the rows; if there are several, those the effect refuses join `refused`. */
async function move(
  engine: Engine,
  db: Tx,
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
    const asksReach = some.length === 1 && isBound(dataset, by.actor) && dataset.uniqueKeys.length > 0;
    if (asksReach) await sql`savepoint clash`.execute(db);
    const taken = await write(engine, db, request, some, outcomes ?? new Map()).catch(async error => {
      const [row] = some;
      if (!asksReach || !row || !isUniqueViolation(error)) throw clashOf(dataset, error) ?? error;
      // A state may bring a row among those of which there can be one alone.
      await sql`rollback to savepoint clash`.execute(db);
      throw clashOf(dataset, error, await isBeyondReach(db, dataset, by.actor, error, row, row.rowKey));
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
 * Reports whether an unexpected error can be attributed to single rows: an error in our code, or a value the database
 * refuses (classes 22 and 23). A lost connection, a full disk or a deadlock cannot.
 */
function isOfRows(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === undefined || /^2[23]/.test(String(code));
}

/** Sets the state and the step's inputs, and records history. */
async function write(
  engine: Engine,
  db: Tx,
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

/** The new state of a row; undefined for an action. Throws if a fork's effect did not choose one of its targets. */
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
