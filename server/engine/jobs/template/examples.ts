import { kindOf } from '@yikao/model/fields/index.ts';
import { formatOf } from '@yikao/model/fields/parts/formats.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Field } from '@yikao/model/kernel/field.ts';
import type { Language } from '@yikao/model/kernel/label.ts';
import type { CellOutput } from '@yikao/model/kernel/validate/cell.ts';
import { belongs } from '@yikao/model/kernel/validate/when.ts';
import { dataYear } from '@yikao/model/rules/data-year.ts';
import type { Engine } from '../../engine.ts';
import { fillings } from '../../read/derived.ts';
import type { Query } from '../../read/filters.ts';
import { optionFields, options } from '../../read/options.ts';
import type { Actor } from '../../scope/actor.ts';
import { mayLookUp } from '../../scope/name-roads.ts';
import { scopeValues } from '../../scope/scope.ts';
import { serverSideOf } from '../../table/server-side.ts';
import { transact } from '../../write/transaction.ts';

/** Rows of a reference among which the example is chosen. */
const choices = 5;

/** An example number for a field: 100, or half of the maximum if that is less. */
function exampleNumber({ min = 0, max = 200 }: { readonly min?: number; readonly max?: number }): number {
  return Math.max(min, Math.min(100, max / 2));
}

/** The most common value: the default, else yes. */
function usualAnswer({ default: usual }: Field): unknown {
  return usual ?? 1;
}

/** An example value for a column, from its field alone; null if there is none. */
export function exampleOf(field: Field, language: Language, now: Date): CellOutput {
  const year = dataYear(now);
  switch (field.kind) {
    case 'year':
      return year;
    case 'date':
      return { date: `${year}-01-15` };
    case 'dateTime':
      return { dateTime: `${year}-01-15 09:00:00` };
    case 'code':
    case 'codes':
      return field.of.items[0]?.label[language] ?? null;
    case 'yesNo':
      // A default is of its field's kind, which the declaration sees to.
      return kindOf(field).encode(field, usualAnswer(field) as never, language);
    case 'integer':
      return Math.min(Math.max(1, field.min ?? 1), field.max ?? 1);
    case 'decimal':
      return { decimal: exampleNumber(field).toFixed(field.scale) };
    case 'money':
      return { decimal: exampleNumber({}).toFixed(2) };
    case 'mobile':
      return '13800000000';
    case 'text':
      return formatOf(field.format)?.example?.slice(0, field.max) ?? null;
    default:
      return null;
  }
}

/** An example as a person reads it. */
export function exampleText(example: Exclude<CellOutput, null>): string {
  return typeof example === 'object' ? String(Object.values(example)[0] ?? '') : String(example);
}

/** A text of no fixed form, which names itself as an example. */
function sampleText(field: Field, language: Language): string {
  const text = language === 'zh' ? `示例${field.label.zh}` : `Sample ${field.label.en.toLowerCase()}`;
  return field.kind === 'text' ? text.slice(0, field.max) : text;
}

/**
 * Reports whether the rules of the server side refuse a reference in a row of these values; false if they read more than
 * these values.
 */
async function isRefused(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  chosen: ReadonlyMap<string, unknown>,
): Promise<boolean> {
  const { before, reads } = serverSideOf(engine.servers, dataset);
  if (!before || !reads?.every(name => chosen.has(name))) return false;
  const values = Object.fromEntries(chosen);
  const now = engine.clock.now();
  const [verdict] = await transact(engine.db, db => before(db, [{ actor, now, values, row: values }]));
  return (verdict?.issues ?? []).some(({ field }) => dataset.fields[field]?.kind === 'ref');
}

/**
 * An example row that the import would accept: every field within its bounds, references to existing rows within the
 * actor's reach, chosen to fit the references that limit them (a city within its province). A required reference
 * without any target yet is a text that describes the expected value.
 */
