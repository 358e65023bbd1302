import { z } from 'zod';
import { limits } from '../limits.ts';
import { keyValue, tableNumber } from './values.ts';

/**
 * How a column of a file was met with a field: by the person, by the field's label or name, by the signature of one
 * of our templates, as the name of a child that has a column of its own, by what the person chose for the same header
 * before, or by guessing. The last two are only offered: nothing is brought in by them until the person has seen them.
 */
export const columnMatches = ['chosen', 'label', 'template', 'child', 'remembered', 'guess', 'none'] as const;

/** One of {@link columnMatches}. */
export type ColumnMatch = (typeof columnMatches)[number];

/** A column of a file that fits no field by itself, with what it probably is. */
export const openColumn = z.object({
  header: z.string(),
  /** Field that is offered; '' to leave the column out; null where nothing can be offered. */
  field: z.string().nullable(),
  by: z.enum(columnMatches),
});

/** See {@link openColumn}. */
export type OpenColumn = z.infer<typeof openColumn>;

/** Findings of an import about the columns of its file (domain 0.4, 1). */
export const columnFinding = z.object({
  /** Columns that fit no field: the import wrote nothing. */
  unknown: z.array(openColumn),
  /** Headers of which two claim one field. */
  repeated: z.array(z.string()),
  /** Labels of the fields without which rows cannot be told apart. */
  missing: z.array(z.string()),
  /** Columns that were known by the signature of our template alone, with the labels of their fields. */
  byTemplate: z.array(z.object({ header: z.string(), label: z.string() })),
  /** Columns with values of fields that such a file does not set: they were passed over. */
  passedOver: z.array(z.string()).default([]),
});

/** See {@link columnFinding}. */
export type ColumnFinding = z.infer<typeof columnFinding>;

/** The values that a kind of import asks for once for a whole file, by field. */
export const askedValues = z
  .record(z.string().max(limits.name), z.union([z.string().max(limits.name), z.number()]))
  .default({});

/** Where the heading of a sheet stands, where a person has said so; what is left out is found out. */
export const headingWish = z.object({
  /** Number of its first row in the sheet. */
  headerRow: z.number().int().min(1).max(10_000).optional(),
  /** How many rows make it: of two, a merged cell of the upper one says of what the lower one's columns are parts. */
  headerRows: z.union([z.literal(1), z.literal(2)]).optional(),
});

/** Parts of an imported sheet that people may not be aware of. */
export const sheetFinding = z.object({
  /** Rows with values that the sheet hides, by a filter or by hand. */
  hiddenRows: z.number(),
  /** Whether those rows were left out; else they were taken like any other. */
  hiddenSkipped: z.boolean().default(false),
  /** Merged ranges, of which only the first cell has a value. */
  mergedRanges: z.number(),
  /** Rows that are none of the table's: sums, notes, headings that are repeated. */
  besideRows: z.number().default(0),
  /** Whether those rows were left out; else they were read like any other. */
  besideSkipped: z.boolean().default(false),
});

/** See {@link sheetFinding}. */
export type SheetFinding = z.infer<typeof sheetFinding>;

/** An uploaded file, and where it is meant to go. */
export const importPreviewBody = z.object({
  tableId: tableNumber,
  op: z.enum(['import', 'batchUpdate']).default('import'),
  /** Path as the upload gave it. */
  filePath: z.string().max(limits.path),
  originName: z.string().trim().min(1).max(limits.path),
  /** Which sheet of the workbook, counted from 0; the first one that is not hidden when left out. */
  sheet: z.number().int().min(0).optional(),
  /** Kind of import, where the dataset declares some. */
  type: z.number().int().optional(),
  asked: askedValues,
  ...headingWish.shape,
});

/** A file before it is imported: its sheets, its columns and its first rows. */
export const importPreview = z.object({
  format: z.enum(['xlsx', 'xls', 'csv', 'zip']),
  sheets: z.array(z.object({ index: z.number(), name: z.string(), hidden: z.boolean() })),
  /** The sheet that is shown, counted from 0. */
  sheet: z.number(),
  /** Where the heading was found, or was said to stand; null in an empty sheet. */
  heading: z.object({ row: z.number(), rows: z.number() }).nullable(),
  /** Rows that may be chosen for the heading, with the beginning of what stands in them. */
  headingRows: z.array(z.object({ row: z.number(), text: z.string() })),
  columns: z.array(
    z.object({
      header: z.string(),
      /** The field, or what is offered; '' for a column that is left out; null where nothing is known. */
      field: z.string().nullable(),
      by: z.enum(columnMatches),
    }),
  ),
  /** The first rows, each with its number in the sheet and its cells as text, by column. */
  rows: z.array(z.object({ row: z.number(), cells: z.array(z.string()) })),
  repeated: z.array(z.string()),
  /** Fields without which rows cannot be told apart, and that no column is by itself. */
  missing: z.array(z.object({ name: z.string(), label: z.string() })),
});

/** See {@link importPreview}. */
export type ImportPreview = z.infer<typeof importPreview>;

/** Forgets one remembered header, or all of them. */
export const forgetQuery = z.object({
  tableId: tableNumber,
  header: z.string().max(limits.path).optional(),
});

/** The refused rows of a job, those with an error in one field alone. */
export const rowErrorsQuery = z.object({
  id: keyValue,
  field: z.string().max(limits.name).optional(),
});

/** One refused row with all that is wrong with it. */
export const rowErrors = z.object({
  /** Row of the sheet. */
  row: z.number(),
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

/** A page of refused rows, and the columns by which they can be narrowed. */
export const rowErrorsPage = z.object({
  records: z.array(rowErrors),
  total: z.number(),
  current: z.number(),
  size: z.number(),
  /** Columns with errors, the worst first; rows counted among the first refused ones of a very long list. */
  columns: z.array(z.object({ field: z.string(), column: z.string(), count: z.number() })),
});
