import type { FieldMap } from '@yikao/model/kernel/field.ts';
import { type Issue, issue } from '@yikao/model/kernel/issues.ts';
import { type Label, label } from '@yikao/model/kernel/label.ts';
import type { Draft, NameOf } from '@yikao/model/kernel/names.ts';
import { isEmpty } from '@yikao/model/kernel/validate.ts';
import { hashOf, KeySet } from './jobs/import/key-set.ts';
import type { Db } from './sql.ts';

/** Tells what is wrong with a row of a file: its number in the sheet, and the issue under the field it is about. */
export type ReportFinding<F extends FieldMap> = (row: number, found: Issue<NameOf<F>>) => void;

/** A look at one file, from its first row to its last. */
export interface FileLook<F extends FieldMap> {
  /** Takes a row in, in the order of the sheet: the values that could be read of it. May report rows at once. */
  row(number: number, values: Readonly<Draft<F>>): void;
  /**
   * Follows the last row, and reports what only the whole file shows; may ask what stands already. A resumed job asks again
   * when part of the file stands, so rows of the file count in place of those that they update.
   */
  end(db: Db): void | Promise<void>;
}

/**
 * A rule over all rows of an imported file together, however many there are. A file is looked at as a whole before any of
 * its rows is written; rows that are reported are refused with their reason, like any other. A look must hold no rows, only
 * numbers about them: a sheet has a million (some ten megabytes for each number).
 */
export interface FileCheck<F extends FieldMap> {
  /** Fields without which there is nothing to look at: a file that lacks a column of these is not looked at. */
  readonly reads: readonly NameOf<F>[];
  open(report: ReportFinding<F>): FileLook<F>;
}

/** Rows of one file that agree in all of these fields are refused but for the first, whatever their natural keys. */
export function noRepeat<F extends FieldMap>(fields: readonly NameOf<F>[], what: Label): FileCheck<F> {
  return {
    reads: fields,
    open(report) {
      const seen = new KeySet();
      return {
        row(number, values) {
          const key = fields.map(name => values[name]);
          if (key.some(isEmpty)) return;
          const first = seen.seen(key, number);
          const [at] = fields;
          if (first === undefined || at === undefined) return;
          report(
            number,
            issue(at, 'rule', {
              zh: `与第 ${first} 行重复：${what.zh}`,
              en: `repeats row ${first}: ${what.en}`,
            }),
          );
        },
        end() {},
      };
    },
  };
}

/** A column of numbers by another one, in each group of rows: a score table of one year and province by its scores. */
interface Ranked<F extends FieldMap> {
  /** Rows that agree in these belong together; none where the file is one group. */
  readonly within: readonly NameOf<F>[];
  /** Rows of a group are looked at from the highest of these down, in whatever order they stand. */
  readonly by: NameOf<F>;
}

/** In each group, from the highest `by` down, `value` must not fall (a rank, a cumulated number of people). */
export function neverFalls<F extends FieldMap>(at: Ranked<F> & { readonly value: NameOf<F> }): FileCheck<F> {
  return {
    reads: [...at.within, at.by, at.value],
    open: report =>
      rankedLook(at, [at.value], (row, before) => {
        const [value = Number.NaN] = row.values;
        const [last = Number.NaN] = before?.values ?? [];
        if (!(value < last)) return;
        report(
          row.number,
          issue(at.value, 'rule', {
            zh: `小于第 ${before?.number} 行的 ${shown(last)}，应不小于它`,
            en: `is below ${shown(last)} of row ${before?.number}, and must not be`,
          }),
        );
      }),
  };
}

/** In each group, from the highest `by` down, `total` must be that of the row before and this row's `part` together. */
export function addsUp<F extends FieldMap>(
  at: Ranked<F> & { readonly part: NameOf<F>; readonly total: NameOf<F> },
): FileCheck<F> {
  return {
    reads: [...at.within, at.by, at.part, at.total],
    open: report =>
      rankedLook(at, [at.part, at.total], (row, before) => {
        const [part = Number.NaN, total = Number.NaN] = row.values;
        const wanted = (before ? (before.values[1] ?? Number.NaN) : 0) + part;
        if (Number.isNaN(wanted) || Number.isNaN(total) || wanted === total) return;
        report(row.number, issue(at.total, 'rule', sumText(shown(wanted), before?.number)));
      }),
  };
}

function sumText(wanted: string, before: number | undefined) {
  return {
    ...(before === undefined
      ? label(`累计不符，第一行应为 ${wanted}`, `does not add up: the first of its group must be ${wanted}`)
      : label(
          `累计不符，按第 ${before} 行累加应为 ${wanted}`,
          `does not add up: with row ${before} before it must be ${wanted}`,
        )),
  };
}

/** Numbers are compared as whole ones of this scale, which keeps decimals of four places exact to eleven digits. */
const scale = 10_000;

const shown = (scaled: number) => String(scaled / scale);

/** A row of a group: its number in the sheet, and its scaled values; NaN where it has none. */
interface RankedRow {
  readonly number: number;
  readonly values: readonly number[];
}

/** Looks at the rows of each group from the highest down, once the file is read. */
function rankedLook<F extends FieldMap>(
  { within, by }: Ranked<F>,
  names: readonly NameOf<F>[],
  look: (row: RankedRow, before: RankedRow | undefined) => void,
): FileLook<F> {
  const groups = new Column();
  const ranks = new Column();
  const numbers = new Column();
  const columns = names.map(() => new Column());
  return {
    row(number, values) {
      const group = within.map(name => values[name]);
      const rank = scaled(values[by]);
      if (Number.isNaN(rank) || group.some(isEmpty)) return;
      const [high, low] = hashOf(group);
      groups.push((high >>> 0) * 2 ** 21 + (low >>> 11));
      ranks.push(rank);
      numbers.push(number);
      for (const [index, name] of names.entries()) columns[index]?.push(scaled(values[name]));
    },
    end() {
      const order = Uint32Array.from({ length: numbers.length }, (_, index) => index);
      order.sort(
        (a, b) => groups.at(a) - groups.at(b) || ranks.at(b) - ranks.at(a) || numbers.at(a) - numbers.at(b),
      );
      let before: (RankedRow & { readonly group: number }) | undefined;
      for (const index of order) {
        const group = groups.at(index);
        const row = {
          group,
          number: numbers.at(index),
          values: columns.map(column => column.at(index)),
        };
        look(row, before?.group === group ? before : undefined);
        before = row;
      }
    },
  };
}

function scaled(value: unknown): number {
  return isEmpty(value) ? Number.NaN : Math.round(Number(value) * scale);
}

/** Numbers of millions of rows, outside of the heap. */
class Column {
  length = 0;
  private values = new Float64Array(1024);

  push(value: number): void {
    if (this.length === this.values.length) {
      const grown = new Float64Array(this.length * 2);
      grown.set(this.values);
      this.values = grown;
    }
    this.values[this.length] = value;
    this.length += 1;
  }

  at(index: number): number {
    return this.values[index] as number;
  }
}
