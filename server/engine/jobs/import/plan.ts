import { type AnyDataset, fieldOf, isStored } from '@yikao/model/kernel/dataset.ts';
import { type Issue, issue } from '@yikao/model/kernel/issues.ts';
import { isEmpty, type RowValues, runChecks, unnamed, writableFields } from '@yikao/model/kernel/validate.ts';
import { conditionalFields, conform } from '@yikao/model/kernel/when.ts';
import { filledIn, fillings } from '../../derived.ts';
import type { Engine } from '../../engine.ts';
import { changesBetween } from '../../history.ts';
import { scopeIssues } from '../../scope.ts';
import { serverSideOf } from '../../server-side.ts';
import type { Db } from '../../sql.ts';
import { editIssues, fieldsOfEdits, startState } from '../../steps/by-state.ts';
import type { ReadRow } from '../sheet/row-reader.ts';
import type { RefusedRow } from '../write/refused-rows.ts';
import { type Existing, findExisting, type MatchRules } from './match.ts';

/** A row of the table to be set to what the file says; the database itself finds out what differs. */
export interface PlannedUpdate {
  readonly number: number;
  readonly key: number;
  /** Fields that are touched; blank cells are not in it. */
  readonly values: RowValues;
}

/** An update with what was looked up of its row, as it stands. */
interface MetUpdate extends PlannedUpdate {
  readonly before: RowValues;
}

/** The changes that the rows of a chunk are to make to the table. */
export interface Plan {
  readonly inserts: readonly { readonly number: number; readonly values: RowValues }[];
  readonly updates: readonly MetUpdate[];
  readonly refused: readonly RefusedRow[];
}

/** The facts that stay the same for all chunks of an import, reckoned once. */
export interface Planner {
  readonly rules: MatchRules;
  readonly now: Date;
  /** Fields of a new row and what they hold where the file gives nothing. */
  readonly defaults: RowValues;
  /** Fields that a new row has made up for it where the file gives none. */
  readonly generated: readonly string[];
  readonly required: readonly string[];
  /** The field of the file's first column. */
  readonly firstField: string;
  /** Fields of existing rows that checks, conditions and the server side need beside those of the file. */
  readonly lookUp: readonly string[];
  /** References that the file leaves alone though it sets fields within which they lie, with those fields. */
  readonly torn: readonly (readonly [string, readonly string[]])[];
  /** Whether the file touches a field that is part of some rows only, or one that says of which. */
  readonly conditional: boolean;
  /** Whether the state that a row is in says what may be edited of it. */
  readonly boundByState: boolean;
}

/** Prepares planning for an import by these rules. */
export function createPlanner(engine: Engine, rules: MatchRules, now: Date): Planner {
  const { dataset } = rules;
  const writable = writableFields(dataset, 'create');
  const checked = (dataset.checks ?? []).flatMap(check =>
    check.kind === 'notBefore' ? [check.start, check.end] : check.fields,
  );
  const parts = conditionalFields(dataset);
  const deciding = [...parts, ...parts.flatMap(name => Object.keys(dataset.fields[name]?.when ?? {}))];
  const conditional = deciding.some(name => rules.present.includes(name));
  const torn = rules.by === 'key' ? tornReferences(dataset, rules.present) : [];
  const edits = fieldsOfEdits(engine, dataset, rules.present).filter(name =>
    isStored(fieldOf(dataset, name)),
  );
  return {
    rules,
    now,
    defaults: {
      ...Object.fromEntries(
        writable.map(name => {
          const field = dataset.fields[name];
          return [name, field && !field.when ? unnamed(field, now) : null];
        }),
      ),
      ...startState(engine, dataset),
    },
    generated: writable.filter(name => dataset.fields[name]?.generated && !dataset.fields[name]?.when),
    firstField: rules.present[0] ?? dataset.key,
    required: writable.filter(name => dataset.fields[name]?.required && !dataset.fields[name]?.when),
    lookUp: [
      ...new Set([
        ...checked,
        ...(conditional ? deciding : []),
        ...(serverSideOf(engine.servers, dataset).reads ?? []),
        ...edits,
        ...torn.flatMap(([name, parts]) => [name, ...parts]),
      ]),
    ],
    torn,
    conditional,
    boundByState: edits.length > 0,
  };
}

