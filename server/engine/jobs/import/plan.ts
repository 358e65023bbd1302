import { comparedValue, isCompared } from '@yikao/model/kernel/compared.ts';
import { type AnyDataset, fieldOf, isStored } from '@yikao/model/kernel/dataset.ts';
import { escapeClearWord } from '@yikao/model/kernel/validate/cell.ts';
import { type Issue, issue } from '@yikao/model/kernel/validate/issues.ts';
import {
  isEmpty,
  type RowValues,
  runChecks,
  unnamed,
  writableFields,
} from '@yikao/model/kernel/validate/validate.ts';
import { conditionalFields, conform } from '@yikao/model/kernel/validate/when.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine.ts';
import { changesBetween } from '../../history/history.ts';
import { filledIn, fillings } from '../../read/derived.ts';
import { scopeIssues } from '../../scope/scope.ts';
import { editIssues, fieldsOfEdits, startState } from '../../steps/by-state.ts';
import type { GivenValues } from '../../store/compared.ts';
import { columnName, tableName } from '../../table/naming.ts';
import { serverSideOf } from '../../table/server-side.ts';
import { column, type Db } from '../../table/sql.ts';
import { anchorFields, protectingReferences } from '../../write/living-references.ts';
import { cellOfHtml } from '../../write/sanitise.ts';
import { hiddenIssues } from '../../write/unique.ts';
import type { ReadRow } from '../sheet/row-reader.ts';
import type { RefusedRow } from '../write/refused-rows.ts';
import { type Existing, findExisting, type MatchRules } from './match.ts';

/** An update with its row's current looked-up values. */
interface MetUpdate extends GivenValues {
  readonly before: RowValues;
}

/** The changes that a chunk's rows will make to the table. */
export interface Plan {
  readonly inserts: readonly { readonly number: number; readonly values: RowValues }[];
  readonly updates: readonly MetUpdate[];
  readonly refused: readonly RefusedRow[];
  /** Number of cells with truncated text, which keep the stored value. */
  readonly cutCells: number;
}

