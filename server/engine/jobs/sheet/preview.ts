import { fork } from 'node:child_process';
import { setTimeout as after } from 'node:timers/promises';
import { type ImportPreview, importPreviewBody } from '@yikao/model/calls/import-columns.ts';
import { failure } from '@yikao/model/errors.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { fieldOf } from '@yikao/model/kernel/dataset.ts';
import { asImported } from '@yikao/model/kernel/import-kinds.ts';
import type { Label, Language } from '@yikao/model/kernel/label.ts';
import { cellText } from '@yikao/model/kernel/validate/cell.ts';
import { alwaysGiven } from '@yikao/model/kernel/validate/validate.ts';
import {
  type Cell,
  type ErrorCell,
  filledDown,
  type MergedRange,
  type PicturePlace,
  type SheetInfo,
  type SheetRow,
  type Workbook,
} from '../../../excel/index.ts';
import { FairTurns } from '../../../platform/fair-turns.ts';
import type { Engine } from '../../engine.ts';
import { authorise } from '../../scope/access.ts';
import type { Actor } from '../../scope/actor.ts';
import { scopeValues } from '../../scope/scope.ts';
import { askedKindWith, givenCells } from '../asked-kind.ts';
import { previewPictures } from '../import/pictures.ts';
import { ownFile } from '../start.ts';
import { childHeaders } from './child-columns.ts';
import { columnGroups } from './column-groups.ts';
import { knownHeaders, likelyHeaders, mapHeaders } from './column-match.ts';
import { offerFields } from './column-offers.ts';
import { fallbackText } from './defaulted-keys.ts';
import { fileTables } from './file-tables.ts';
import { choosable, headingOf, texts } from './heading.ts';
import { missingFields, wantedFields } from './missing-fields.ts';
import { rememberedLayout, rememberedMapping, shapeOf } from './remembered-mapping.ts';
import { foreignTemplate, signatureOf, signedColumns, templateNames } from './template-signature.ts';
import { picturesBelow, UnreadCellCount } from './unread-cells.ts';
import { ValueWords } from './value-words.ts';
import { isOwnSheet } from './workbook-sheets.ts';

/** The question to the process of a preview. */
export interface PreviewWish {
  /** The file on this machine, and its original name. */
  readonly path: string;
  readonly name: string;
  readonly sheet: number | undefined;
  /** Rows below the header row. */
  readonly rows: number;
}

/** Its findings. */
export interface PreviewAnswer {
  readonly format: Workbook['format'];
  readonly sheets: readonly SheetInfo[];
  readonly sheet: number;
  readonly rows: readonly SheetRow[];
  /** Later rows that may head a table, each with the rows around it. */
  readonly further: readonly (readonly SheetRow[])[];
  /** The first rows of the other sheets. */
  readonly others: readonly { readonly sheet: number; readonly rows: readonly SheetRow[] }[];
  readonly merged: readonly MergedRange[];
  /** Cells that display something without a stored value. */
  readonly unread: readonly {
    readonly row: number;
    readonly column: number;
    readonly why: NonNullable<ErrorCell['why']>;
  }[];
  readonly pictures: readonly PicturePlace[];
  readonly signature: readonly (readonly Cell[])[] | undefined;
  /** The hidden names of its columns from our templates, see `namedColumns`, and their row. */
  readonly names: ReadonlyMap<number, string>;
  readonly namedRow: number | undefined;
}

/** Rows shown below the header. */
const shownRows = 5;

/** Cells that identify a row when choosing the heading. */
const toldCells = 4;

/** Characters of a cell that are shown. */
const shownText = 80;

/** Milliseconds after which reading a file is stopped: well before the browser aborts the call. */
const patienceMs = 40_000;

/** Megabytes of JavaScript heap per preview; the readers keep large data outside the heap. */
const heapMegabytes = 160;

/** Reads files on one node: one at a time per person, so that nobody's files delay a colleague's. */
const turns = new FairTurns({ places: 3, perPerson: 1, waitingPerPerson: 5 });

/**
 * Reads a file in a separate process. Throws `workbookUnreadable`, and `previewFailed` if it needs too much time or
 * memory.
 */
