import { AppError } from '@yikao/model/errors.ts';
import { formatOf } from '@yikao/model/fields/parts/formats.ts';
import { type AnyDataset, isStored } from '@yikao/model/kernel/dataset.ts';
import type { Field } from '@yikao/model/kernel/field.ts';
import { scopeField, scopeKinds } from '@yikao/model/kernel/scope.ts';
import { askedBy } from '@yikao/model/kernel/states.ts';
import type { Step } from '@yikao/model/kernel/steps.ts';
import { validateRow } from '@yikao/model/kernel/validate/row.ts';
import { type RowValues, validateValue, writableFields } from '@yikao/model/kernel/validate/validate.ts';
import { belongs, conditionalFields } from '@yikao/model/kernel/validate/when.ts';
import { sql } from 'kysely';
import { sampleSides } from '../../testing/dataset-samples.ts';
import type { Engine } from '../engine.ts';
import { fillings } from '../read/derived.ts';
import { options } from '../read/options.ts';
import { elevated } from '../scope/actor.ts';
import { columnName, tableName } from '../table/naming.ts';
import type { Db } from '../table/sql.ts';
import { add } from '../write/save.ts';
import { storeRows } from './store-rows.ts';

/** Values of a new row as a client would send them. */
export type Sample = Record<string, unknown>;

const two = (n: number) => String((n % 27) + 1).padStart(2, '0');

/** A valid value of a field that is no reference; different for each `n` wherever the kind has room. */
function sampleValue(field: Field, n: number, key: boolean): unknown {
  switch (field.kind) {
    case 'id':
      return n + 1;
    case 'year':
      return 2020 + (n % 8);
    case 'integer':
      return key
        ? 100_001 + n
        : Math.max(field.min ?? 0, Math.min(field.max ?? 1_000_000, n + (field.min ?? 0)));
    case 'decimal':
      return `${n % Math.max(1, Math.floor(Math.min(300, field.max ?? 300)))}.${field.scale > 2 ? '1234' : '25'}`;
    case 'money':
      return `${n}.50`;
    case 'text':
      return (formatOf(field.format)?.sample(n) ?? `样本${n}`).slice(0, field.max);
    case 'secret':
      return `secret-${n}`.slice(0, field.max);
    case 'richText':
      return `<p>第 <strong>${n}</strong> 段</p>`;
    case 'date':
      return `2026-01-${two(n)}`;
    case 'dateTime':
      return `2026-01-${two(n)} 08:30:00`;
    case 'mobile':
      return `138${String(n).padStart(8, '0')}`;
    case 'yesNo':
      return n % 2;
    case 'code':
      return field.of.items[n % field.of.items.length]?.code;
    case 'codes':
      return field.of.items.slice(n % field.of.items.length).map(item => item.code);
    case 'lines':
      return [
        Object.fromEntries(
          Object.entries(field.of).map(([name, column]) => [name, sampleValue(column, n, false)]),
        ),
      ];
    case 'json':
      return { n };
    case 'file':
    case 'image':
    case 'files':
    case 'images':
    case 'ref':
    case 'refs':
      return undefined;
  }
}

/** Finds the target row of a reference: {@link referredRow}, or a cached result. */
type Refer = typeof referredRow;

/** The value by which others refer to a row from {@link referredRow}. */
const valueIn = ({ identity }: AnyDataset, row: Readonly<Sample> | undefined) => row?.[identity.value];

/** Caches look-ups, for samples created in sequence while nothing else is written. */
function referOnce(): Refer {
  const known = new Map<string, Readonly<Sample> | undefined>();
  return async (engine, dataset, having, needed, ofAny = {}) => {
    const asked = JSON.stringify([dataset.name, having, needed, ofAny]);
    if (!known.has(asked)) known.set(asked, await referredRow(engine, dataset, having, needed, ofAny));
    return known.get(asked);
  };
}

