import { lineHeight, type TextLines, textLines } from '@yikao/model/rules/text-lines.ts';
import { measureOf, type Weight } from './fonts.ts';

/** A text in a box. All lengths are pixels, counted from the upper left corner of the picture. */
export interface TextItem {
  readonly kind: 'text';
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Most lines; what does not fit is cut with an ellipsis. */
  readonly lines: number;
  readonly size: number;
  readonly align: 'left' | 'center' | 'right';
  readonly weight: Weight;
  /** As `#rrggbb`. */
  readonly colour: string;
}

/** A QR code: black on a white square, with the white border that scanners need inside the square. */
export interface CodeItem {
  readonly kind: 'code';
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** A picture to draw, for a poster or for the address of a page that people share (`og:image`). */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Bytes of a JPEG, PNG, GIF or WebP, which covers the picture; or a colour as `#rrggbb`. */
  readonly background: Uint8Array | string;
  readonly items: readonly (TextItem | CodeItem)[];
  /** Share of the size at which it is drawn, up to 1, the default. */
  readonly scale?: number;
}

/** The lines of a text in its box. */
export function linesOf({
  text,
  width,
  lines,
  size,
  weight,
}: Pick<TextItem, 'text' | 'width' | 'lines' | 'size' | 'weight'>): TextLines {
  return textLines(text, { width, lines, measure: measureOf(weight, size) });
}

/** A line of text at its place: `y` is the baseline of the letters. */
export interface PlacedLine extends Pick<TextItem, 'x' | 'align' | 'size' | 'weight' | 'colour'> {
  readonly text: string;
  readonly y: number;
}

/** The part of the height of Chinese characters that is above the baseline. */
const aboveLine = 0.88;

/** The lines of a text, each at its place. */
export function placedLines(item: TextItem): PlacedLine[] {
  const { align, size, weight, colour, width } = item;
  const x = item.x + (align === 'left' ? 0 : align === 'center' ? width / 2 : width);
  return linesOf(item).lines.map((text, index) => ({
    ...{ text, x, align, size, weight, colour },
    y: item.y + size * (lineHeight * index + (lineHeight - 1) / 2 + aboveLine),
  }));
}
