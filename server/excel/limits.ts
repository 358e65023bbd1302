/** Limits on the resources a file may use; no reader's memory grows with the file. */
export const workbookLimits = {
  /** Parts inside one zip container. */
  zipEntries: 10_000,
  /** Bytes of a zip's directory of parts; 10,000 entries with the longest sensible names. */
  zipDirectoryBytes: 16 * 2 ** 20,
  /** Unpacked bytes of a part; a full sheet of long texts has about 4 GB. */
  partBytes: 6 * 2 ** 30,
  /** Unpacked bytes of all parts that are read. */
  totalBytes: 8 * 2 ** 30,
  /** Unpacked to packed bytes, looked at once {@link ratioFromBytes} are unpacked; real sheets stay under 100. */
  ratio: 400,
  ratioFromBytes: 64 * 2 ** 20,
  /** Unpacked bytes of a small part that is read whole: relations, styles, the list of sheets. */
  smallPartBytes: 32 * 2 ** 20,
  /** Bytes of a row, or of a shared string, before decoding. */
  rowBytes: 64 * 2 ** 20,
  /** Shared strings of a workbook. */
  sharedStrings: 40_000_000,
  /** Bytes of shared strings kept in memory; the rest goes to a temporary file. */
  sharedStringBytes: 64 * 2 ** 20,
  /** Rows and columns of a sheet, as Excel has them. */
  rows: 1_048_576,
  columns: 16_384,
  /** Bytes of an encrypted xls's records, which are kept in memory. */
  encryptedBytes: 96 * 2 ** 20,
  /** Most merged ranges of any kind that are read: two for each row that a sheet can have. */
  mergedCells: 2_097_152,
  /** Most merged ranges stored for a sheet. */
  mergedRanges: 500_000,
  /** Most pictures over the cells of a sheet that are noted. */
  pictures: 100_000,
  /** Unpacked bytes of a sheet that is always looked through before its rows are given. */
  smallSheetBytes: 16 * 2 ** 20,
  /** Cells kept at once for a sheet whose rows are out of order. */
  gatheredCells: 6_000_000,
  /** Sheets listed per workbook. */
  sheets: 10_000,
  /** UTF-16 units of text in one cell, as Excel has them. */
  cellText: 32_767,
  /** A workbook inside a zip: unpacked bytes and ratio (domain 6, Q2). */
  nestedBytes: 200 * 2 ** 20,
  nestedRatio: 100,
  nestedRatioFromBytes: 16 * 2 ** 20,
  /** Notes written to one sheet; Excel grows slow past some thousands. */
  notes: 10_000,
} as const;
