import { posix } from 'node:path';
import { arrangeRows } from '../arranged-rows.ts';
import { WorkbookError } from '../errors.ts';
import { type CellFormat, cellFormatOf } from '../format/cell-formats.ts';
import { workbookLimits } from '../limits.ts';
import { type SheetShape, shapeOfWorksheet } from '../sheet-shape.ts';
import {
  noNotes,
  type PicturePlace,
  type RowsOptions,
  type SheetInfo,
  type SheetRow,
  type Workbook,
} from '../types.ts';
import type { ZipEntry } from '../zip/zip-directory.ts';
import type { ZipReader } from '../zip/zip-reader.ts';
import { DefinedNames } from './defined-names.ts';
import { picturesOfDrawing } from './drawing-pictures.ts';
import type { SharedStrings } from './shared-strings.ts';
import { SheetRows } from './xlsx-rows.ts';
import { noSharedStrings, readSharedStrings } from './xlsx-strings.ts';
import { tagsOf, utf8Chunks } from './xml-tags.ts';

interface Relation {
  /** Last step of the type of an Office relation: `worksheet`, `styles`, `sharedStrings` …; '' of any other. */
  readonly type: string;
  /** Full name of the part. */
  readonly target: string;
}

/** A relation type of the standard, transitional or strict. Extensions have similarly named types. */
const officeRelation =
  /^http:\/\/(?:schemas\.openxmlformats\.org\/officeDocument\/2006|purl\.oclc\.org\/ooxml\/officeDocument)\/relationships\/(\w+)$/;

/** True if the zip is an Office package with a workbook of any kind. */
export async function isXlsx(zip: ZipReader): Promise<boolean> {
  return (await mainPart(zip)) !== undefined;
}

/**
 * Opens the xlsx workbook in a zip. `release` is called once, by `close()`.
 *
 * @throws WorkbookError `corrupt`, `noSheet`, `unsupportedFormat` for xlsb, and the errors of {@link ZipReader}
 */
export async function openXlsx(
  zip: ZipReader,
  totalBytes: number,
  release: () => Promise<void>,
): Promise<Workbook> {
  const main = await mainPart(zip);
  if (main === undefined) throw new WorkbookError('corrupt', 'no workbook in the package');
  if (main.name.toLowerCase().endsWith('.bin')) throw new WorkbookError('unsupportedFormat', 'xlsb');
  const relations = await readRelations(zip, main.name);
  const { sheets, date1904, recalculates, names } = await readSheetList(zip, main, relations);
  const formats = await readFormats(zip, partOfType(zip, relations, 'styles'));
  const stringsPart = partOfType(zip, relations, 'sharedStrings');
  const notes = noNotes();
  const shapes = new Map<number, SheetShape>();
  let strings: SharedStrings | undefined;
  /** Bytes read for {@link SheetShape}, which are no progress. */
  let looked = 0;

  async function* pieces(part: ZipEntry, options: RowsOptions): AsyncGenerator<SheetRow[], void, void> {
    strings ??=
      stringsPart === undefined ? noSharedStrings() : await readSharedStrings(partChunks(zip, stringsPart));
    const scanner = new SheetRows({ strings, formats, date1904, recalculates, ...options, notes });
    for await (const chunk of partChunks(zip, part)) {
      const batch = scanner.add(chunk);
      if (batch.length > 0) yield batch;
    }
    const last = scanner.end();
    if (last.length > 0) yield last;
  }

  function partOf(sheet: number): ZipEntry {
    const found = sheets[sheet];
    if (found === undefined) throw new WorkbookError('noSheet', `sheet ${sheet} of ${sheets.length}`);
    if (found.part === undefined) throw new WorkbookError('corrupt', `no part ${found.target}`);
    return found.part;
  }

  async function* rows(sheet: number, options: RowsOptions = {}): AsyncGenerator<SheetRow[], void, void> {
    const part = partOf(sheet);
    Object.assign(notes, noNotes());
    const isLookedThrough =
      options.fillBelow !== undefined || part.unpacked <= workbookLimits.smallSheetBytes;
    const shape = isLookedThrough ? await shapeOf(sheet) : shapes.get(sheet);
    yield* arrangeRows(pieces(part, options), shape, options, notes);
  }

  async function shapeOf(sheet: number): Promise<SheetShape> {
    const part = partOf(sheet);
    const known = shapes.get(sheet);
    if (known) return known;
    const before = zip.packedRead;
    const shape = await shapeOfWorksheet(partChunks(zip, part));
    shapes.set(sheet, shape);
    looked += zip.packedRead - before;
    return shape;
  }

  return {
    format: 'xlsx',
    sheets: sheets.map(({ name, hidden }, index): SheetInfo => ({ name, hidden, index })),
    names,
    rows,
    pictures: async sheet => picturesOver(zip, sheets[sheet]?.part),
    merged: async sheet => (await shapeOf(sheet)).merged.sorted,
    notes,
    bytesRead: () => zip.packedRead - looked,
    totalBytes,
    close: async () => {
      strings?.close();
      await release();
    },
  };
}

function partChunks(zip: ZipReader, part: ZipEntry): AsyncGenerator<Buffer, void, void> {
  return utf8Chunks(zip.stream(part));
}