async function look(wish: PreviewWish, language: Language): Promise<PreviewAnswer> {
  const child = fork(new URL('./preview-process.ts', import.meta.url), [], {
    execArgv: [`--max-old-space-size=${heapMegabytes}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Dates and numbers of cells travel as they are.
    serialization: 'advanced',
  });
  const patience = new AbortController();
  try {
    const answer = await Promise.race([
      new Promise<PreviewAnswer | { error: Label } | undefined>((resolve, reject) => {
        child.once('message', message => resolve(message as PreviewAnswer | { error: Label }));
        child.once('exit', () => resolve(undefined));
        child.once('error', reject);
        child.send(wish);
      }),
      after(patienceMs, undefined, { signal: patience.signal }),
    ]);
    if (answer === undefined) throw failure('previewFailed');
    if ('error' in answer) throw failure('workbookUnreadable', { params: { why: answer.error[language] } });
    return answer;
  } finally {
    patience.abort();
    child.kill('SIGKILL');
  }
}

/** The first rows of a file, of which a person may choose the heading. */
function headingChoices(rows: PreviewAnswer['rows']): ImportPreview['headingRows'] {
  return rows.slice(0, choosable).map(({ number, cells }) => ({
    row: number,
    text: texts(cells)
      .filter(text => text !== '')
      .slice(0, toldCells)
      .join(' · ')
      .slice(0, shownText),
  }));
}

/** A field that the file has no column for, with the value that its titles (`titled`) or an earlier import give. */
function wantedField(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  name: string,
  layout: Awaited<ReturnType<typeof rememberedLayout>>,
  titled: string | undefined,
): ImportPreview['wanted'][number] {
  const field = fieldOf(dataset, name);
  const earlier = layout.asked[name];
  const said = titled ?? (earlier === undefined ? null : String(earlier));
  return {
    name,
    label: field?.label[actor.language] ?? name,
    needed: field !== undefined && alwaysGiven(field) && dataset.naturalKey.includes(name),
    fallback: field && !field.required ? fallbackText(field, engine.clock.now(), actor.language) : null,
    said,
    by: said === null ? null : titled === undefined ? 'remembered' : 'title',
  };
}

/**
 * `POST /api/base/import/preview`: the contents of an uploaded file, and the matched or suggested field of each column.
 * Writes nothing. Throws `invalidFields` for another person's file, `workbookUnreadable`, `previewFailed`,
 * `wrongTemplate` for the template of another dataset, and `tooManyRequests` if several of the person's files are
 * already waiting.
 */
export async function previewImport(engine: Engine, actor: Actor, given: unknown): Promise<ImportPreview> {
  const {
    tableId,
    op,
    filePath,
    originName,
    sheet,
    type,
    asked,
    headerRow,
    headerRows,
    groups: wish,
  } = importPreviewBody.parse(given ?? {});
  const declared = engine.datasets.find(one => one.tableId === tableId);
  if (!declared?.excel) throw failure('notFound');
  authorise(actor, declared, op);
  const kind = op === 'import' ? await askedKindWith(engine, declared, actor, type, asked, true) : undefined;
  const dataset = asImported(declared, kind);
  const forced = { ...scopeValues(dataset, actor), ...kind?.sets };
  await ownFile(engine, actor, filePath);
  if (kind?.pictures) return turns.take(actor.userId, () => previewPictures(engine, actor, filePath));
  const found = await turns.take(actor.userId, async () => {
    const copy = await engine.files.localCopy(filePath.replace(/^\//, ''));
    try {
      return await look({ path: copy.path, name: originName, sheet, rows: shownRows }, actor.language);
    } finally {
      await copy.release();
    }
  });
  const signature = found.signature && signatureOf(found.signature);
  const foreign = foreignTemplate(signature, dataset);
  if (foreign) {
    const { template, wanted } = templateNames(foreign, dataset);
    const params = { template: template[actor.language], wanted: wanted[actor.language] };
    throw failure('wrongTemplate', { params });
  }
  const isChild = await childHeaders(engine, dataset, actor, forced);
  const known = {
    sure: (cells: readonly Cell[]) => knownHeaders(dataset, op, cells, {}, isChild),
    likely: (cells: readonly Cell[]) => likelyHeaders(dataset, op, cells),
  };
  const heading = headingOf(found.rows, found.namedRow, { headerRow, headerRows }, known);
  const cellsGiven = op === 'import' ? givenCells(kind, asked) : {};
  const layout = await rememberedLayout(engine.db, actor, dataset, shapeOf(heading?.cells ?? []));
  const groups = heading
    ? await columnGroups(
        engine,
        dataset,
        actor,
        op,
        heading,
        { ...forced, ...cellsGiven },
        {
          ...layout.groups,
          ...wish,
        },
      )
    : [];
  const last = heading?.last ?? 0;
  const beneath = filledDown(found.rows, found.merged, last).filter(({ number }) => number > last);
  const rows = beneath.slice(0, shownRows);
  const map = mapHeaders(
    dataset,
    op,
    heading?.cells ?? [],
    {},
    signature,
    signedColumns(dataset, found.names),
    isChild,
    groups,
  );
  const remembered = await rememberedMapping(engine.db, actor, dataset);
  const offers = offerFields(dataset, op, map, remembered);
  const offered = new Map(offers.map(offer => [offer.header, offer]));
  const lacking =
    op === 'import' && heading
      ? wantedFields(dataset, forced, map, new Set(offers.flatMap(({ field }) => field ?? [])))
      : [];
  const words = await ValueWords.load(engine, dataset, actor, lacking);
  const tables = heading && op === 'import' ? fileTables(found, heading, known, words) : [];
  const titled = words.saidBy([...(heading?.titles ?? []), originName]);
  const wanted = lacking.map(name => wantedField(engine, dataset, actor, name, layout, titled[name]));
  return {
    format: found.format,
    sheets: found.sheets
      .filter(one => !isOwnSheet(one))
      .map(({ index, name, hidden }) => ({ index, name, hidden })),
    sheet: found.sheet,
    heading: heading ? { row: heading.first, rows: heading.rows.length } : null,
    headingRows: headingChoices(found.rows),
    columns: map.columns.map(({ header, field, by, group }) => {
      const offer = field === undefined ? offered.get(header) : undefined;
      return { header, field: field ?? offer?.field ?? null, by: offer?.by ?? by, ...(group && { group }) };
    }),
    groups: map.groups.map(({ label, field, value }) => ({ label, field, value })),
    tables,
    wanted,
    rows: rows.map(({ number, cells }) => ({
      row: number,
      cells: Array.from(map.columns, ({ index }) => cellText(cells[index]).slice(0, shownText)),
    })),
    repeated: [...map.repeated],
    filled: filledColumns(found.merged, last, map.columns),
    unread: unreadOf(found.unread, last, map.columns),
    floating: picturesBelow(found.pictures, last),
    missing: missingFields(dataset, op, { ...forced, ...cellsGiven }, map).map(name => ({
      name,
      label: fieldOf(dataset, name)?.label[actor.language] ?? name,
    })),
  };
}

type Columns = readonly { readonly index: number; readonly header: string }[];

/** The columns with merged cells over several rows below the heading, with the number of such cells. */
function filledColumns(merged: readonly MergedRange[], last: number, columns: Columns) {
  const headers = new Map(columns.map(({ index, header }) => [index, header]));
  const counts = new Map<string, number>();
  for (const { row, lastRow, column } of merged) {
    const header = headers.get(column) ?? '';
    if (row > last && lastRow > row && header !== '') counts.set(header, (counts.get(header) ?? 0) + 1);
  }
  return [...counts].map(([column, ranges]) => ({ column, ranges }));
}

/** The unreadable cells below the heading, in columns with a header. */
function unreadOf(unread: PreviewAnswer['unread'], last: number, columns: Columns) {
  const headed = new Set(columns.flatMap(({ index, header }) => (header === '' ? [] : [index])));
  const count = new UnreadCellCount();
  for (const { row, column, why } of unread) {
    if (row > last && headed.has(column)) count.take({ why }, column, row);
  }
  return count.found;
}