/** The facts that stay the same for all chunks of an import, reckoned once. */
export interface Planner {
  readonly rules: MatchRules;
  readonly now: Date;
  /** Fields of a new row with their defaults. */
  readonly defaults: RowValues;
  /** Fields that the server generates for a new row without a value. */
  readonly generated: readonly string[];
  readonly required: readonly string[];
  /** The field of the file's first column. */
  readonly firstField: string;
  /** Fields of existing rows that checks, conditions and the server side need in addition to those of the file. */
  readonly lookUp: readonly string[];
  /** References that the file does not set although it sets fields that limit them, with those fields. */
  readonly torn: readonly (readonly [string, readonly string[]])[];
  /** True if the file sets a conditional field, or a field that a condition depends on. */
  readonly conditional: boolean;
  /** True if a row's state limits its edits. */
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
  // References are looked up with their limiting fields and compared with the unchanged ones.
  const pointing = [
    ...protectingReferences(dataset)
      .filter(({ parts }) => parts.some(part => rules.present.includes(part)))
      .flatMap(({ parts }) => parts),
    ...anchorFields(engine, dataset).filter(name => rules.present.includes(name)),
  ];
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
        // A value that is equal in another notation keeps its stored form.
        ...dataset.naturalKey.filter(name => isCompared(fieldOf(dataset, name))),
        ...torn.flatMap(([name, parts]) => [name, ...parts]),
        ...pointing,
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

/** Fields in which a row of the file differs from the stored one. */
export function editedFields(
  dataset: AnyDataset,
  standing: Readonly<RowValues>,
  given: Readonly<RowValues>,
): string[] {
  return Object.keys(changesBetween(standing, given)).filter(name => name !== dataset.key);
}

/** {@link planRows} with the current rows of the table, which it locks. */
export async function planChunk(
  engine: Engine,
  db: Db,
  planner: Planner,
  rows: readonly ReadRow[],
): Promise<Plan> {
  const existing = await findExisting(db, planner.rules, rows, planner.lookUp);
  return planRows(engine, planner, await withFillings(engine, db, planner, rows, existing), existing);
}

/**
 * The rows without truncated texts: a text that is the beginning of the stored one and fills a cell completely was cut
 * by some program, and is ignored.
 */
async function withoutCutTexts(
  db: Db,
  dataset: AnyDataset,
  rows: readonly ReadRow[],
  existing: ReadonlyMap<number, Existing>,
): Promise<readonly ReadRow[]> {
  const asked = rows.flatMap(({ number, full }) => {
    const key = existing.get(number)?.key;
    return key === undefined
      ? []
      : Object.entries(full ?? {}).map(([name, text]) => ({ number, key, name, text }));
  });
  if (asked.length === 0) return rows;
  const cut = new Map<number, string[]>();
  for (const { number, key, name, text } of asked) {
    const found = await sql<{ value: string | null }>`
      select ${column('d', columnName(name))}::text as value from ${sql.table(tableName(dataset))} as d
      where ${column('d', columnName(dataset.key))} = ${key}`.execute(db);
    const value = found.rows[0]?.value ?? '';
    const written = fieldOf(dataset, name)?.kind === 'richText' ? cellOfHtml(value) : value;
    if (value.length > text.length && escapeClearWord(written).startsWith(text)) {
      cut.set(number, [...(cut.get(number) ?? []), name]);
    }
  }
  return rows.map(row => {
    const names = cut.get(row.number);
    if (!names) return row;
    const values = Object.fromEntries(Object.entries(row.values).filter(([name]) => !names.includes(name)));
    return { ...row, values, cut: [...(row.cut ?? []), ...names] };
  });
}

/** The rows of a chunk without truncated texts, with filled-in values in those that match no row of the table. */
export async function withFillings(
  engine: Engine,
  db: Db,
  { rules: { dataset, actor } }: Planner,
  given: readonly ReadRow[],
  existing: ReadonlyMap<number, Existing>,
): Promise<readonly ReadRow[]> {
  const rows = await withoutCutTexts(db, dataset, given, existing);
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
  let cutCells = 0;
  const normalise = serverSideOf(engine.servers, dataset).normalise;
  const inserts: Plan['inserts'][number][] = [];
  const updates: MetUpdate[] = [];
  const refused: RefusedRow[] = [];
  const refuse = (row: ReadRow, issues: readonly Issue[]) =>
    refused.push({ number: row.number, issues, cells: row.cells });

  for (const row of rows) {
    const met = existing.get(row.number);
    // A stored row with such a name is a data row after all: an export can be imported again.
    if (row.total && !met) {
      refuse(row, [issue(planner.firstField, 'totalRow')]);
      continue;
    }
    const issues = [...row.issues];
    if (met && !met.inScope) {
      refuse(row, [...issues, ...beyondIssues(rules, row, met)]);
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
      const given = asWritten(dataset, row.values, met.values);
      const fitted = planner.conditional ? fit(planner, given, met.values, issues) : given;
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
        cutCells += row.cut?.length ?? 0;
      }
    } else if (mode === 'update' || rules.by === 'key') {
      refuse(row, issues.length > 0 ? issues : unmatched(dataset, row.match));
    } else {
      const made = newRow(planner, row.values);
      issues.push(...newIssues(issues, scopeIssues(dataset, actor, made)));
      const values = { ...made, ...fit(planner, made, undefined, issues) };
      // There is no stored value to keep.
      issues.push(...(row.cut ?? []).map(name => issue(name, 'cutText')));
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
  return { inserts, updates, refused, cutCells };
}

/** The values of a row without those that are equal to the stored ones in another notation, which keep their form. */
function asWritten(dataset: AnyDataset, given: RowValues, before: Readonly<RowValues>): RowValues {
  const same = dataset.naturalKey.filter(name => {
    const field = dataset.fields[name];
    return (
      isCompared(field) &&
      name in given &&
      comparedValue(field, given[name]) === comparedValue(field, before[name])
    );
  });
  if (same.length === 0) return given;
  return { ...given, ...Object.fromEntries(same.map(name => [name, before[name]])) };
}

/**
 * Applies the conditions to the values of a row; `issues` receives the refused ones. `before` is the stored row,
 * undefined for a new one.
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

/** A new row without the conditional fields that the file leaves blank: they count as omitted, not cleared. */
function withoutEmpty(dataset: AnyDataset, row: Readonly<RowValues>): RowValues {
  const parts = new Set(conditionalFields(dataset));
  if (parts.size === 0) return row;
  return Object.fromEntries(
    Object.entries(row).filter(([name, value]) => value !== null || !parts.has(name)),
  );
}

/** A reference that is limited by an invalid year or province was not looked up, so it is not missing. */
function liesWithinAny(dataset: AnyDataset, name: string, failed: ReadonlySet<string>): boolean {
  const field = dataset.fields[name];
  return field?.kind === 'ref' && (field.within ?? []).some(part => failed.has(part));
}

const nothing: ReadonlySet<string> = new Set();

function fieldsOf(issues: readonly Issue[]): ReadonlySet<string> {
  return issues.length === 0 ? nothing : new Set(issues.map(one => one.field));
}

/** The further issues of fields without one: a name that was not found is not also reported as out of reach. */
function newIssues(issues: readonly Issue[], further: readonly Issue[]): Issue[] {
  const failed = fieldsOf(issues);
  return further.filter(({ field }) => !failed.has(field));
}

/** A new row: the file's values, and defaults for the rest. */
function newRow(planner: Planner, given: Readonly<RowValues>): RowValues {
  const row: RowValues = { ...planner.defaults };
  for (const name of Object.keys(row)) {
    const value = given[name];
    if (value !== undefined && value !== null) row[name] = value;
    else if (planner.generated.includes(name)) row[name] = planner.rules.dataset.fields[name]?.generated?.();
  }
  return row;
}

/** The reason why an existing row was not found: the missing identifying fields, else the first of them. */
function unmatched(dataset: AnyDataset, match: Readonly<RowValues>): Issue[] {
  const names = Object.keys(match);
  const blank = names.filter(
    name => isEmpty(match[name]) && (name === dataset.key || dataset.fields[name]?.required),
  );
  if (blank.length > 0) return blank.map(name => issue(name, 'required'));
  const [name = dataset.key] = names;
  return [issue(name, 'noMatch', { value: String(match[name]).slice(0, 64) })];
}

/**
 * The problems of a row that matches one the actor may not change. One that the actor may not see is reported as
 * missing if the file gives its key, and without its number if the file would add a duplicate.
 */
function beyondIssues({ dataset, by }: MatchRules, row: ReadRow, { inReach }: Existing): readonly Issue[] {
  if (inReach) return [issue(dataset.key, 'outOfScope')];
  return by === 'key'
    ? unmatched(dataset, row.match)
    : hiddenIssues({ fields: dataset.naturalKey, where: {} });
}
