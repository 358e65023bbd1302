import type { FileHandle } from 'node:fs/promises';
import { arrangeRows } from '../arranged-rows.ts';
import { WorkbookError } from '../errors.ts';
import { pageText } from '../format/text-forms.ts';
import type { SheetShape } from '../sheet-shape.ts';
import { noNotes, type RowsOptions, type SheetRow, type Workbook } from '../types.ts';
import { MergedRanges } from '../xlsx/merged-ranges.ts';
import { readArchivedPages } from './page-archive.ts';
import { PageRows } from './page-rows.ts';

/**
 * Opens a page with tables, as school systems export them with an xls name; `isArchive` for one saved with its pictures
 * (mht). All its tables form one sheet. `release` is called once, by `close()`.
 *
 * @throws WorkbookError while reading `noTable`, `rowTooLarge`, `tooManyCells`
 */
export function openPage(
  handle: FileHandle,
  size: number,
  isArchive: boolean,
  release: () => Promise<void>,
): Workbook {
  const notes = noNotes();
  let position = 0;
  let shape: SheetShape | undefined;
  const text = (): AsyncGenerator<string> => {
    const onRead = (at: number) => {
      position = at;
    };
    return isArchive ? readArchivedPages(handle, size, onRead) : pageText(handle, size, onRead);
  };

  async function* pieces(merged: MergedRanges): AsyncGenerator<SheetRow[], void, void> {
    const page = new PageRows(merged);
    for await (const piece of text()) {
      const batch = page.add(piece);
      if (batch.length > 0) yield batch;
    }
    const last = page.end();
    if (last.length > 0) yield last;
    if (!page.hasTable) throw new WorkbookError('noTable', 'a page without a row');
  }

  async function* rows(sheet: number, options: RowsOptions = {}): AsyncGenerator<SheetRow[], void, void> {
    if (sheet !== 0) throw new WorkbookError('noSheet', `sheet ${sheet} of a page`);
    Object.assign(notes, noNotes());
    if (options.fillBelow !== undefined) await look();
    notes.mergedRanges = shape?.merged.sorted.length ?? 0;
    yield* arrangeRows(pieces(new MergedRanges()), shape, options, notes);
  }

  async function look(): Promise<MergedRanges> {
    if (shape) return shape.merged;
    const merged = new MergedRanges();
    for await (const _ of pieces(merged));
    shape = { inOrder: true, merged };
    return merged;
  }

  return {
    format: 'html',
    sheets: [{ name: 'html', index: 0, hidden: false }],
    names: [],
    rows,
    merged: async () => (await look()).sorted,
    pictures: async () => [],
    notes,
    bytesRead: () => position,
    totalBytes: size,
    close: release,
  };
}