/** References that do not move with the year or province that they lie within, by the columns of a file. */
function tornReferences(dataset: AnyDataset, present: readonly string[]): Planner['torn'] {
  return Object.entries(dataset.fields).flatMap(([name, field]) => {
    const parts = field.kind === 'ref' ? (field.within ?? []).filter(part => present.includes(part)) : [];
    return parts.length > 0 && !present.includes(name) ? [[name, parts] as const] : [];
  });
}

/** Values of a row that would leave a reference pointing outside of its bounds. */
function tornIssues(
  { torn, rules }: Planner,
  given: Readonly<RowValues>,
  standing: Readonly<RowValues>,
): Issue[] {
  return torn.flatMap(([name, parts]) => {
    const moved = parts.find(
      part => Object.hasOwn(given, part) && String(given[part]) !== String(standing[part]),
    );
    if (moved === undefined || isEmpty(standing[name])) return [];
    const label = rules.dataset.fields[name]?.label;
    return [
      issue(moved, 'rule', {
        zh: `修改时须同时填写“${label?.zh}”`,
        en: `To change this, give “${label?.en}” as well`,
      }),
    ];
  });
}

/** Fields in which a row of the file differs from what stands. */
export function editedFields(
  dataset: AnyDataset,
  standing: Readonly<RowValues>,
  given: Readonly<RowValues>,
): string[] {
  return Object.keys(changesBetween(standing, given)).filter(name => name !== dataset.key);
}

/** {@link planRows} by the rows of the table as they stand, which it locks. */
export async function planChunk(
  engine: Engine,
  db: Db,
  planner: Planner,
  rows: readonly ReadRow[],
): Promise<Plan> {
  const existing = await findExisting(db, planner.rules, rows, planner.lookUp);
  return planRows(engine, planner, await withFillings(engine, db, planner, rows, existing), existing);
}

/** The rows of a chunk with what their references fill in, those that meet no row of the table. */
export async function withFillings(
  engine: Engine,
  db: Db,
  { rules: { dataset, actor } }: Planner,
  rows: readonly ReadRow[],
  existing: ReadonlyMap<number, Existing>,
): Promise<readonly ReadRow[]> {
  if (fillings(dataset).length === 0) return rows;
  const fresh = rows.filter(({ number }) => !existing.has(number));
  const filled = await filledIn(
    engine,
    db,
    dataset,
    actor,
    fresh.map(({ values }) => values),
  );
  const valuesOf = new Map(fresh.map(({ number }, index) => [number, filled[index]]));
  return rows.map(row => ({ ...row, values: valuesOf.get(row.number) ?? row.values }));
}

/**
 * Decides for every row of a chunk whether it is inserted, sets an existing row or is refused, with all its
 * problems. Leaves the rows as they are: a chunk that is done again is planned again.
 */
export function planRows(
  engine: Engine,
  planner: Planner,
  rows: readonly ReadRow[],
  existing: ReadonlyMap<number, Existing>,
): Plan {
  const { rules, now } = planner;
  const { dataset, actor, mode } = rules;
  const normalise = serverSideOf(engine.servers, dataset).normalise;
  const inserts: Plan['inserts'][number][] = [];
  const updates: MetUpdate[] = [];
  const refused: RefusedRow[] = [];
  const refuse = (row: ReadRow, issues: readonly Issue[]) =>
    refused.push({ number: row.number, issues, cells: row.cells });

  for (const row of rows) {
    const met = existing.get(row.number);
    // A row that is kept under such a name is one all the same: what was exported comes in again.
    if (row.total && !met) {
      refuse(row, [issue(planner.firstField, 'totalRow')]);
      continue;
    }
    const issues = [...row.issues];
    if (met && !met.inScope) {
      refuse(row, [...issues, issue(dataset.key, 'outOfScope')]);
    } else if (met && mode === 'insert') {
      refuse(row, [
        ...issues,
        ...dataset.naturalKey.map(name => issue(name, 'alreadyExists', { id: met.key })),
      ]);
    } else if (met) {
      issues.push(
        ...newIssues(issues, scopeIssues(dataset, actor, { ...row.values, [dataset.key]: met.key })),
      );
      issues.push(...tornIssues(planner, row.values, met.values));
      const fitted = planner.conditional ? fit(planner, row.values, met.values, issues) : row.values;
      const after = { ...met.values, ...fitted };
      if (planner.boundByState) {
        const edited = editedFields(dataset, met.values, fitted);
        issues.push(...newIssues(issues, editIssues(engine, dataset, met.values, edited)));
      }
      issues.push(...runChecks(dataset.checks ?? [], after, fieldsOf(issues)));
      if (issues.length > 0) refuse(row, issues);
      else {
        const values = { ...fitted, ...normalise?.(after, now, met.values) };
        if (dataset.key in values) delete values[dataset.key];
        updates.push({ number: row.number, key: met.key, values, before: met.values });
      }
    } else if (mode === 'update' || rules.by === 'key') {
      refuse(row, issues.length > 0 ? issues : unmatched(dataset, row.match));
    } else {
      const made = newRow(planner, row.values);
      issues.push(...newIssues(issues, scopeIssues(dataset, actor, made)));
      const values = { ...made, ...fit(planner, made, undefined, issues) };
      const failed = fieldsOf(issues);
      for (const name of planner.required) {
        if (isEmpty(values[name]) && !failed.has(name) && !liesWithinAny(dataset, name, failed)) {
          issues.push(issue(name, 'required'));
        }
      }
      issues.push(...runChecks(dataset.checks ?? [], values, fieldsOf(issues)));
      if (issues.length > 0) refuse(row, issues);
      else
        inserts.push({
          number: row.number,
          values: normalise ? { ...values, ...normalise(values, now, undefined) } : values,
        });
    }
  }
  return { inserts, updates, refused };
}

