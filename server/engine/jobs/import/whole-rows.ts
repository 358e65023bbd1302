import type { ImportMode } from '@yikao/model/calls/jobs.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { type Label, label } from '@yikao/model/kernel/label.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { sql } from 'kysely';
import { inWhole, type Whole, type WholeKey, wholeName, wholeOf } from '../../store/wholes.ts';
import { columnName, tableName } from '../../table/naming.ts';
import { column, type Db, readKeys } from '../../table/sql.ts';
import type { ReadRow } from '../sheet/row-reader.ts';
import type { MatchRules } from './match.ts';
import type { Plan } from './plan.ts';

/** Where the wholes of a file end, found by the look at it before anything is written. */
export interface WholesOfFile {
  /** The last row of each whole in the sheet, by its name. */
  readonly ends: ReadonlyMap<string, number>;
  /** The wholes of the file. */
  readonly keys: readonly WholeKey[];
  /** Row numbers of the file by whole, by the parts of the natural key that tell its rows apart, as text. */
  readonly rows: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** The first row that does not say which whole it belongs to: it may lack in any of them. */
  readonly homeless: number | undefined;
}

/** Reports whether a file replaces what is stored of its wholes; files that only add or only update join it. */
export function replaces(mode: ImportMode, op: string): boolean {
  return op === 'import' && mode === 'upsert';
}

/** The fields of the natural key by which the rows of a whole differ. */
const restOf = ({ naturalKey }: AnyDataset, { of }: Whole) => naturalKey.filter(name => !of.includes(name));

/** Collects the wholes of a file, row by row. */
export class WholeFinder {
  private readonly whole: Whole;
  private readonly ends = new Map<string, number>();
  private readonly keys = new Map<string, WholeKey>();
  private readonly rows = new Map<string, Map<string, number>>();
  private readonly rest: readonly string[];
  private homeless: number | undefined;

  constructor(dataset: AnyDataset, whole: Whole) {
    this.whole = whole;
    this.rest = restOf(dataset, whole);
  }

  /** Receives a data row of the sheet, with the rows of the dataset that it holds. */
  row(number: number, read: readonly ReadRow[]): void {
    for (const one of read) {
      const key = wholeOf(this.whole, one.match);
      if (!key) {
        this.homeless ??= one.number;
        continue;
      }
      const name = wholeName(key);
      this.ends.set(name, number);
      this.keys.set(name, key);
      const rows = this.rows.get(name) ?? new Map<string, number>();
      rows.set(this.rest.map(part => String(one.match[part])).join(' '), one.number);
      this.rows.set(name, rows);
    }
  }

  /** The wholes, after the last row. */
  found(): WholesOfFile {
    const { ends, rows, homeless } = this;
    return { ends, keys: [...this.keys.values()], rows, homeless };
  }
}

/**
 * The plan without the rows of wholes of which a row is refused: those are refused as well, with the number of the
 * faulty row. A chunk holds wholes from their first row to their last.
 */
export function wholeOrNothing(
  whole: Whole,
  { dataset }: MatchRules,
  plan: Plan,
  rows: readonly ReadRow[],
  { homeless, rowText }: { readonly homeless: number | undefined; readonly rowText: (row: number) => string },
): Plan {
  const apart = new Set(rows.flatMap(({ number, apart: outside }) => (outside ? [number] : [])));
  const refused = new Set(plan.refused.flatMap(({ number }) => (apart.has(number) ? [] : [number])));
  if (refused.size === 0 && homeless === undefined) return plan;
  const names = new Map(
    rows.map(row => {
      const key = wholeOf(whole, row.match);
      return [row.number, key && wholeName(key)] as const;
    }),
  );
  const faulty = new Map<string | undefined, number>();
  for (const { number } of rows) {
    const name = names.get(number);
    if (refused.has(number) && !faulty.has(name)) faulty.set(name, number);
  }
  const at = (number: number) => faulty.get(names.get(number)) ?? homeless;
  const reasons = new Map<number, Label>();
  for (const { number } of [...plan.inserts, ...plan.updates]) {
    const by = at(number);
    if (by !== undefined) reasons.set(number, notWritten(rowText(by)));
  }
  return refusing(plan, rows, dataset.naturalKey[0] ?? dataset.key, reasons);
}

