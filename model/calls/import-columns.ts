import { z } from 'zod';
import { limits } from '../limits.ts';
import { keyValue, originName, tableNumber } from './values.ts';

/**
 * The way a file's column was matched to a field: by the person, by the field's label or name, by the signature of one
 * of our templates, as the name of a child with its own column, by the person's earlier choice for the same header, or
 * by a guess. Matches of the last two kinds are suggestions: the import ignores them until the person confirms them.
 */
export const columnMatches = ['chosen', 'label', 'template', 'child', 'remembered', 'guess', 'none'] as const;

/** One of {@link columnMatches}. */
export type ColumnMatch = (typeof columnMatches)[number];

/** A column that matches no field for certain, with its most likely field. */
export const openColumn = z.object({
  header: z.string(),
  /** The suggested field; '' to skip the column; null without a suggestion. */
  field: z.string().nullable(),
  by: z.enum(columnMatches),
});

/** See {@link openColumn}. */
export type OpenColumn = z.infer<typeof openColumn>;

/** Findings of an import about the columns of its file (domain 0.4, 1). */
export const columnFinding = z.object({
  /** Columns that fit no field: the import wrote nothing. */
  unknown: z.array(openColumn),
  /** Headers that share a field with another header. */
  repeated: z.array(z.string()),
  /** Labels of the missing fields that identify rows. */
  missing: z.array(z.string()),
  /** Columns matched only by our template's signature, with the labels of their fields. */
  byTemplate: z.array(z.object({ header: z.string(), label: z.string() })),
  /** Columns skipped because this kind of file does not set their fields. */
  passedOver: z.array(z.string()).default([]),
});

/** See {@link columnFinding}. */
export type ColumnFinding = z.infer<typeof columnFinding>;

/**
 * Values a person enters once for the whole file, by field: the ones the kind of import asks for, and values of other
 * importable fields in the form of a cell.
 */
export const askedValues = z
  .record(z.string().max(limits.name), z.union([z.string().max(limits.name), z.number()]))
  .default({});

/** Position of a sheet's heading as chosen by the person; omitted parts are detected. */
export const headingWish = z.object({
  /** Number of its first row in the sheet. */
  headerRow: z.number().int().min(1).max(10_000).optional(),
  /** Number of heading rows. With two, a merged cell of the upper row groups the columns below it. */
  headerRows: z.union([z.literal(1), z.literal(2)]).optional(),
});

/** One of several tables in a file: its position, and the values shared by all its rows. */
export const tableWish = z.object({
  /** Counted from 0. */
  sheet: z.number().int().min(0),
  headerRow: z.number().int().min(1).max(1_048_576),
  headerRows: z.union([z.literal(1), z.literal(2)]).default(1),
  values: askedValues,
});

/** The layout of a file apart from its columns, as chosen by the person. */
export const fileLayout = {
  /**
   * The value an upper heading sets on its rows, by the heading's text (`历史类`: the field `aos`); null if it sets none.
   * Headings not listed are read from their text.
   */
  groups: z
    .record(
      z.string().max(limits.path),
      z.object({ field: z.string().max(limits.name), value: z.string().max(limits.name) }).nullable(),
    )
    .default({}),
  /** The tables of a file with several; empty for a single one. */
  tables: z.array(tableWish).max(60).default([]),
};

/** Cells that a spreadsheet program displays but whose value the file does not contain: their rows are refused. */
export const unreadCells = z.object({
  /** Formulas that no program has calculated. */
  noResult: z.number().default(0),
  /** Pictures, linked records and the like. */
  pictures: z.number().default(0),
  /** Addresses of the first such cells, for example `B7`. */
  cells: z.array(z.string()).default([]),
});

/** See {@link unreadCells}. */
export type UnreadCells = z.infer<typeof unreadCells>;

/** Pictures that lie over cells below the heading: no cell holds them, so they are not imported. */
export const floatingPictures = z.object({
  count: z.number().default(0),
  /** The cells in which the first of them begin, for example `B7`. */
  cells: z.array(z.string()).default([]),
});

/** See {@link floatingPictures}. */
export type FloatingPictures = z.infer<typeof floatingPictures>;

/** Merged cells of a column whose value is used for each of their rows. */
export const filledColumn = z.object({ column: z.string(), ranges: z.number() });

/** Parts of an imported sheet that people may not be aware of. */
export const sheetFinding = z.object({
  /** Rows with values that the sheet hides, by a filter or by hand. */
  hiddenRows: z.number(),
  /** True if those rows were left out; else they were taken like any other. */
  hiddenSkipped: z.boolean().default(false),
  /** Merged ranges, in which only the first cell has a value. */
  mergedRanges: z.number(),
  /** The merged ranges that were filled down, by column. */
  filled: z.array(filledColumn).default([]),
  /** Values beneath merged cells, which the sheet does not show: they were left out. */
  coveredCells: z.number().default(0),
  /** Addresses of the first of these, for example `B7`. */
  coveredPlaces: z.array(z.string()).default([]),
  unread: unreadCells.optional(),
  floating: floatingPictures.optional(),
  /** Columns of text that took rounded numbers as they are shown, by their headers. */
  rounded: z.array(z.string()).default([]),
  /** Text columns with numbers in a number format we cannot render; their digits were imported. */
  unknownFormats: z.array(z.string()).default([]),
  /** Rows that are not data: sums, notes, repeated headings. */
  besideRows: z.number().default(0),
  /** True if those rows were left out; else they were read like any other. */
  besideSkipped: z.boolean().default(false),
  /** Number of truncated cells: they hold only the beginning of the stored text, which was kept. */
  cutCells: z.number().default(0),
  /** Number of heading rows, whose values were applied to the rows below them. */
  headRows: z.number().default(0),
  /** Rows that each upper heading gave. */
  groups: z.array(z.object({ label: z.string(), column: z.string(), rows: z.number() })).default([]),
  /** Identifying fields that the file omits, and the value used for its rows. */
  defaulted: z.array(z.object({ column: z.string(), value: z.string(), rows: z.number() })).default([]),
  /** Doubts about the file as a whole, to be looked at before it is written. */
  warnings: z.array(z.object({ zh: z.string(), en: z.string() })).default([]),
  /** Ends given as a day alone, which mean its last second. */
  dayEnds: z.number().default(0),
  /** Ends at 0:00, so that the day they name is no longer within. */
  midnightEnds: z.number().default(0),
});

