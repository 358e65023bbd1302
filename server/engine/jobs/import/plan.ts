import { type AnyDataset, fieldOf, isStored } from '@yikao/model/kernel/dataset.ts';
import { escapeClearWord } from '@yikao/model/kernel/validate/cell.ts';
import { type Issue, issue } from '@yikao/model/kernel/validate/issues.ts';
import { decidingFields, fieldsOf } from '@yikao/model/kernel/validate/row.ts';
import { isEmpty, type RowValues } from '@yikao/model/kernel/validate/validate.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine.ts';
import { filledIn, fillings } from '../../read/derived.ts';
import { comparedValue, isCompared } from '../../table/compared.ts';
import { columnName, tableName } from '../../table/naming.ts';
import { serverSideOf } from '../../table/server-side.ts';
import { column, type Db } from '../../table/sql.ts';
import { type Fitting, fitChange, fitNew, fittingOf, followsChanges, normalised } from '../../write/fit.ts';
import { anchorFields, protectingReferences } from '../../write/living-references.ts';
import type { DraftRow } from '../../write/row-rules.ts';
import { cellOfHtml } from '../../write/sanitise.ts';
import { hiddenIssues } from '../../write/unique.ts';
import type { ReadRow } from '../sheet/row-reader.ts';
import type { RefusedRow } from '../write/refused-rows.ts';
import { type Existing, findExisting, type MatchRules } from './match.ts';
import { keepingStored } from './stored-cells.ts';

/** A change of a row of the table, with its looked-up values. */
export type MetUpdate = DraftRow & Required<Pick<DraftRow, 'key' | 'before'>>;

/** The changes that a chunk's rows will make to the table. */
export interface Plan {
  readonly inserts: readonly DraftRow[];
  readonly updates: readonly MetUpdate[];
  readonly refused: readonly RefusedRow[];
  /** Number of cells with truncated text, which keep the stored value. */
  readonly cutCells: number;
}

/** The facts that stay the same for all chunks of an import, reckoned once. */
export interface Planner {
  readonly rules: MatchRules;
  readonly fitting: Fitting;
  /** The field of the file's first column. */
  readonly firstField: string;
  /** Fields of existing rows that checks, conditions and the server side need in addition to those of the file. */
  readonly lookUp: readonly string[];
  /** References that the file does not set although it sets fields that limit them, with those fields. */
  readonly torn: readonly (readonly [string, readonly string[]])[];
  /** Fields of the natural key whose values may be written in several notations. */
  readonly compared: readonly string[];
}