/** The plan with further rows refused, for these reasons by number. */
export function refusing(
  plan: Plan,
  rows: readonly ReadRow[],
  field: string,
  reasons: ReadonlyMap<number, Label>,
): Plan {
  if (reasons.size === 0) return plan;
  const stands = ({ number }: { readonly number: number }) => !reasons.has(number);
  const more = rows.flatMap(({ number, cells }) => {
    const why = reasons.get(number);
    return why ? [{ number, issues: [issue(field, 'rule', { zh: why.zh, en: why.en })], cells }] : [];
  });
  return {
    ...plan,
    inserts: plan.inserts.filter(stands),
    updates: plan.updates.filter(stands),
    refused: [...plan.refused, ...more],
  };
}

function notWritten(row: string): Label {
  return label(
    `整张表未写入：第 ${row} 行有错，这张表的各行一起写入或都不写入`,
    `The table was not written: row ${row} is wrong, and the rows of a table are written together or not at all`,
  );
}

/** Rows that a doubt names before it counts. */
const namedRows = 5;

/**
 * The doubt about a file that replaces wholes and lacks stored rows of them, which it would remove. Empty if it has them
 * all.
 */
export async function surplusDoubts(
  db: Db,
  dataset: AnyDataset,
  whole: Whole,
  { keys, rows }: WholesOfFile,
  isRefused: (row: number) => boolean,
): Promise<readonly Label[]> {
  const rest = restOf(dataset, whole);
  const parts = rest.map(name => sql`${column('d', columnName(name))}::text`);
  const gone: string[] = [];
  let tables = 0;
  for (const key of keys) {
    // One that is refused replaces nothing.
    if ([...(rows.get(wholeName(key))?.values() ?? [])].some(isRefused)) continue;
    const stored = await sql<{ row: string }>`
      select concat_ws(' ', ${sql.join(parts)}) as row from ${sql.table(tableName(dataset))} as d
      where ${inWhole(whole, key)} order by ${column('d', columnName(dataset.key))}`.execute(db);
    const missing = stored.rows.filter(({ row }) => !rows.get(wholeName(key))?.has(row));
    if (missing.length > 0) tables += 1;
    gone.push(...missing.map(({ row }) => row));
  }
  if (gone.length === 0) return [];
  const called = rest.map(name => dataset.fields[name]?.label);
  const [zh, en] = [called.map(one => one?.zh).join('、'), called.map(one => one?.en).join(', ')];
  const named = gone.slice(0, namedRows);
  const more = gone.length > named.length;
  return [
    label(
      `文件将替换已有的表：${tables} 张表中有 ${gone.length} 行不在文件里，导入后会删除（${zh} ${named.join('、')}${more ? ' 等' : ''}）。只想改几行时，请选择“只更新”`,
      `The file replaces what is stored: ${gone.length} rows of ${tables} table(s) are not in it and will be deleted (${en} ${named.join(', ')}${more ? ' …' : ''}). To correct a few rows, choose "Update only"`,
    ),
  ];
}

/** Stored rows of some wholes beside the rows with these keys: those that a file replaces and does not have. */
export async function surplusKeys(
  db: Db,
  { dataset }: MatchRules,
  whole: Whole,
  wholes: readonly WholeKey[],
  kept: readonly number[],
): Promise<number[]> {
  const key = column('d', columnName(dataset.key));
  const found: number[] = [];
  for (const one of wholes) {
    const keys = await readKeys(
      db,
      sql`select ${key} as key from ${sql.table(tableName(dataset))} as d
        where ${inWhole(whole, one)} and ${key} <> all(${[...kept]}::bigint[]) order by ${key} for update`,
    );
    found.push(...keys);
  }
  return found;
}
