import { fork } from 'node:child_process';
import { setTimeout as after } from 'node:timers/promises';
import { type ImportPreview, importPreviewBody } from '@yikao/model/calls/import-columns.ts';
import { failure } from '@yikao/model/errors.ts';
import { cellText } from '@yikao/model/kernel/cell.ts';
import { fieldOf } from '@yikao/model/kernel/dataset.ts';
import { asImported } from '@yikao/model/kernel/import-kinds.ts';
import type { Label, Language } from '@yikao/model/kernel/label.ts';
import type { Cell, SheetInfo, SheetRow, Workbook } from '../../../excel/index.ts';
import { authorise } from '../../access.ts';
import type { Actor } from '../../actor.ts';
import type { Engine } from '../../engine.ts';
import { scopeValues } from '../../scope.ts';
import { askedKindWith } from '../asked-kind.ts';
import { previewPictures } from '../import/pictures.ts';
import { ownFile } from '../start.ts';
import { childHeaders } from './child-columns.ts';
import { FairTurns } from './fair-turns.ts';
import { choosable, headingOf, texts } from './header-row.ts';
import { knownHeaders, mapHeaders, offerFields } from './headers.ts';
import { missingFields } from './missing-fields.ts';
import { rememberedMapping } from './remembered-mapping.ts';
import { foreignTemplate, signatureOf, signedColumns, templateNames } from './template-signature.ts';
import { isOwnSheet } from './workbook-sheets.ts';

/** The question to the process of a preview. */
export interface PreviewWish {
  /** The file on this machine, and the name it came with. */
  readonly path: string;
  readonly name: string;
  readonly sheet: number | undefined;
  /** Rows beneath the header row. */
  readonly rows: number;
}

/** Its findings. */
export interface PreviewAnswer {
  readonly format: Workbook['format'];
  readonly sheets: readonly SheetInfo[];
  readonly sheet: number;
  readonly rows: readonly SheetRow[];
  readonly signature: readonly (readonly Cell[])[] | undefined;
  /** The names of its columns in our templates, see `namedColumns`, and the row in which these stand. */
  readonly names: ReadonlyMap<number, string>;
  readonly namedRow: number | undefined;
}

/** Rows that are shown beneath the header. */
const shownRows = 5;

/** Cells of a row that tell it from others where the heading is chosen. */
const toldCells = 4;

/** Characters of a cell that are shown. */
const shownText = 80;

/** Milliseconds after which a file is not looked at any longer: well before the browser gives the call up. */
const patienceMs = 40_000;

/** Megabytes of JavaScript heap of one look; the readers keep what is large outside the heap. */
const heapMegabytes = 160;

/** Looks at files on one node: one at a time for each person, so that nobody's files hold up a colleague's. */
const turns = new FairTurns({ places: 3, perPerson: 1, waitingPerPerson: 5 });

/**
 * Has a process of its own look at a file. Throws `workbookUnreadable` and, when it takes too much, `previewFailed`.
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

/**
 * `POST /api/base/import/preview`: what an uploaded file looks like, and which field each of its columns is or
 * probably is. Writes nothing. Throws `invalidFields` for somebody else's file, `workbookUnreadable`,
 * `previewFailed`, `wrongTemplate` for the template of another dataset, and `tooManyRequests` to somebody for whom
 * several files are waiting already.
 */
export async function previewImport(engine: Engine, actor: Actor, given: unknown): Promise<ImportPreview> {
  const { tableId, op, filePath, originName, sheet, type, asked, headerRow, headerRows } =
    importPreviewBody.parse(given ?? {});
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
  const heading = headingOf(found.rows, found.namedRow, { headerRow, headerRows }, cells =>
    knownHeaders(dataset, op, cells, {}, isChild),
  );
  const last = heading?.last ?? 0;
  const rows = found.rows.filter(({ number }) => number > last).slice(0, shownRows);
  const map = mapHeaders(
    dataset,
    op,
    heading?.cells ?? [],
    {},
    signature,
    signedColumns(dataset, found.names),
    isChild,
  );
  const remembered = await rememberedMapping(engine.db, actor, dataset);
  const offers = offerFields(dataset, op, map, remembered);
  const offered = new Map(offers.map(offer => [offer.header, offer]));
  return {
    format: found.format,
    sheets: found.sheets
      .filter(one => !isOwnSheet(one))
      .map(({ index, name, hidden }) => ({ index, name, hidden })),
    sheet: found.sheet,
    heading: heading ? { row: heading.first, rows: heading.rows.length } : null,
    headingRows: found.rows.slice(0, choosable).map(({ number, cells }) => ({
      row: number,
      text: texts(cells)
        .filter(text => text !== '')
        .slice(0, toldCells)
        .join(' · ')
        .slice(0, shownText),
    })),
    columns: map.columns.map(({ header, field, by }) => {
      const offer = field === undefined ? offered.get(header) : undefined;
      return { header, field: field ?? offer?.field ?? null, by: offer?.by ?? by };
    }),
    rows: rows.map(({ number, cells }) => ({
      row: number,
      cells: Array.from(map.columns, ({ index }) => cellText(cells[index]).slice(0, shownText)),
    })),
    repeated: [...map.repeated],
    missing: missingFields(dataset, op, forced, map).map(name => ({
      name,
      label: fieldOf(dataset, name)?.label[actor.language] ?? name,
    })),
  };
}