/**
 * A valid row of any dataset, generated from the declaration alone. Required target rows are created first, with the
 * values that limit the reference; other references use existing rows. `fixed` overrides generated values.
 */
export async function sampleRow(
  engine: Engine,
  dataset: AnyDataset,
  n: number,
  fixed: Readonly<Sample> = {},
  refer: Refer = referredRow,
): Promise<Sample> {
  const row: Sample = { ...sampleSides[dataset.name]?.values?.(n), ...fixed };
  for (const name of writableFields(dataset, 'create')) {
    const field = dataset.fields[name] as Field;
    if (Object.hasOwn(row, name)) continue;
    const value = sampleValue(field, n, name === dataset.key);
    if (value !== undefined) row[name] = value;
  }
  const onlyRefs = dataset.naturalKey.every(name => dataset.fields[name]?.kind === 'ref');
  // If only references identify rows, one of them needs a target that no other row uses.
  const own = sampleSides[dataset.name]?.fresh ?? (onlyRefs ? dataset.naturalKey.at(-1) : undefined);
  await takeOver(engine, dataset, row, fixed, async (target, name) =>
    name === own && (name === dataset.key || name === sampleSides[dataset.name]?.fresh)
      ? chosenRow(engine, target, await freshRow(engine, target, n, {}))
      : refer(engine, target, {}, true),
  );
  const owners = new Set(scopeKinds.map(kind => scopeField(dataset, kind)));
  for (const [name, field] of Object.entries(dataset.fields)) {
    if (field.kind !== 'ref' || Object.hasOwn(row, name)) continue;
    // Skip fields that people do not enter, and references that could be circular.
    if (!field.required && (field.readOnly || field.to === dataset.name)) continue;
    const having = {
      ...field.where,
      ...Object.fromEntries((field.within ?? []).map(part => [part, row[part]])),
    };
    if (name === own) {
      row[name] = await freshRow(engine, engine.dataset(field.to), n, having);
      continue;
    }
    const parts = (field.orAny ?? []).filter(part => Number(row[part] ?? 0) > 0);
    const ofAny = Object.fromEntries(parts.map(part => [part, [row[part], 0]]));
    // Two datasets may refer to each other, so targets are created only if required. References that give the row its
    // owner are required too: the scope laws need an owned row.
    const needed = field.required || (field.zero !== undefined && owners.has(name));
    const target = engine.dataset(field.to);
    row[name] = valueIn(target, await refer(engine, target, having, needed, ofAny));
  }
  for (const [name, field] of Object.entries(dataset.fields)) {
    // A row that belongs to no province in particular would be everybody's.
    if (field.kind !== 'refs' || !(field.required || owners.has(name)) || Object.hasOwn(row, name)) continue;
    const having = Object.fromEntries((field.within ?? []).map(part => [part, row[part]]));
    const target = engine.dataset(field.to);
    row[name] = [valueIn(target, await refer(engine, target, having, true))];
  }
  for (const name of conditionalFields(dataset)) {
    if (!belongs(dataset.fields[name] ?? {}, row)) delete row[name];
  }
  await sampleSides[dataset.name]?.ready?.(engine.db, row);
  return row;
}

/** Gives a row the values that its required references fill in, as a form does. */
async function takeOver(
  engine: Engine,
  dataset: AnyDataset,
  row: Sample,
  fixed: Readonly<Sample>,
  choose: (target: AnyDataset, name: string) => Promise<Readonly<Sample> | undefined>,
): Promise<void> {
  const wanted = fillings(dataset).filter(({ name, from }) => {
    const source = dataset.fields[from];
    const isNeeded = source?.kind === 'ref' && source.required;
    return isNeeded && !Object.hasOwn(fixed, name) && dataset.fields[name]?.lockedOnEdit;
  });
  for (const [from, brought] of Map.groupBy(wanted, one => one.from)) {
    const source = dataset.fields[from];
    if (source?.kind !== 'ref') continue;
    const target = engine.dataset(source.to);
    const chosen =
      row[from] == null ? await choose(target, from) : await chosenRow(engine, target, row[from]);
    row[from] ??= valueIn(target, chosen);
    for (const { name, what } of brought) if (chosen?.[what] != null) row[name] = chosen[what];
  }
}

