/** Streaming workbooks: xlsx, xls and csv in, xlsx and csv out. Knows nothing but sheets. */
export { createCsvWriter } from './csv-writer.ts';
export { WorkbookError } from './errors.ts';
export { workbookLimits } from './limits.ts';
export { openWorkbook } from './open.ts';
export type * from './types.ts';
export { createXlsxWriter } from './xlsx-writer.ts';
export type { ZipEntry } from './zip-directory.ts';
export { ZipReader } from './zip-reader.ts';
