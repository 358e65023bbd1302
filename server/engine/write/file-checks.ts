import type { FieldMap } from '@yikao/model/kernel/field.ts';
import { type Label, label } from '@yikao/model/kernel/label.ts';
import type { Draft, NameOf } from '@yikao/model/kernel/names.ts';
import { type Issue, issue } from '@yikao/model/kernel/validate/issues.ts';
import { isEmpty } from '@yikao/model/kernel/validate/validate.ts';
import { hashOf, KeySet } from '../jobs/import/key-set.ts';
import type { Db } from '../table/sql.ts';

/** Reports a problem with a row of a file: its number in the sheet, and the issue with its field. */
export type ReportFinding<F extends FieldMap> = (row: number, found: Issue<NameOf<F>>) => void;

/** A look at one file, from its first row to its last. */
export interface FileLook<F extends FieldMap> {
  /** Receives a row, in sheet order: the values that could be parsed. May report rows at once. */
  row(number: number, values: Readonly<Draft<F>>): void;
  /**
   * Called after the last row; reports problems that only the whole file shows, and may query stored data. A resumed
   * job calls it again when part of the file is stored, so rows of the file replace the rows they update.
   */
  end(db: Db): void | Promise<void>;
}

/**
 * A rule over all rows of an imported file, of any length. A file is checked as a whole before any row is written;
 * reported rows are refused with their reason, like any other. A check must keep numbers instead of rows, because a
 * sheet may have a million (about ten megabytes per number).
 */
export interface FileCheck<F extends FieldMap> {
  /** Required fields: a file without a column for one of these is not checked. */
  readonly reads: readonly NameOf<F>[];
  open(report: ReportFinding<F>, say: FileWords): FileLook<F>;
}

/** The wording with which a check refers to rows and to the file. */
export interface FileWords {
  /** Text that identifies a row: its number in the sheet, and the sheet if several are read. */
  readonly rowText: (row: number) => string;
  /** True if the file replaces what is stored of its wholes: stored rows that it does not have will go. */
  readonly replaces: boolean;
  /** Raises a doubt about the file as a whole. A person who has seen it may have the file written nevertheless. */
  readonly warn: (what: Label) => void;
}

/** Refuses all but the first of a file's rows that agree in these fields, whatever their natural keys. */
export function noRepeat<F extends FieldMap>(fields: readonly NameOf<F>[], what: Label): FileCheck<F> {
  return {
    reads: fields,
    open(report, { rowText }) {
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
              zh: `与第 ${rowText(first)} 行重复：${what.zh}`,
              en: `repeats row ${rowText(first)}: ${what.en}`,
            }),
          );
        },
        end() {},
      };
    },
  };
}

/**
 * A column of numbers ordered by another one, within groups of rows: a score table of one year and province by its
 * scores.
 */
interface Ranked<F extends FieldMap> {
  /** Rows that agree in these belong together; empty if the file is one group. */
  readonly within: readonly NameOf<F>[];
  /** Rows of a group are checked from the highest of these down, whatever their order in the file. */
  readonly by: NameOf<F>;
}

/** In each group, from the highest `by` down, `value` must not fall (a rank, a cumulated number of people). */
export function neverFalls<F extends FieldMap>(at: Ranked<F> & { readonly value: NameOf<F> }): FileCheck<F> {
  return {
    reads: [...at.within, at.by, at.value],
    open: (report, { rowText }) =>
      rankedLook(at, [at.value], (row, before) => {
        const [value = Number.NaN] = row.values;
        const [last = Number.NaN] = before?.values ?? [];
        if (!(value < last)) return;
        report(
          row.number,
          issue(at.value, 'rule', {
            zh: `小于第 ${rowText(before?.number ?? 0)} 行的 ${shown(last)}，应不小于它`,
            en: `is below ${shown(last)} of row ${rowText(before?.number ?? 0)}, and must not be`,
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
    open: (report, { rowText }) =>
      rankedLook(at, [at.part, at.total], (row, before) => {
        const [part = Number.NaN, total = Number.NaN] = row.values;
        const wanted = (before ? (before.values[1] ?? Number.NaN) : 0) + part;
        if (Number.isNaN(wanted) || Number.isNaN(total) || wanted === total) return;
        report(row.number, issue(at.total, 'rule', sumText(shown(wanted), before && rowText(before.number))));
      }),
  };
}

function sumText(wanted: string, before: string | undefined) {
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

/** A row of a group: its number in the sheet, and its scaled values; NaN for a missing one. */
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
