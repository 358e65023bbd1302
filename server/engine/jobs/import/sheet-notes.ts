import type { SheetFinding } from '@yikao/model/calls/import-columns.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import type { Language } from '@yikao/model/kernel/label.ts';
import type { HeaderMap } from '../sheet/column-match.ts';
import type { DefaultedKeys } from '../sheet/defaulted-keys.ts';
import { type Numbering, partsOfGroups, rowOfFile } from '../sheet/row-parts.ts';
import type { ReadRow } from '../sheet/row-reader.ts';
import { UnreadCellCount } from '../sheet/unread-cells.ts';

/** The sheet whose rows are counted, known once its header has been read. */
export interface NotedSheet {
  readonly dataset: AnyDataset;
  readonly headers: HeaderMap;
  readonly numbering: Numbering;
  /** The column of each field. */
  readonly columnOf: ReadonlyMap<string, number>;
  /** Undefined if no part of a row's natural key has a default. */
  readonly defaults: DefaultedKeys | undefined;
}

/** Counts what an import reports of its sheet as a whole: losses, defaults, ends of days, rows of each group. */
export class SheetNotes {
  private readonly sheet: NotedSheet;
  /** Rows that each group of columns has made, in the groups' order. */
  private readonly rowsOfGroups: number[] = [];
  /** Rows that are not data, left out or not. */
  private beside = 0;
  /** Ends given as a day alone, or at 0:00. */
  private readonly ends = { days: 0, midnights: 0 };
  private readonly unread = new UnreadCellCount();
  /** Fields of text that took numbers as they are shown, or could not. */
  private readonly losses = { rounded: new Set<string>(), unknownFormat: new Set<string>() };

  constructor(sheet: NotedSheet) {
    this.sheet = sheet;
  }

  /** Counts a row that is not data. */
  noteBeside(): void {
    this.beside += 1;
  }

  /** Counts the rows that one row of the sheet was read as. Call it once per row of the sheet. */
  note(read: readonly ReadRow[]): void {
    const { numbering, columnOf, defaults } = this.sheet;
    for (const { number, issues, values, total, ends, losses = [] } of read) {
      if (issues.length > 0) this.unread.takeIssues(issues, columnOf, rowOfFile(numbering, number));
      for (const { field, loss } of losses) this.losses[loss].add(field);
      if (issues.length === 0 && !total) defaults?.note(values);
      if (numbering.parts === partsOfGroups) {
        const at = (number % partsOfGroups) - 1;
        if (at >= 0) this.rowsOfGroups[at] = (this.rowsOfGroups[at] ?? 0) + 1;
      }
      this.ends.days += ends?.days ?? 0;
      this.ends.midnights += ends?.midnights ?? 0;
    }
  }

  /** The counts, with the headings and labels of the sheet in the language of the job's starter. */
  told(language: Language) {
    return {
      unread: this.unread.found,
      rounded: this.headingsOf(this.losses.rounded),
      unknownFormats: this.headingsOf(this.losses.unknownFormat),
      besideRows: this.beside,
      groups: this.groups(language),
      defaulted: this.sheet.defaults?.told(language) ?? [],
      dayEnds: this.ends.days,
      midnightEnds: this.ends.midnights,
    } satisfies Partial<SheetFinding>;
  }

  private headingsOf(fields: ReadonlySet<string>): string[] {
    const { headers, columnOf } = this.sheet;
    return [...fields].map(field => headers.headers[columnOf.get(field) ?? -1] ?? '');
  }

  /** The upper headings that produce rows, with the number of rows each. */
  private groups(language: Language): SheetFinding['groups'] {
    const { dataset, headers } = this.sheet;
    return headers.groups.map(({ label, field, value }, at) => ({
      label: label === value ? label : `${label} → ${value}`,
      column: fieldOf(dataset, field)?.label[language] ?? field,
      rows: this.rowsOfGroups[at] ?? 0,
    }));
  }
}