export async function exampleRow(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  columns: readonly { readonly name: string; readonly field: Field }[],
): Promise<CellOutput[]> {
  const { language } = actor;
  const now = engine.clock.now();
  const forced = { ...scopeValues(dataset, actor), ...dataset.excel?.kind?.sets };
  /** The chosen years, codes and references by field, for fields limited by or depending on them. */
  const chosen = new Map<string, unknown>(Object.entries(forced));
  const cells = new Map<string, CellOutput>();
  for (const { name, field } of columns) {
    if (field.kind === 'ref' || field.kind === 'refs') continue;
    const isText = field.kind === 'text' || field.kind === 'richText';
    const text = field.required && isText ? sampleText(field, language) : null;
    const cell = exampleOf(field, language, now) ?? text;
    cells.set(name, cell);
    if (field.kind === 'year') chosen.set(name, cell);
    if (field.kind === 'code') chosen.set(name, field.of.items[0]?.code);
    if (field.kind === 'yesNo') chosen.set(name, usualAnswer(field));
  }
  /** Chooses other rows of a reference than the first. */
  const further: (() => void)[] = [];
  const filled = Map.groupBy(fillings(dataset), ({ from }) => from);
  // References that fill others in come first, such as an exam, whose year and province are the row's. References limited
  // by others follow: the first province, or this year, may have no matching rows.
  const depth = (field: Field) => (field.kind === 'ref' ? (field.within?.length ?? 0) : 0);
  const inOrder = columns.toSorted(
    (a, b) => Number(filled.has(b.name)) - Number(filled.has(a.name)) || depth(b.field) - depth(a.field),
  );
  for (const { name, field } of inOrder) {
    if (field.kind !== 'ref' && field.kind !== 'refs') continue;
    // A child row is no good first example.
    if (field.to === dataset.name && !field.required) continue;
    const target = engine.dataset(field.to);
    const within = field.kind === 'ref' ? (field.within ?? []) : [];
    const known = within.filter(part => chosen.has(part)).map(part => [part, chosen.get(part)] as const);
    const own = chosen.has(name) ? { values: [chosen.get(name)] } : {};
    const ofAny = (field.kind === 'ref' ? (field.orAny ?? []) : [])
      .filter(part => chosen.has(part))
      .map(part => [part, [chosen.get(part), 0]] as const);
    const where = { ...(field.kind === 'ref' && field.where), ...Object.fromEntries(ofAny), ...own };
    // Read its limiting fields along with it, and those that it fills in.
    const fills = filled.get(name) ?? [];
    const fields = [...new Set([...optionFields(target), ...within, ...fills.map(({ what }) => what)])];
    if (!mayLookUp(engine, target, actor)) continue;
    const found = (query: Query) => options(engine, target, actor, query, { limit: choices, fields });
    const bound = known.filter(([part]) => Object.hasOwn(forced, part));
    const fitting = await found({ ...where, ...Object.fromEntries(known) });
    const rows = fitting.length > 0 ? fitting : await found({ ...where, ...Object.fromEntries(bound) });
    const [first, ...others] = rows.map(row => () => {
      chosen.set(name, row[target.identity.value]);
      cells.set(name, String(row[target.identity.name]));
      for (const [part, of] of [
        ...within.map(part => [part, part] as const),
        ...fills.map(({ name, what }) => [name, what] as const),
      ]) {
        if (row[of] == null) continue;
        chosen.set(part, row[of]);
        if (typeof cells.get(part) === 'number') cells.set(part, Number(row[of]));
      }
    });
    if (first) first();
    else if (field.required) cells.set(name, sampleText(field, language));
    further.push(...others);
  }
  for (const choose of further) {
    if (!(await isRefused(engine, dataset, actor, chosen))) break;
    choose();
  }
  const row = Object.fromEntries(chosen);
  return columns.map(({ name, field }) => (belongs(field, row) ? (cells.get(name) ?? null) : null));
}
