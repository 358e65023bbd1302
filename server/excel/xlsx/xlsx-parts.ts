import type { ColumnFormat } from '../types.ts';
import { escapeXml } from './cell-bytes.ts';

/** The parts of a workbook that are small and mostly the same in each: relations, styles, the list of sheets. */

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaging = 'http://schemas.openxmlformats.org/package/2006';
const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The number format of each column format; ids from 164 are custom. */
const numberFormats = {
  general: 0,
  text: 49,
  integer: 1,
  decimal2: 2,
  decimal4: 164,
  date: 165,
  dateTime: 166,
} as const satisfies Record<ColumnFormat, number>;
const formatOrder = Object.keys(numberFormats) as ColumnFormat[]; // its keys are exactly those of the record

/** Added to a plain cell format: text that must not be taken for a formula. */
export const quotedFormat = 1;
/** Added to a plain cell format: a cell to be shown as bad. */
export const badFormat = 2;

/** The plain cell format (`s`) of the values of a column. */
export function cellFormat(format: ColumnFormat): number {
  return formatOrder.indexOf(format) * 4;
}

/** The cell formats of header cells, each with its quoted form behind it. */
export const headerFormat = formatOrder.length * 4;
/** The cell format of the header of a required column. */
export const requiredHeaderFormat = headerFormat + 2;
/** Cell formats in all, as `stylesPart` writes them. */
export const cellFormatCount = requiredHeaderFormat + 2;

