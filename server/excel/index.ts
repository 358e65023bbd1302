/** Streaming workbooks: reads xlsx, xls and csv, writes xlsx and csv. It handles only sheets. */

export { filledDown } from './arranged-rows.ts';
export { isTextSample } from './csv/csv-encoding.ts';
export { createCsvWriter } from './csv/csv-writer.ts';
export { WorkbookError } from './errors.ts';
export { textFormOf } from './format/text-forms.ts';
export { workbookLimits } from './limits.ts';
export { openWorkbook } from './open.ts';
export * from './types.ts';
export { errorOfText } from './unread-cells.ts';
export type { MergedRange } from './xlsx/merged-ranges.ts';
export { cellName } from './xlsx/xlsx-parts.ts';
export { createXlsxWriter } from './xlsx/xlsx-writer.ts';
export type { ZipEntry } from './zip/zip-directory.ts';
export { ZipReader } from './zip/zip-reader.ts';