/** Prepares planning for an import by these rules. */
export function createPlanner(engine: Engine, rules: MatchRules, now: Date): Planner {
  const { dataset, actor, present } = rules;
  const fitting = fittingOf(engine, dataset, { actor, now }, present);
  const checked = (dataset.checks ?? []).flatMap(check =>
    check.kind === 'notBefore' ? [check.start, check.end] : check.fields,
  );
  const torn = rules.by === 'key' ? tornReferences(dataset, present) : [];
  const compared = dataset.naturalKey.filter(name => isCompared(fieldOf(dataset, name)));
  // References are looked up with their limiting fields and compared with the unchanged ones.
  const pointing = [
    ...protectingReferences(dataset)
      .filter(({ parts }) => parts.some(part => present.includes(part)))
      .flatMap(({ parts }) => parts),
    ...anchorFields(engine, dataset).filter(name => present.includes(name)),
  ];
  return {
    rules,
    fitting,
    firstField: present[0] ?? dataset.key,
    lookUp: [
      ...new Set([
        ...checked,
        ...(fitting.completion.changesConditions ? decidingFields(dataset) : []),
        ...(serverSideOf(engine.servers, dataset).reads ?? []),
        ...fitting.deciding.filter(name => isStored(fieldOf(dataset, name))),
        // A value that is equal in another notation keeps its stored form.
        ...compared,
        ...torn.flatMap(([name, parts]) => [name, ...parts]),
        ...pointing,
        // Rules are asked about changes alone, which only the stored values tell.
        ...(followsChanges(engine, dataset)
          ? present.filter(name => name !== dataset.key && isStored(fieldOf(dataset, name)))
          : []),
      ]),
    ],
    torn,
    compared,
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

/** {@link planRows} with the current rows of the table, which it locks. */
export async function planChunk(
  engine: Engine,
  db: Db,
  planner: Planner,
  rows: readonly ReadRow[],
): Promise<Plan> {
  const existing = await findExisting(db, planner.rules, rows, planner.lookUp);
  return planRows(planner, await withFillings(engine, db, planner, rows, existing), existing);
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

/** The rows of a chunk without problems of unchanged cells and without truncated texts, with filled-in values in those that match no row of the table. */
export async function withFillings(
  engine: Engine,
  db: Db,
  { rules: { dataset, actor } }: Planner,
  given: readonly ReadRow[],
  existing: ReadonlyMap<number, Existing>,
): Promise<readonly ReadRow[]> {
  const kept = await keepingStored(engine, db, dataset, actor, given, existing);
  const rows = await withoutCutTexts(db, dataset, kept, existing);
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
  planner: Planner,
  rows: readonly ReadRow[],
  existing: ReadonlyMap<number, Existing>,
): Plan {
  const { rules, fitting } = planner;
  const { dataset, mode } = rules;
  let cutCells = 0;
  const inserts: DraftRow[] = [];
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
    const { number } = row;
    if (met && !met.inScope) {
      refuse(row, [...issues, ...beyondIssues(rules, row, met)]);
    } else if (met && mode === 'insert') {
      refuse(row, [
        ...issues,
        ...dataset.naturalKey.map(name => issue(name, 'alreadyExists', { id: met.key })),
      ]);
    } else if (met) {
      const { key, values: before } = met;
      issues.push(...tornIssues(planner, row.values, before));
      const given = asWritten(planner, row.values, before);
      const fitted = fitChange(fitting, key, given, before, issues);
      if (issues.length > 0) refuse(row, issues);
      else {
        updates.push({ number, key, values: normalised(fitting, fitted, before), before });
        cutCells += row.cut?.length ?? 0;
      }
    } else if (mode === 'update' || rules.by === 'key') {
      refuse(row, issues.length > 0 ? issues : unmatched(dataset, row.match));
    } else {
      // There is no stored value to keep.
      issues.push(...(row.cut ?? []).map(name => issue(name, 'cutText')));
      const made = fitNew(fitting, row.values, issues, unreadFields(dataset, issues));
      if (issues.length > 0) refuse(row, issues);
      else inserts.push({ number, values: normalised(fitting, made, undefined) });
    }
  }
  return { inserts, updates, refused, cutCells };
}

/** References of a row that were not looked up, because a year or province that limits them is invalid. */
function unreadFields(dataset: AnyDataset, issues: readonly Issue[]): ReadonlySet<string> {
  const failed = fieldsOf(issues);
  if (failed.size === 0) return failed;
  return new Set(
    Object.entries(dataset.fields).flatMap(([name, field]) =>
      field.kind === 'ref' && field.within?.some(part => failed.has(part)) ? [name] : [],
    ),
  );
}

/**
 * The values that a row sets: without the key that identifies it, and without values that are equal to the stored ones
 * in another notation, which keep their form.
 */
function asWritten({ rules, compared }: Planner, given: RowValues, before: Readonly<RowValues>): RowValues {
  const { fields, key } = rules.dataset;
  const same = compared.filter(name => {
    const field = fields[name];
    return (
      isCompared(field) &&
      name in given &&
      comparedValue(field, given[name]) === comparedValue(field, before[name])
    );
  });
  if (same.length === 0 && !(key in given)) return given;
  const values: RowValues = {};
  for (const name in given) if (name !== key) values[name] = same.includes(name) ? before[name] : given[name];
  return values;
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
