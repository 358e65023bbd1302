import type { Field } from '@yikao/model/kernel/field.ts';
import { type Label, label } from '@yikao/model/kernel/label.ts';
import { type Cell, type WriteValue, workbookLimits } from '../../../excel/index.ts';

/** Marks a cell with a truncated text: Excel limits the number of characters. */
const cutMark = '…【超出长度，已截断 cut】';

/** Kinds whose values may be too long for a cell. */
const longKinds = new Set<Field['kind']>(['richText', 'json', 'lines', 'refs', 'codes', 'files', 'images']);

/** Reports whether values of a field may be longer than a cell takes. */
export function mayBeCut(field: Field): boolean {
  return longKinds.has(field.kind) || (field.kind === 'text' && field.max > workbookLimits.cellText);
}

/** A text that is too long for a cell, cut and marked so; undefined for one that fits. */
export function cutCell(value: WriteValue): string | undefined {
  if (typeof value !== 'string' || value.length <= workbookLimits.cellText) return undefined;
  const end = workbookLimits.cellText - cutMark.length;
  const last = value.charCodeAt(end - 1);
  // Half of a surrogate pair is no character.
  return value.slice(0, last >= 0xd800 && last <= 0xdbff ? end - 1 : end) + cutMark;
}

/** Reports whether a cell is marked as truncated. */
export function isMarkedCut(cell: Cell): boolean {
  return typeof cell === 'string' && cell.length >= workbookLimits.cellText / 2 && cell.endsWith(cutMark);
}

/** Reports whether a cell is as full as a cell can be, so that another program may have cut it without a word. */
export function isFull(cell: Cell): cell is string {
  return typeof cell === 'string' && cell.length >= workbookLimits.cellText - 1;
}

/** Cells that an export names before it counts. */
const namedCells = 3;

/** The truncated cells of an export, as far as they are listed. */
export interface CutCells {
  count: number;
  /** The first of them: key of the row, and the field. */
  readonly named: { readonly key: number; readonly label: Label }[];
}

/** Notes a cell that was cut. */
export function noteCut(cut: CutCells, key: number, of: Label): void {
  cut.count += 1;
  if (cut.named.length < namedCells) cut.named.push({ key, label: of });
}

/** The first cells that were cut in words: `ID 5 考试信息、ID 9 考试科目等`. */
export function cutCellsText({ count, named }: CutCells): Label {
  const list = (language: 'zh' | 'en', between: string) =>
    named.map(({ key, label: of }) => `ID ${key} ${of[language]}`).join(between);
  const more = count > named.length;
  return label(`${list('zh', '、')}${more ? '等' : ''}`, `${list('en', ', ')}${more ? ' and others' : ''}`);
}
