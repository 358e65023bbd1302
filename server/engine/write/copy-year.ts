import { type CopiedYear, copyYearBody } from '@yikao/model/calls/copy-year.ts';
import { AppError, failure } from '@yikao/model/errors.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { issue, issueText } from '@yikao/model/kernel/validate/issues.ts';
import { type RowValues, writableFields } from '@yikao/model/kernel/validate/validate.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { selectRows } from '../read/select.ts';
import { authorise } from '../scope/access.ts';
import type { Actor } from '../scope/actor.ts';
import { scopeCondition } from '../scope/scope.ts';
import { columnName, tableName } from '../table/naming.ts';
import { allOf, column, type Db, type Tx } from '../table/sql.ts';
import { addWithin } from './save.ts';
import { transact } from './transaction.ts';
import { canonicalRow } from './write.ts';

/** A year of a province, and the later one to copy its rows to. */
export interface YearCopy {
  readonly provinceId: number;
  readonly fromYear: number;
  readonly toYear: number;
}

/** Most rows of one copy: more than any province has, and few enough for one transaction. */
const mostRows = 2_000;
/** Most reasons reported for rows that could not be copied. */
const mostReasons = 5;

/** Rolls back the writes of a dry run, and carries its result. */
class DryRun extends Error {
  readonly result: CopiedYear;
  constructor(result: CopiedYear) {
    super('A dry run writes nothing');
    this.result = result;
  }
}

/**
 * `POST {path}/copyYear`: copies the rows of a province and year to a later year, each as if added by hand, in one
 * transaction; existing rows stay unchanged, so that a second copy adds only new ones. Throws `invalidFields` for a
 * year that is not later, or one without rows.
 */
export async function copyYear(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  given: unknown,
): Promise<CopiedYear> {
  authorise(actor, dataset, 'add');
  const { dryRun, ...copy } = copyYearBody.parse(given);
  if (copy.toYear <= copy.fromYear) {
    const why = { zh: '目标年份须晚于来源年份', en: 'The year to copy to must be later' };
    throw failure('invalidFields', {
      issues: [issue('dataYear', 'rule', why)],
      labels: name => fieldOf(dataset, name)?.label,
    });
  }
  try {
    return await transact(engine.db, async db => {
      const result = await copyRows(engine, db, dataset, actor, copy);
      if (dryRun) throw new DryRun(result);
      return result;
    });
  } catch (error) {
    if (error instanceof DryRun) return error.result;
    throw error;
  }
}

/** Copies within a transaction of the caller's, see {@link copyYear}. Two copies to one province wait for one another. */
export async function copyRows(
  engine: Engine,
  db: Tx,
  dataset: AnyDataset,
  actor: Actor,
  { provinceId, fromYear, toYear }: YearCopy,
): Promise<CopiedYear> {
  await sql`select pg_advisory_xact_lock(hashtext(${`copy ${dataset.name} ${provinceId}`}))`.execute(db);
  const found = await rowsOf(engine, db, dataset, actor, provinceId, fromYear);
  if (found.length > mostRows) {
    const why = {
      zh: `超过 ${mostRows} 条，请用导入`,
      en: `has more than ${mostRows} rows; import them instead`,
    };
    throw failure('invalidFields', { issues: [issue('dataYear', 'rule', why)] });
  }
  const renamed = await renamedIn(engine, db, dataset, provinceId, toYear);
  const followers = await formerOf(db, dataset, provinceId, toYear);
  const told = new Set<string>();
  let copied = 0;
  let standing = 0;
  for (const row of found) {
    if (followers.has(Number(row[dataset.identity.value]))) {
      standing += 1;
      continue;
    }
    try {
      await addWithin(engine, db, dataset, actor, followed(dataset, row, toYear, renamed));
      copied += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'duplicate' || error.code === 'existsElsewhere') standing += 1;
      else if (error.code === 'invalidFields')
        for (const why of reasonsOf(dataset, error, actor)) told.add(why);
      else throw error;
    }
  }
  return {
    found: found.length,
    copied,
    standing,
    missing: found.length - copied - standing,
    reasons: [...told].slice(0, mostReasons),
  };
}

function reasonsOf(dataset: AnyDataset, error: AppError, { language }: Actor): string[] {
  return (error.options.issues ?? []).map(one =>
    issueText(one, fieldOf(dataset, one.field)?.label, language),
  );
}

/** The rows of a province and year that the actor may change, as they would be typed. */
async function rowsOf(
  engine: Engine,
  db: Db,
  dataset: AnyDataset,
  actor: Actor,
  provinceId: number,
  year: number,
): Promise<RowValues[]> {
  const fields = [...new Set([dataset.identity.value, ...writableFields(dataset, 'create')])];
  const found = await selectRows(engine, dataset, {
    reader: actor,
    fields,
    where: allOf([
      scopeCondition(dataset, actor, 'd', 'write'),
      sql<SqlBool>`${column('d', columnName('provinceId'))} = ${provinceId}`,
      sql<SqlBool>`${column('d', columnName('dataYear'))} = ${year}`,
    ]),
    orderBy: column('d', columnName(dataset.key)),
    limit: mostRows + 1,
    stored: true,
    withoutNames: true,
  }).execute(db);
  return found.rows.map(row => canonicalRow(dataset, row));
}

/**
 * A row prepared for the later year: without fields of its own year, and with references to the successors of its
 * targets.
 */
function followed(
  dataset: AnyDataset,
  row: Readonly<RowValues>,
  dataYear: number,
  renamed: ReadonlyMap<string, ReadonlyMap<number, number>>,
): RowValues {
  const values: RowValues = {};
  for (const name of writableFields(dataset, 'create')) {
    const value = row[name] ?? null;
    if (value === null || dataset.yearly?.without?.includes(name) || name === dataset.yearly?.former)
      continue;
    values[name] = renamed.get(name)?.get(Number(value)) ?? value;
  }
  return { ...values, dataYear };
}

/** For each reference to rows of a year: the successor of each row, by the former row's reference value. */
async function renamedIn(
  engine: Engine,
  db: Db,
  dataset: AnyDataset,
  provinceId: number,
  year: number,
): Promise<Map<string, ReadonlyMap<number, number>>> {
  const renamed = new Map<string, ReadonlyMap<number, number>>();
  for (const [name, field] of Object.entries(dataset.fields)) {
    if (field.kind !== 'ref' || !field.within?.includes('dataYear')) continue;
    const target = engine.dataset(field.to);
    if (target.yearly?.former) renamed.set(name, await formerOf(db, target, provinceId, year));
  }
  return renamed;
}

/** Of the rows of a province and year that were renamed: the value that each is referred to by, by the former one. */
async function formerOf(
  db: Db,
  dataset: AnyDataset,
  provinceId: number,
  year: number,
): Promise<Map<number, number>> {
  const { yearly, identity } = dataset;
  if (!yearly?.former) return new Map();
  const former = column('d', columnName(yearly.former));
  const found = await sql<{ former: number; value: number }>`
    select ${former} as former, ${column('d', columnName(identity.value))} as value
    from ${sql.table(tableName(dataset))} as d
    where ${column('d', columnName('provinceId'))} = ${provinceId}
      and ${column('d', columnName('dataYear'))} = ${year} and ${former} is not null and not d.deleted`.execute(
    db,
  );
  return new Map(found.rows.map(row => [Number(row.former), Number(row.value)]));
}
