import type { TestPart } from './zip.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The parts of a workbook written by hand; omitted ones are minimal. */
export interface TestWorkbook {
  /** Content of `sheetData`. */
  readonly rows?: string;
  /** The whole worksheet part, instead of `rows`. */
  readonly sheet?: string | Buffer | TestPart;
  /** Content of `sst`. */
  readonly strings?: string;
  /** Content of `styleSheet`. */
  readonly styles?: string;
  /** Attributes of `workbookPr`. */
  readonly properties?: string;
  /** Content of `sheets`. */
  readonly sheetList?: string;
  /** The target of the first sheet's relation. */
  readonly target?: string;
  readonly sheetName?: string;
  readonly extra?: Readonly<Record<string, string>>;
  /** Puts the strings before the sheet. */
  readonly stringsFirst?: boolean;
}

/** The parts of a workbook written by hand. */
export function xlsxParts(workbook: TestWorkbook): Record<string, string | Buffer | TestPart> {
  const sheet =
    workbook.sheet ?? `<worksheet xmlns="${main}"><sheetData>${workbook.rows ?? ''}</sheetData></worksheet>`;
  const strings = `<sst xmlns="${main}">${workbook.strings ?? ''}</sst>`;
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
  return {
    '_rels/.rels': `<Relationships>${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml':
      `<?xml version="1.0" encoding="UTF-8"?><workbook xmlns="${main}" xmlns:r="${office}"><workbookPr ${workbook.properties ?? ''}/>` +
      `<sheets>${workbook.sheetList ?? `<sheet name="${workbook.sheetName ?? 'Sheet1'}" sheetId="1" r:id="rId1"/>`}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation('rId1', 'worksheet', workbook.target ?? 'worksheets/sheet1.xml')}${relation('rId2', 'styles', 'styles.xml')}${relation('rId3', 'sharedStrings', 'sharedStrings.xml')}${relation('rId4', 'worksheet', 'worksheets/sheet2.xml')}</Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}">${workbook.styles ?? ''}</styleSheet>`,
    ...(workbook.stringsFirst === true ? { 'xl/sharedStrings.xml': strings } : {}),
    'xl/worksheets/sheet1.xml': sheet,
    ...(workbook.stringsFirst === true ? {} : { 'xl/sharedStrings.xml': strings }),
    ...workbook.extra,
  };
}
