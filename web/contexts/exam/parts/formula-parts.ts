/** A piece of a text: words as they are, or a formula in TeX. */
export interface TextPart {
  readonly kind: 'words' | 'formula';
  readonly text: string;
}

/** A formula between dollar signs. Neither sign has a blank inside, so that prices such as `$5 or $6` stay words. */
const formula = /\$(?!\s)((?:\\[\s\S]|[^$\\])+?)(?<!\s)\$(?!\d)/g;

/** Splits a text into words and formulas. */
export function formulaParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const found of text.matchAll(formula)) {
    if (found.index > at) parts.push({ kind: 'words', text: text.slice(at, found.index) });
    parts.push({ kind: 'formula', text: found[1] ?? '' });
    at = found.index + found[0].length;
  }
  if (at < text.length) parts.push({ kind: 'words', text: text.slice(at) });
  return parts;
}
