import type { RowOf } from '../../../kernel/dataset.ts';
import { limits } from '../../../limits.ts';
import { lineHeight } from '../../../rules/text-lines.ts';
import type { poster } from '../poster.ts';

/** A text of a poster, as its row holds it. */
export type PosterText = NonNullable<RowOf<typeof poster>['textItems']>[number];

/** The place of a part in a picture, in pixels from its upper left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The box of a text with all the lines that it may have. */
export function boxOf({ x, y, width, lines, size }: Omit<PosterText, 'text'>): Box {
  return { x, y, width, height: Math.ceil(lines * size * lineHeight) };
}

/** Reports whether a box lies whole within a picture. */
export function isInside(box: Box, picture: { readonly width: number; readonly height: number }): boolean {
  return (
    box.x >= 0 && box.y >= 0 && box.x + box.width <= picture.width && box.y + box.height <= picture.height
  );
}

/** Reports whether a background is large enough for a poster, and not too large to be drawn. */
export function fitsPoster({ width, height }: { readonly width: number; readonly height: number }): boolean {
  const { posterSideMin: least, posterSideMax: most } = limits;
  const sides = [width, height].every(side => side >= least && side <= most);
  return sides && width * height <= limits.posterPixels;
}
