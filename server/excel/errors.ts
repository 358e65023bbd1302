/**
 * Every reason why a file cannot be read as a workbook, with the message for the person who chose it. The list is
 * closed; readers throw nothing else about a file's content.
 */
export const workbookErrors = {
  unknownFormat: {
    zh: '不是有效的表格文件，请用 Excel 或 WPS 打开后另存为 xlsx 再上传',
    en: 'it is no workbook; open it in Excel or WPS, save it as xlsx and upload that',
  },
  unsupportedFormat: {
    zh: '不支持该表格格式，请用 Excel 或 WPS 另存为 xlsx 后重试',
    en: 'a spreadsheet of a kind that is not read; save it as xlsx in Excel or WPS and try again',
  },
  encrypted: { zh: '文件已加密，请取消密码后重试', en: 'the file has a password; remove it and try again' },
  empty: { zh: '文件为空', en: 'the file is empty' },
  truncated: { zh: '文件不完整，请重新上传', en: 'the file is cut short; upload it again' },
  corrupt: {
    zh: '文件已损坏，请用 Excel 或 WPS 打开并另存后重试',
    en: 'the file is damaged; open it in Excel or WPS, save it and try again',
  },
  zipBomb: { zh: '文件解压后过大', en: 'the file grows too large when unpacked' },
  tooManyEntries: { zh: '文件内部条目过多', en: 'the file has too many parts inside' },
  tooManyCells: {
    zh: '超出表格上限（1048576 行、16384 列）',
    en: 'more than a sheet holds (1,048,576 rows, 16,384 columns)',
  },
  scatteredRows: {
    zh: '行的顺序是乱的，文件又太大，无法整理；请用 Excel 或 WPS 打开文件另存后重试',
    en: 'its rows are out of order, and too many to be sorted; open it in Excel or WPS, save it and try again',
  },
  repeatedCell: {
    zh: '第 {row} 行有重复的单元格，请用 Excel 或 WPS 打开文件另存后重试',
    en: 'row {row} has a cell twice; open the file in Excel or WPS, save it and try again',
  },
  rowTooLarge: { zh: '单行内容过大', en: 'one row is too large' },
  noSheet: { zh: '文件中没有工作表', en: 'there is no sheet in the file' },
  manyFilesInZip: {
    zh: '压缩包内必须有且只有一个 xlsx、xls 或 csv 文件，且不含文件夹',
    en: 'a zip must hold exactly one xlsx, xls or csv file and no folder',
  },
  unreadableText: {
    zh: '文本编码无法识别，请另存为 UTF-8 后重试',
    en: 'the text encoding is not recognised; save it as UTF-8 and try again',
  },
  noTable: {
    zh: '网页里没有表格，请用 Excel 或 WPS 打开后另存为 xlsx 再上传',
    en: 'there is no table in the page; open it in Excel or WPS, save it as xlsx and upload that',
  },
  unclosedQuote: { zh: '第 {row} 行的引号没有闭合', en: 'a quote in row {row} is never closed' },
} as const satisfies Record<string, { readonly zh: string; readonly en: string }>;

/** One of the closed list of reasons. */
export type WorkbookErrorCode = keyof typeof workbookErrors;

/**
 * An unreadable file. `message` is for the log; show {@link text} to the person. `row` is the sheet row concerned, if
 * known.
 */
export class WorkbookError extends Error {
  override readonly name = 'WorkbookError';
  readonly code: WorkbookErrorCode;
  readonly row: number | undefined;

  constructor(code: WorkbookErrorCode, detail: string, options: { row?: number; cause?: unknown } = {}) {
    super(`${code}: ${detail}`, options.cause === undefined ? {} : { cause: options.cause });
    this.code = code;
    this.row = options.row;
  }

  /** The sentence for the person. */
  text(language: 'zh' | 'en'): string {
    return workbookErrors[this.code][language].replace('{row}', String(this.row ?? '?'));
  }
}