/** See {@link sheetFinding}. */
export type SheetFinding = z.infer<typeof sheetFinding>;

/** Findings of a sheet with nothing to report. */
export const noSheetFindings: SheetFinding = sheetFinding.parse({ hiddenRows: 0, mergedRanges: 0 });

/** An uploaded file and its target dataset. */
export const importPreviewBody = z.object({
  tableId: tableNumber,
  op: z.enum(['import', 'batchUpdate']).default('import'),
  /** Path as the upload gave it. */
  filePath: z.string().max(limits.path),
  originName,
  /** Which sheet of the workbook, counted from 0; the first one that is not hidden when left out. */
  sheet: z.number().int().min(0).optional(),
  /** Kind of import, if the dataset declares some. */
  type: z.number().int().optional(),
  asked: askedValues,
  groups: fileLayout.groups,
  ...headingWish.shape,
});

/** A file before it is imported: its sheets, its columns and its first rows. */
export const importPreview = z.object({
  format: z.enum(['xlsx', 'xls', 'csv', 'html', 'xml', 'zip']),
  sheets: z.array(z.object({ index: z.number(), name: z.string(), hidden: z.boolean() })),
  /** The sheet that is shown, counted from 0. */
  sheet: z.number(),
  /** Position of the heading, found or chosen; null in an empty sheet. */
  heading: z.object({ row: z.number(), rows: z.number() }).nullable(),
  /** Candidate rows for the heading, with the beginning of their text. */
  headingRows: z.array(z.object({ row: z.number(), text: z.string() })),
  columns: z.array(
    z.object({
      header: z.string(),
      /** The matched or suggested field; '' for a skipped column; null if unknown. */
      field: z.string().nullable(),
      by: z.enum(columnMatches),
      /** The upper heading that makes this column produce rows. */
      group: z.string().optional(),
    }),
  ),
  /** Upper headings, each of which sets a value on its rows. */
  groups: z.array(z.object({ label: z.string(), field: z.string(), value: z.string() })).default([]),
  /** Other tables of the file: in other sheets, and further down in this one. The first is the one that is shown. */
  tables: z
    .array(
      z.object({
        sheet: z.number(),
        name: z.string(),
        headerRow: z.number(),
        headerRows: z.union([z.literal(1), z.literal(2)]),
        title: z.string(),
        /** Values for all rows, read from the sheet's title or name. */
        values: z.record(z.string(), z.string()),
      }),
    )
    .default([]),
  /**
   * Fields that rows need or are identified by, and for which the sheet has no column. Rows cannot be identified
   * without the `needed` ones; the others get `fallback`, or null if new rows would be refused. `said` is the value
   * entered earlier or read from the title.
   */
  wanted: z
    .array(
      z.object({
        name: z.string(),
        label: z.string(),
        needed: z.boolean(),
        fallback: z.string().nullable(),
        said: z.string().nullable(),
        by: z.enum(['title', 'remembered']).nullable(),
      }),
    )
    .default([]),
  /** The first rows, each with its number in the sheet and its cells as text, by column. */
  rows: z.array(z.object({ row: z.number(), cells: z.array(z.string()) })),
  repeated: z.array(z.string()),
  /** Merged cells that will be filled down, by column, as far as the file was looked through. */
  filled: z.array(filledColumn),
  unread: unreadCells,
  floating: floatingPictures,
  /** Identifying fields without a column. */
  missing: z.array(z.object({ name: z.string(), label: z.string() })),
});

/** See {@link importPreview}. */
export type ImportPreview = z.infer<typeof importPreview>;

/** Forgets one remembered header match, or all of them. */
export const forgetQuery = z.object({
  tableId: tableNumber,
  header: z.string().max(limits.path).optional(),
});

/** The refused rows of a job, optionally only those with an error in one field. */
export const rowErrorsQuery = z.object({
  id: keyValue,
  field: z.string().max(limits.name).optional(),
});

/** One refused row with all that is wrong with it. */
export const rowErrors = z.object({
  /** Row of the sheet, with the sheet's name if several were read. */
  row: z.number(),
  sheet: z.string().optional(),
  /** Key of the stored row, for a job without a sheet; `row` is then only a sequence number. */
  key: z.number().optional(),
  errors: z.array(
    z.object({
      field: z.string(),
      column: z.string(),
      /** Text of the cell. */
      value: z.string(),
      message: z.string(),
    }),
  ),
});

/** See {@link rowErrors}. */
export type RowErrors = z.infer<typeof rowErrors>;

/** A page of refused rows, and the columns for filtering them. */
export const rowErrorsPage = z.object({
  records: z.array(rowErrors),
  total: z.number(),
  current: z.number(),
  size: z.number(),
  /** Columns with errors, the worst first; rows counted among the first refused ones of a very long list. */
  columns: z.array(z.object({ field: z.string(), column: z.string(), count: z.number() })),
});
