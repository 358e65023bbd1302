import type { AnyDataset } from './dataset.ts';
import { fieldOf } from './dataset.ts';
import type { Label } from './label.ts';

/**
 * A file whose rows each hold several rows of the dataset: one column for each row that a reference can point to (a
 * pupil's marks, one column per subject). Exports can write the same form. Header, template, import, export and dialog
 * read it, so it is said here and not on one side.
 */
export interface PerChild<Name extends string = string, Ref extends string = string> {
  /**
   * The reference that a column represents, part of the natural key. The header is the name or the ID of the referenced
   * row.
   */
  readonly by: Ref;
  /** Field stored in the column's cells; an empty cell leaves its row unchanged. */
  readonly value: Name;
}

/**
 * Files that are a zip of pictures, each named by a value of its row: logos by the code of a school (domain Q2, type
 * 651).
 */
export interface Pictures<Name extends string = string, Image extends string = string> {
  /** Field that stores the picture. */
  readonly into: Image;
  /** Fields that a picture's file name may match, without its extension; the first with a match decides. */
  readonly by: readonly Name[];
}

/** A column of a file that fills two fields, and that an export writes from both: a span of time, a place. */
export type Combined<Time extends string = string, Ref extends string = string> =
  | { readonly label: Label; readonly form: 'timeSpan'; readonly fields: readonly [start: Time, end: Time] }
  | { readonly label: Label; readonly form: 'place'; readonly fields: readonly [wider: Ref, narrower: Ref] };

/**
 * A field that outside files spread over several columns (the first and second required subjects in an admission plan).
 * Every import of the dataset reads it if the field has no column itself.
 */
export interface Joined<Text extends string = string> {
  readonly field: Text;
  readonly columns: readonly {
    /** Headers that identify such a column. */
    readonly headers: readonly string[];
    /** Prefix for each cell's text, unless it already has it. */
    readonly before?: string;
  }[];
  /** Separator between non-empty cells. */
  readonly between: string;
}

/** One kind of import of a dataset: the same table, filled from another file (segments, domain 0.6). */
export interface ImportKind<
  Name extends string = string,
  Values = Readonly<Record<string, number | string>>,
  Own extends string = string,
  Ref extends string = string,
  Image extends string = string,
  Time extends string = string,
> {
  /** `type` in a request that selects the kind. */
  readonly type: number;
  readonly label: Label;
  /** Label of a separate toolbar button; without it the kind is chosen in the dialog. */
  readonly button?: Label;
  /** Values of every row of such a file, which has no columns for them. */
  readonly sets: Values;
  /** Columns of such a file, in order. Defaults to the import's columns. */
  readonly columns?: readonly Name[];
  /**
   * Fields that the person enters once for the whole file, such as the exam of a mark sheet; the file has no columns
   * for them.
   */
  readonly asks?: readonly Name[];
  /** Adds one column per child to {@link columns}. */
  readonly perChild?: PerChild<Name, Ref>;
  /** Columns that fill two fields each; the fields then have no columns themselves. */
  readonly combines?: readonly Combined<Time, Ref>[];
  /** Takes a zip of pictures instead of a workbook and sets one field of existing rows. */
  readonly pictures?: Pictures<Name, Image>;
  /** Suffix of the permission code it requires (`permissions.own`); without it, everyone who may import. */
  readonly may?: Own;
  /** Number of its jobs in the history. Defaults to that of the dataset's imports. */
  readonly bizType?: number;
}

/** The kind of import selected by a request's `type`. */
export function importKind(dataset: AnyDataset, type: unknown): ImportKind | undefined {
  return dataset.excel?.kinds.find(kind => kind.type === type);
}

/** Adds the values a person entered for the whole file to the values the kind itself sets. */
export function withAsked(
  kind: ImportKind | undefined,
  asked: Readonly<Record<string, number | string>>,
): ImportKind | undefined {
  return kind && { ...kind, sets: { ...kind.sets, ...asked } };
}

/** The values given for the whole file, of a kind that {@link withAsked} has made. */
export function askedOf(kind: ImportKind | undefined): Record<string, number | string> {
  const names = kind?.asks ?? [];
  return Object.fromEntries(Object.entries(kind?.sets ?? {}).filter(([name]) => names.includes(name)));
}

/** The dataset as a kind of import uses it: with only that kind's columns, without the fields it sets. */
export function asImported(dataset: AnyDataset, kind: ImportKind | undefined): AnyDataset {
  const { excel } = dataset;
  if (!excel || !kind) return dataset;
  if (kind.pictures) {
    return { ...dataset, excel: { ...excel, import: [dataset.key, kind.pictures.into], kind } };
  }
  const { by, value } = kind.perChild ?? {};
  const columns = (kind.columns ?? excel.import).filter(
    name =>
      excel.import.includes(name) &&
      !Object.hasOwn(kind.sets, name) &&
      !kind.asks?.includes(name) &&
      !combinedFields(kind).includes(name) &&
      name !== by &&
      name !== value,
  );
  return { ...dataset, excel: { ...excel, import: columns, kind } };
}

/** Fields filled by combined columns. */
export function combinedFields(kind: ImportKind | undefined): readonly string[] {
  return (kind?.combines ?? []).flatMap(({ fields }) => [...fields]);
}

/** The name of a combined column in findings: made of its header, as for a child's column. */
export function combinedColumn({ fields, label }: Combined): string {
  return headedColumn(fields[0], label.zh);
}

/** Separates the field from the header in the name of such a column; no field name contains it. */
const childMark = ':';

/** Number of header characters used in such a name. */
const calledBy = 40;

/**
 * The name in findings of one of several columns that fill a field, from its header: of a child, under an upper heading,
 * or joined with others.
 */
export function headedColumn(field: string, header: string): string {
  return `${field}${childMark}${header.slice(0, calledBy)}`;
}

/** The label of the column a finding is about: its field's label, or the header of a child's column. */
export function columnLabel(dataset: AnyDataset, name: string): Label | undefined {
  const at = name.indexOf(childMark);
  if (at === -1) return fieldOf(dataset, name)?.label;
  const header = name.slice(at + 1);
  return { zh: header, en: header };
}
