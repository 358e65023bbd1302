import { fileURLToPath } from 'node:url';
import { graphemes, type Measure } from '@yikao/model/rules/text-lines.ts';
import { type FontFile, readFontFile } from './font-file.ts';

/** Name under which the fonts are drawn with. */
export const fontFamily = 'Yikao Sans';

/**
 * The font of drawn pictures: Noto Sans Hans (OFL 1.1) as whole OpenType files, with all 20,902 Chinese characters of
 * the basic block and those of GB 18030 that are in use, 30,757 in all.
 */
const files = import.meta.resolve('@embedpdf/fonts-sc');

/** Paths of the fonts by weight. */
export const fontPaths = {
  regular: fileURLToPath(new URL('../fonts/NotoSansHans-Regular.otf', files)),
  bold: fileURLToPath(new URL('../fonts/NotoSansHans-Bold.otf', files)),
} as const;

/** A weight of the font. */
export type Weight = keyof typeof fontPaths;

const read = new Map<Weight, FontFile>();

/** The facts of a weight; read from its file once. */
function fontOf(weight: Weight): FontFile {
  const known = read.get(weight) ?? readFontFile(fontPaths[weight]);
  read.set(weight, known);
  return known;
}

const codePoints = (text: string) => [...text].map(sign => sign.codePointAt(0) ?? 0);

/** Measures texts of a weight and size, in pixels; kerning is left out, as in the drawing. */
export function measureOf(weight: Weight, size: number): Measure {
  const font = fontOf(weight);
  return text => codePoints(text).reduce((sum, codePoint) => sum + font.advance(codePoint) * size, 0);
}

/** Signs that need no picture: they are spaces, ends of lines, or say how their neighbour is drawn. */
const unseen = /^[\s\p{Default_Ignorable_Code_Point}]+$/u;

/** The characters of a text that the font cannot draw, each once, in order. */
export function missingCharacters(text: string, weight: Weight): string[] {
  const font = fontOf(weight);
  const lost = graphemes(text).filter(
    sign =>
      !unseen.test(sign) &&
      codePoints(sign).some(each => !unseen.test(String.fromCodePoint(each)) && !font.covers(each)),
  );
  return [...new Set(lost)];
}