/**
 * The values of a row with what conditions make of them; `issues` gets what they refuse. `before` is the row as it
 * stands, undefined for a new one.
 */
function fit(planner: Planner, given: RowValues, before: RowValues | undefined, issues: Issue[]): RowValues {
  const { now, rules } = planner;
  const found = conform(rules.dataset, {
    given: before === undefined ? withoutEmpty(rules.dataset, given) : given,
    before,
    failed: fieldsOf(issues),
    unnamed: field => unnamed(field, now),
  });
  issues.push(...found.issues);
  return { ...given, ...found.values };
}

/** A new row without the conditional fields of which the file says nothing: those are not emptied, but not given. */
function withoutEmpty(dataset: AnyDataset, row: Readonly<RowValues>): RowValues {
  const parts = new Set(conditionalFields(dataset));
  if (parts.size === 0) return row;
  return Object.fromEntries(
    Object.entries(row).filter(([name, value]) => value !== null || !parts.has(name)),
  );
}

/** A reference within a year or province that is itself wrong was not looked up: nobody left it out. */
function liesWithinAny(dataset: AnyDataset, name: string, failed: ReadonlySet<string>): boolean {
  const field = dataset.fields[name];
  return field?.kind === 'ref' && (field.within ?? []).some(part => failed.has(part));
}

const nothing: ReadonlySet<string> = new Set();

function fieldsOf(issues: readonly Issue[]): ReadonlySet<string> {
  return issues.length === 0 ? nothing : new Set(issues.map(one => one.field));
}

/** Those further issues whose fields have none yet: a name that was not found is not out of reach, too. */
function newIssues(issues: readonly Issue[], further: readonly Issue[]): Issue[] {
  const failed = fieldsOf(issues);
  return further.filter(({ field }) => !failed.has(field));
}

/** A new row: what the file gives, and defaults for the rest. */
function newRow(planner: Planner, given: Readonly<RowValues>): RowValues {
  const row: RowValues = { ...planner.defaults };
  for (const name of Object.keys(row)) {
    const value = given[name];
    if (value !== undefined && value !== null) row[name] = value;
    else if (planner.generated.includes(name)) row[name] = planner.rules.dataset.fields[name]?.generated?.();
  }
  return row;
}

/**
 * Why a row that must exist was not found: what it lacks to be looked for, else the first field it is looked for by.
 */
function unmatched(dataset: AnyDataset, match: Readonly<RowValues>): Issue[] {
  const names = Object.keys(match);
  const blank = names.filter(
    name => isEmpty(match[name]) && (name === dataset.key || dataset.fields[name]?.required),
  );
  if (blank.length > 0) return blank.map(name => issue(name, 'required'));
  const [name = dataset.key] = names;
  return [issue(name, 'noMatch', { value: String(match[name]).slice(0, 64) })];
}