/** A part that is small by nature, whole. */
async function readPart(zip: ZipReader, part: ZipEntry): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const bounds = { partBytes: workbookLimits.smallPartBytes };
  for await (const chunk of utf8Chunks(zip.stream(part, bounds))) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The workbook part: from the package's relations, else at the usual path. */
async function mainPart(zip: ZipReader): Promise<ZipEntry | undefined> {
  const relations = zip.find('_rels/.rels') === undefined ? [] : await readRelations(zip, '');
  for (const relation of relations.values()) {
    if (relation.type === 'officeDocument') return zip.find(relation.target);
  }
  return zip.find('xl/workbook.xml') ?? zip.find('xl/workbook.bin');
}

/** The relations of a part by id. External targets are left out and never followed. */
async function readRelations(zip: ZipReader, part: string): Promise<Map<string, Relation>> {
  const folder = posix.dirname(part);
  const relations = new Map<string, Relation>();
  const found = zip.find(posix.join(folder, '_rels', `${posix.basename(part)}.rels`));
  if (found === undefined) return relations;
  for (const { name, closing, attributes } of tagsOf(await readPart(zip, found))) {
    if (name !== 'Relationship' || closing || attributes.get('TargetMode') === 'External') continue;
    const target = attributes.get('Target') ?? '';
    relations.set(attributes.get('Id') ?? '', {
      type: officeRelation.exec(attributes.get('Type') ?? '')?.[1] ?? '',
      // An absolute target counts from the package's root, a relative one from the part's folder.
      target: target.startsWith('/') ? posix.normalize(target).slice(1) : posix.join(folder, target),
    });
  }
  return relations;
}

/** The pictures over the cells of a worksheet; those of a drawing that cannot be read are none. */
async function picturesOver(zip: ZipReader, sheet: ZipEntry | undefined): Promise<PicturePlace[]> {
  if (sheet === undefined) return [];
  try {
    const drawing = partOfType(zip, await readRelations(zip, sheet.name), 'drawing');
    return drawing ? picturesOfDrawing(await readPart(zip, drawing)) : [];
  } catch (error) {
    // A drawing holds no data, so it never refuses the data of the sheet.
    if (error instanceof WorkbookError) return [];
    throw error;
  }
}

function partOfType(zip: ZipReader, relations: Map<string, Relation>, type: string): ZipEntry | undefined {
  for (const relation of relations.values()) {
    if (relation.type === type) return zip.find(relation.target);
  }
  return undefined;
}

async function readSheetList(zip: ZipReader, main: ZipEntry, relations: Map<string, Relation>) {
  const sheets: { name: string; hidden: boolean; part: ZipEntry | undefined; target: string }[] = [];
  let date1904 = false;
  let recalculates = false;
  let root: string | undefined;
  const defined = new DefinedNames();
  const bytes = await readPart(zip, main);
  for (const tag of tagsOf(bytes)) {
    const { name, parent, closing, attributes, relation: id } = tag;
    defined.take(bytes, tag);
    if (closing) continue;
    root ??= name;
    if (name === 'workbookPr' && parent === 'workbook') date1904 = isTrue(attributes.get('date1904'));
    if (name === 'calcPr' && parent === 'workbook') recalculates = isTrue(attributes.get('fullCalcOnLoad'));
    if (name !== 'sheet' || parent !== 'sheets') continue;
    const relation = relations.get(id ?? '');
    if (relation?.type !== 'worksheet') continue;
    const { target } = relation;
    const part = zip.find(target);
    const state = attributes.get('state') ?? 'visible';
    sheets.push({ name: attributes.get('name') ?? '', hidden: state !== 'visible', part, target });
    if (sheets.length > workbookLimits.sheets) throw new WorkbookError('tooManyEntries', 'too many sheets');
  }
  if (root !== 'workbook') throw new WorkbookError('unknownFormat', `an Office file with a ${root}`);
  // A sheet without its part refuses only itself, when it is read.
  const [first] = sheets;
  if (first && sheets.every(({ part }) => part === undefined))
    throw new WorkbookError('corrupt', `no part ${first.target}`);
  if (sheets.length === 0) throw new WorkbookError('noSheet', 'the workbook lists no worksheet');
  return { sheets, date1904, recalculates, names: defined.of(sheets) };
}

function isTrue(value: string | undefined): boolean {
  return value !== undefined && /^(?:1|true|on)$/i.test(value);
}

/** By cell format: the meaning of its number format. */
async function readFormats(zip: ZipReader, part: ZipEntry | undefined): Promise<(CellFormat | undefined)[]> {
  if (part === undefined) return [];
  const codes = new Map<number, string>();
  const ids: number[] = [];
  for (const { name, parent, closing, attributes } of tagsOf(await readPart(zip, part))) {
    if (closing) continue;
    // WPS also writes built-in formats: the file's definition takes precedence.
    if (name === 'numFmt' && parent === 'numFmts')
      codes.set(Number(attributes.get('numFmtId')), attributes.get('formatCode') ?? '');
    else if (name === 'xf' && parent === 'cellXfs') ids.push(Number(attributes.get('numFmtId') ?? 0));
  }
  const known = new Map<number, CellFormat | undefined>();
  return ids.map(id => {
    if (!known.has(id)) known.set(id, cellFormatOf(id, codes.get(id)));
    return known.get(id);
  });
}
