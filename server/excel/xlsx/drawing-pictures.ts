import { workbookLimits } from '../limits.ts';
import type { PicturePlace } from '../types.ts';
import { tagsOf } from './xml-tags.ts';

/** The elements of a drawing that place it over cells; an absolute anchor names no cell. */
const anchors: ReadonlySet<string> = new Set(['oneCellAnchor', 'twoCellAnchor']);

/**
 * The pictures of a drawing part (ECMA-376, part 1, 20.5), by the cell in which each begins; charts and shapes are left
 * out. Throws `corrupt`.
 */
export function picturesOfDrawing(part: Buffer): PicturePlace[] {
  const found: PicturePlace[] = [];
  let corner: { column?: number; row?: number } = {};
  let numberFrom: { readonly name: 'column' | 'row'; readonly start: number } | undefined;
  for (const { name, parent, closing, start, end } of tagsOf(part)) {
    if (numberFrom) {
      const value = Number(part.toString('latin1', numberFrom.start, start).trim());
      if (Number.isSafeInteger(value) && value >= 0) corner[numberFrom.name] = value;
      numberFrom = undefined;
    }
    if (closing) continue;
    if (anchors.has(name)) corner = {};
    else if (parent === 'from' && name === 'col') numberFrom = { name: 'column', start: end };
    else if (parent === 'from' && name === 'row') numberFrom = { name: 'row', start: end };
    else if (name === 'pic') {
      const { column, row } = corner;
      if (column === undefined || row === undefined || found.length === workbookLimits.pictures) continue;
      found.push({ column, row: row + 1 });
    }
  }
  return found;
}