/** The row with this value, as its chooser sees it. */
async function chosenRow(
  engine: Engine,
  dataset: AnyDataset,
  value: unknown,
): Promise<Readonly<Sample> | undefined> {
  const [chosen] = await options(engine, dataset, elevated(), { [dataset.identity.value]: value, size: 1 });
  return chosen;
}

let fresh = 0;

/** A number that no other new row of this process is made of: several datasets may need a new agency each. */
function freshNumber(n: number): number {
  fresh += 1;
  return 10_000 + n * 1_000 + fresh;
}

/** The value that enables a row, so that others may refer to it. */
export function switchedOn({ identity, fields }: AnyDataset): Sample {
  const { enabledBy } = identity;
  return enabledBy === undefined || fields[enabledBy]?.readOnly ? {} : { [enabledBy]: 1 };
}

/** The value of a new row of `dataset` that has these values. */
async function freshRow(
  engine: Engine,
  dataset: AnyDataset,
  n: number,
  having: Readonly<Sample>,
): Promise<unknown> {
  const made = await add(
    engine,
    dataset,
    elevated(),
    await sampleRow(engine, dataset, freshNumber(n), { ...switchedOn(dataset), ...having }),
  );
  return identityOf(engine, dataset, Number(made[dataset.key]));
}

/** The value by which others refer to the row of a key: not every dataset is referred to by its key. */
export async function identityOf(engine: Engine, dataset: AnyDataset, key: number): Promise<number> {
  const found = await sql<{ value: number }>`
    select ${sql.id(columnName(dataset.identity.value))} as value from ${sql.table(tableName(dataset))}
    where ${sql.id(columnName(dataset.key))} = ${key}`.execute(engine.db);
  return Number(found.rows[0]?.value);
}

/** A row of `dataset` with these values, as its chooser sees it; created if necessary and possible. */
async function referredRow(
  engine: Engine,
  dataset: AnyDataset,
  having: Readonly<Sample>,
  needed: boolean,
  ofAny: Readonly<Sample> = {},
): Promise<Readonly<Sample> | undefined> {
  const [found] = await options(engine, dataset, elevated(), { ...having, ...ofAny, size: 1 });
  if (found !== undefined || !needed) return found;
  if (!dataset.permissions.actions.includes('add')) {
    // Data that ships with the product and cannot be added, such as cities.
    const row = { ...(await canonicalSample(engine, dataset, freshNumber(0))), ...having };
    await storeRows(engine, dataset, [row], { by: elevated() });
    return referredRow(engine, dataset, having, false, ofAny);
  }
  const forAll = Object.fromEntries(Object.keys(ofAny).map(part => [part, 0]));
  const adding = async (n: number) =>
    add(
      engine,
      dataset,
      elevated(),
      await sampleRow(engine, dataset, n, { ...switchedOn(dataset), ...having, ...forAll }),
    );
  // Another sample that is made at the same time may add the same row, or need it in another form.
  await adding(0).catch(async error => {
    if (!(error instanceof AppError && error.code === 'duplicate')) throw error;
    if ((await referredRow(engine, dataset, having, false, ofAny)) === undefined)
      await adding(freshNumber(0));
  });
  return referredRow(engine, dataset, having, false, ofAny);
}

