/** Bounds on what a file may ask of the machine; every reader works in memory that does not grow with the file. */
export const workbookLimits = {
  /** Parts inside one zip container. */
  zipEntries: 10_000,
  /** Bytes of a zip's directory of parts; 10,000 entries with the longest sensible names. */
  zipDirectoryBytes: 16 * 2 ** 20,
  /** Unpacked bytes of one part; a full sheet of long text has about 4 GB. */
  partBytes: 6 * 2 ** 30,
  /** Unpacked bytes of all parts that are read. */
  totalBytes: 8 * 2 ** 30,
  /** Unpacked to packed bytes, looked at once {@link ratioFromBytes} are unpacked; real sheets stay under 100. */
  ratio: 400,
  ratioFromBytes: 64 * 2 ** 20,
  /** Unpacked bytes of a small part that is read whole: relations, styles, the list of sheets. */
  smallPartBytes: 32 * 2 ** 20,
  /** Bytes of one row, or of one shared string, before decoding. */
  rowBytes: 64 * 2 ** 20,
  /** Shared strings of a workbook. */
  sharedStrings: 40_000_000,
  /** Bytes of shared strings kept in memory; what is past it goes to a temporary file. */
  sharedStringBytes: 64 * 2 ** 20,
  /** Rows and columns of a sheet, as Excel has them. */
  rows: 1_048_576,
  columns: 16_384,
  /** Sheets listed of one workbook. */
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