/** `xl/styles.xml`. Marked cells use the look of Excel's style "Bad". */
export function stylesPart(): string {
  const cellFormats: string[] = [];
  for (const format of formatOrder) {
    for (let variant = 0; variant < 4; variant++) {
      const bad = variant >= badFormat;
      const quote = variant % 2 === quotedFormat ? ' quotePrefix="1"' : '';
      const look = bad ? ' fontId="3" fillId="2" applyFont="1" applyFill="1"' : ' fontId="0" fillId="0"';
      cellFormats.push(
        `<xf numFmtId="${numberFormats[format]}"${look} borderId="0" xfId="0" applyNumberFormat="1"${quote}/>`,
      );
    }
  }
  for (const font of [1, 2]) {
    for (const quote of ['', ' quotePrefix="1"']) {
      cellFormats.push(
        `<xf numFmtId="49" fontId="${font}" fillId="3" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"${quote}/>`,
      );
    }
  }
  const font = (inner: string): string => `<font>${inner}<sz val="11"/>%<name val="Calibri"/></font>`;
  const fonts = [
    font('').replace('%', ''),
    font('<b/>').replace('%', ''),
    font('<b/>').replace('%', '<color rgb="FFC00000"/>'),
    font('').replace('%', '<color rgb="FF9C0006"/>'),
  ];
  const solid = (colour: string): string =>
    `<fill><patternFill patternType="solid"><fgColor rgb="${colour}"/><bgColor indexed="64"/></patternFill></fill>`;
  return (
    `${declaration}<styleSheet xmlns="${main}"><numFmts count="3">` +
    `<numFmt numFmtId="${numberFormats.decimal4}" formatCode="0.0000"/>` +
    `<numFmt numFmtId="${numberFormats.date}" formatCode="yyyy\\-mm\\-dd"/>` +
    `<numFmt numFmtId="${numberFormats.dateTime}" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>` +
    `<fonts count="${fonts.length}">${fonts.join('')}</fonts>` +
    `<fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${solid('FFFFC7CE')}${solid('FFF2F2F2')}</fills>` +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${cellFormats.length}">${cellFormats.join('')}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  );
}

/** A sheet in the file. */
export interface WrittenSheet {
  readonly name: string;
  readonly hidden: boolean;
  readonly hasNotes: boolean;
  /** Names of its header cells, by column. */
  readonly names?: readonly { readonly name: string; readonly column: number }[];
}

/** `[Content_Types].xml`. */
export function contentTypesPart(sheets: readonly WrittenSheet[]): string {
  const override = (part: string, type: string): string =>
    `<Override PartName="${part}" ContentType="${type}"/>`;
  return (
    `${declaration}<Types xmlns="${packaging}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    '<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>' +
    override('/xl/workbook.xml', `${mediaType}.sheet.main+xml`) +
    override('/xl/styles.xml', `${mediaType}.styles+xml`) +
    sheets
      .map(
        ({ hasNotes }, index) =>
          override(`/xl/worksheets/sheet${index + 1}.xml`, `${mediaType}.worksheet+xml`) +
          (hasNotes ? override(`/xl/comments${index + 1}.xml`, `${mediaType}.comments+xml`) : ''),
      )
      .join('') +
    '</Types>'
  );
}

/** A relations part; each entry is a relation's type and target. */
function relationsPart(relations: readonly (readonly [type: string, target: string])[]): string {
  const all = relations.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${office}/${type}" Target="${target}"/>`,
  );
  return `${declaration}<Relationships xmlns="${packaging}/relationships">${all.join('')}</Relationships>`;
}

/** `_rels/.rels`. */
export function packageRelations(): string {
  return relationsPart([['officeDocument', 'xl/workbook.xml']]);
}

/** `xl/_rels/workbook.xml.rels`: the sheets in order, then the styles. */
export function workbookRelations(sheets: readonly WrittenSheet[]): string {
  return relationsPart([
    ...sheets.map((_, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`] as const),
    ['styles', 'styles.xml'],
  ]);
}

/** The relations of a sheet with notes; its `legacyDrawing` names `rId1`. */
export function sheetRelations(number: number): string {
  return relationsPart([
    ['vmlDrawing', `../drawings/vmlDrawing${number}.vml`],
    ['comments', `../comments${number}.xml`],
  ]);
}

/** `xl/workbook.xml`. */
export function workbookPart(sheets: readonly WrittenSheet[]): string {
  const active = Math.max(
    0,
    sheets.findIndex(({ hidden }) => !hidden),
  );
  const list = sheets.map(
    ({ name, hidden }, index) =>
      `<sheet name="${escapeXml(name)}" sheetId="${index + 1}"${hidden ? ' state="veryHidden"' : ''} r:id="rId${index + 1}"/>`,
  );
  return (
    `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr/>` +
    `<bookViews><workbookView activeTab="${active}"/></bookViews><sheets>${list.join('')}</sheets>${definedNames(sheets)}</workbook>`
  );
}

function definedNames(sheets: readonly WrittenSheet[]): string {
  const all = sheets.flatMap(({ name: sheet, names = [] }) =>
    names.map(
      ({ name, column }) =>
        `<definedName name="${escapeXml(name)}" hidden="1">${escapeXml(`'${sheet.replaceAll("'", "''")}'!$${columnLetters(column)}$1`)}</definedName>`,
    ),
  );
  return all.length === 0 ? '' : `<definedNames>${all.join('')}</definedNames>`;
}

/** The beginning of a worksheet part. */
export function sheetStart(): string {
  return `${declaration}<worksheet xmlns="${main}" xmlns:r="${office}">`;
}

/** A note on a cell: column and row from 0. */
export interface CellNote {
  readonly column: number;
  readonly row: number;
  readonly text: string;
}

/** The letters of a column from 0: A, Z, AA … */
export function columnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnLetters(Math.floor(column / 26) - 1) + last;
}

/** `xl/commentsN.xml`. */
export function notesPart(notes: readonly CellNote[]): string {
  const all = notes.map(
    ({ column, row, text }) =>
      `<comment ref="${columnLetters(column)}${row + 1}" authorId="0"><text><t xml:space="preserve">${escapeXml(text)}</t></text></comment>`,
  );
  return `${declaration}<comments xmlns="${main}"><authors><author></author></authors><commentList>${all.join('')}</commentList></comments>`;
}

/** `xl/drawings/vmlDrawingN.vml`: the boxes of the notes. Without it Excel shows no note. */
export function noteBoxesPart(notes: readonly CellNote[]): string {
  const boxes = notes.map(
    ({ column, row }, index) =>
      `<v:shape id="_x0000_s${1025 + index}" type="#_x0000_t202" style="position:absolute;margin-left:60pt;margin-top:2pt;width:160pt;height:64pt;z-index:${index + 1};visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto">` +
      '<v:fill color2="#ffffe1"/><v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/><v:textbox style="mso-direction-alt:auto"/>' +
      `<x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:AutoFill>False</x:AutoFill><x:Row>${row}</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`,
  );
  return (
    '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel">' +
    '<o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/></o:shapelayout>' +
    '<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>' +
    `${boxes.join('')}</xml>`
  );
}

/** A cell as a person names it, `B7`: the column counted from 0, the row from 1. */
export function cellName(column: number, row: number): string {
  return `${columnLetters(column)}${row}`;
}