/** A row from {@link sampleRow} in canonical form, for internal writes. */
export async function canonicalSample(
  engine: Engine,
  dataset: AnyDataset,
  n: number,
  refer: Refer = referredRow,
): Promise<RowValues> {
  const sample = await sampleRow(engine, dataset, n, {}, refer);
  const { values, issues } = validateRow(dataset, sample, 'create', engine.clock.now());
  if (issues.length > 0) throw new Error(`${dataset.name}: ${JSON.stringify(issues)}`);
  // Include values that only the server sets.
  Object.assign(values, sampleSides[dataset.name]?.internal?.(n));
  for (const [name, field] of Object.entries(dataset.fields)) {
    if (!field.required || field.default !== undefined || values[name] !== undefined) continue;
    if (field.kind === 'ref') {
      // People do not enter it; the sample has a separate one where rows are distinguished by it.
      values[name] = sample[name] ?? (await internalRow(engine, engine.dataset(field.to), n));
      continue;
    }
    const read = validateValue(name, field, sampleValue(field, n, false));
    if ('value' in read) values[name] = read.value;
  }
  return Object.fromEntries(Object.entries(values).filter(([name]) => isStored(dataset.fields[name])));
}

/** Rows with these numbers, each from {@link canonicalSample}; their references are looked up once. */
export async function canonicalSamples(
  engine: Engine,
  dataset: AnyDataset,
  numbers: readonly number[],
): Promise<RowValues[]> {
  const refer = referOnce();
  const rows: RowValues[] = [];
  for (const n of numbers) rows.push(await canonicalSample(engine, dataset, n, refer));
  return rows;
}

/**
 * The value of a row of `dataset`, created by an internal write if there is none: people cannot add to every dataset.
 */
async function internalRow(engine: Engine, dataset: AnyDataset, n: number): Promise<number> {
  const standing = valueIn(dataset, await referredRow(engine, dataset, {}, false));
  if (standing !== undefined) return Number(standing);
  const [key = 0] = await storeRows(engine, dataset, [await canonicalSample(engine, dataset, n)], {
    by: elevated(),
  });
  return key;
}

/** Adds the data that a new row's steps need. */
export async function prepareSteps(engine: Engine, dataset: AnyDataset, key: number): Promise<void> {
  await sampleSides[dataset.name]?.beside?.(engine.db, key);
}

/** Prepares a row so that this account may take this step. */
export async function prepareTaking(
  engine: Engine,
  dataset: AnyDataset,
  key: number,
  step: Step,
  userId: number,
): Promise<void> {
  await sampleSides[dataset.name]?.takenBy?.(engine.db, key, step.name, userId);
}

/** Removes the references to a prepared row, so that it can be deleted. */
export async function leaveAlone(engine: Engine, dataset: AnyDataset, key: number): Promise<void> {
  await sampleSides[dataset.name]?.alone?.(engine.db, key);
}

/** The value of a row of `dataset` with these values, created if there is none. */
async function referredValue(
  engine: Engine,
  dataset: AnyDataset,
  having: Readonly<Sample>,
): Promise<unknown> {
  return valueIn(dataset, await referredRow(engine, dataset, having, true));
}

/** Valid inputs of a step: required columns and inputs only. */
export async function stepSample(engine: Engine, dataset: AnyDataset, step: Step): Promise<Sample> {
  const given: Sample = {};
  for (const { name, field, required } of askedBy(dataset, step)) {
    if (!required) continue;
    given[name] =
      sampleSides[dataset.name]?.given?.[name] ??
      (field.kind === 'ref'
        ? await referredValue(engine, engine.dataset(field.to), field.where ?? {})
        : field.kind === 'image'
          ? await uploadedImage(engine.db)
          : sampleValue(field, 1, false));
  }
  return given;
}

/** Path of an uploaded picture. */
async function uploadedImage(db: Db): Promise<string> {
  const path = '/samples/voucher.png';
  await sql`
    insert into t_upload_file (path, origin_name, size, mime, sha256, usage)
    select ${path}, 'voucher.png', 4, 'image/png', repeat('0', 64), 2
    where not exists (select 1 from t_upload_file where path = ${path})`.execute(db);
  return path;
}
