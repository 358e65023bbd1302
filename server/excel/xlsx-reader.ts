import { posix } from 'node:path';
import { DefinedNames } from './defined-names.ts';
import { WorkbookError } from './errors.ts';
import { workbookLimits } from './limits.ts';
import { builtInDateShape, dateShapeOf } from './number-formats.ts';
import type { DateShape } from './serial-dates.ts';
import type { SharedStrings } from './shared-strings.ts';
import { noNotes, type RowsOptions, type SheetInfo, type SheetRow, type Workbook } from './types.ts';
import { SheetRows } from './xlsx-rows.ts';
import { noSharedStrings, readSharedStrings } from './xlsx-strings.ts';
import { tagsOf, utf8Chunks } from './xml-tags.ts';
import type { ZipEntry } from './zip-directory.ts';
import type { ZipReader } from './zip-reader.ts';

interface Relation {
  /** Last step of the relation's type: `worksheet`, `styles`, `sharedStrings` … */
  readonly type: string;
  /** Full name of the part. */
  readonly target: string;
}

/** True where the zip is an Office package with a workbook, whatever kind of. */
export async function isXlsx(zip: ZipReader): Promise<boolean> {
  return (await mainPart(zip)) !== undefined;
}

/**
 * Opens the xlsx workbook in a zip. `release` is called once, by `close()`.
 *
 * @throws WorkbookError `corrupt`, `noSheet`, `unsupportedFormat` for xlsb, and what {@link ZipReader} throws
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
  const { sheets, date1904, names } = await readSheetList(zip, main, relations);
  const dateShapes = await readDateShapes(zip, partOfType(zip, relations, 'styles'));
  const stringsPart = partOfType(zip, relations, 'sharedStrings');
  const notes = noNotes();
  let strings: SharedStrings | undefined;

  async function* rows(sheet: number, options: RowsOptions = {}): AsyncGenerator<SheetRow[], void, void> {
    const part = sheets[sheet]?.part;
    if (part === undefined) throw new WorkbookError('noSheet', `sheet ${sheet} of ${sheets.length}`);
    Object.assign(notes, noNotes());
    strings ??=
      stringsPart === undefined ? noSharedStrings() : await readSharedStrings(partChunks(zip, stringsPart));
    const scanner = new SheetRows({ strings, dateShapes, date1904, ...options, notes });
    for await (const chunk of partChunks(zip, part)) {
      const batch = scanner.add(chunk);
      if (batch.length > 0) yield batch;
    }
    const last = scanner.end();
    if (last.length > 0) yield last;
  }

  return {
    format: 'xlsx',
    sheets: sheets.map(({ name, hidden }, index): SheetInfo => ({ name, hidden, index })),
    names,
    rows,
    notes,
    bytesRead: () => zip.packedRead,
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

/** The workbook part: what the package's own relations say, else where every program puts it. */
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
    const type = attributes.get('Type') ?? '';
    relations.set(attributes.get('Id') ?? '', {
      type: type.slice(type.lastIndexOf('/') + 1),
      // An absolute target counts from the package's root, a relative one from the part's folder.
      target: target.startsWith('/') ? posix.normalize(target).slice(1) : posix.join(folder, target),
    });
  }
  return relations;
}

function partOfType(zip: ZipReader, relations: Map<string, Relation>, type: string): ZipEntry | undefined {
  for (const relation of relations.values()) {
    if (relation.type === type) return zip.find(relation.target);
  }
  return undefined;
}

async function readSheetList(zip: ZipReader, main: ZipEntry, relations: Map<string, Relation>) {
  const sheets: { name: string; hidden: boolean; part: ZipEntry }[] = [];
  let date1904 = false;
  let root: string | undefined;
  const defined = new DefinedNames();
  const bytes = await readPart(zip, main);
  for (const tag of tagsOf(bytes)) {
    const { name, closing, attributes } = tag;
    defined.take(bytes, tag);
    if (closing) continue;
    root ??= name;
    if (name === 'workbookPr') date1904 = /^(?:1|true)$/i.test(attributes.get('date1904') ?? '');
    if (name !== 'sheet') continue;
    const relation = relations.get(attributes.get('id') ?? '');
    if (relation?.type !== 'worksheet') continue;
    const part = zip.find(relation.target);
    if (part === undefined) throw new WorkbookError('corrupt', `no part ${relation.target}`);
    const state = attributes.get('state') ?? 'visible';
    sheets.push({ name: attributes.get('name') ?? '', hidden: state !== 'visible', part });
    if (sheets.length > workbookLimits.sheets) throw new WorkbookError('tooManyEntries', 'too many sheets');
  }
  if (root !== 'workbook') throw new WorkbookError('unknownFormat', `an Office file with a ${root}`);
  if (sheets.length === 0) throw new WorkbookError('noSheet', 'the workbook lists no worksheet');
  return { sheets, date1904, names: defined.of(sheets) };
}

/** By cell format: what its number format shows of a date. */
async function readDateShapes(
  zip: ZipReader,
  part: ZipEntry | undefined,
): Promise<(DateShape | undefined)[]> {
  if (part === undefined) return [];
  const custom = new Map<number, DateShape | undefined>();
  const shapes: (DateShape | undefined)[] = [];
  let inCellFormats = false;
  for (const { name, closing, selfClosing, attributes } of tagsOf(await readPart(zip, part))) {
    if (name === 'numFmt' && !closing) {
      // WPS writes out built-in numbers as well: what the file says wins.
      custom.set(Number(attributes.get('numFmtId')), dateShapeOf(attributes.get('formatCode') ?? ''));
    } else if (name === 'cellXfs') inCellFormats = !closing && !selfClosing;
    else if (name === 'xf' && inCellFormats && !closing) {
      const id = Number(attributes.get('numFmtId') ?? 0);
      shapes.push(custom.has(id) ? custom.get(id) : builtInDateShape(id));
    }
  }
  return shapes;
}
