import { cellText } from '@yikao/model/kernel/validate/cell.ts';
import type { Cell } from '../../../excel/index.ts';
import { type Heading, texts } from './heading.ts';

/** The first filled cell of a row of totals. */
const totals = /^(?:合计|总计|小计|共计|累计|(?:grand|sub)?total)[:：]?$/i;

/** Longest text of a sum's label, including the spaces people put between its characters. */
const longestTotal = 16;

/** The beginnings of notes below a table. */
const noteWords =
  /^(?:[（(【[]?(?:注|备注|说明|附注|附|注释|数据来源|资料来源|来源|单位|制表|填表|审核|以上|notes?|source|remarks?)|[※*＊①])/i;

/** A line above a heading that a print repeats on its next page: 续表, 第2页 共3页. */
const pageMark = /^[(（]?(?:续(?:上|前)?表|接上[表页]|第\d+页.*|共\d+页.*)[)）]?$/;

/** Characters from which a single cell in a row of a wide table counts as a sentence. */
const sentence = 20;

/** Reports whether a row is the sum of those above it, as people and programs put it below a table. */
export function isTotal(cells: readonly Cell[]): boolean {
  for (const cell of cells) {
    if (cell === undefined || cell === '') continue;
    return (
      typeof cell === 'string' && cell.length <= longestTotal && totals.test(cell.replace(/[\s-]+/g, ''))
    );
  }
  return false;
}

/**
 * Returns a test for rows below a heading that do not belong to the table: a sum, a note or a page mark alone in its
 * row, or the heading itself, repeated at the top of a printed page.
 */
export function besideData(heading: Heading): (cells: readonly Cell[]) => boolean {
  const wide = texts(heading.cells).filter(text => text !== '').length;
  const repeated = heading.rows.map(({ cells }) => texts(cells));
  return cells => isTotal(cells) || isNote(cells, wide) || repeated.some(row => isSame(row, cells));
}

/** `wide`: columns of the table that have a header. */
function isNote(cells: readonly Cell[], wide: number): boolean {
  let only: string | undefined;
  for (const cell of cells) {
    if (cell === undefined || (typeof cell === 'string' && cell.trim() === '')) continue;
    if (only !== undefined || typeof cell !== 'string') return false;
    only = cell.trim();
  }
  if (only === undefined || wide <= 1) return false;
  const isMark = pageMark.test(only.replace(/\s/g, ''));
  return isMark || noteWords.test(only) || (wide > 2 && only.length > sentence);
}

/** Reports whether a row consists of these texts, at least two of them. */
function isSame(row: readonly string[], cells: readonly Cell[]): boolean {
  const same = (text: string, at: number) => text === cellText(cells[at]).trim();
  return row.every(same) && cells.length <= row.length && row.filter(text => text !== '').length > 1;
}
