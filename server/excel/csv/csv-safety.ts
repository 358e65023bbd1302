/**
 * A spreadsheet that opens a csv file executes texts that look like formulas. Our writer puts an apostrophe, the
 * spreadsheets' own marker of text, before such a text, and our reader removes it. To stay reversible, a text that
 * begins with apostrophes before such a sign gets one more and loses one: `=1` -> `'=1`, `'=1` -> `''=1`, `'tis` ->
 * `'tis`. Other programs mark numbers as text in the same way, `'0007`; so digits after an apostrophe also get one
 * more.
 */
const looksLikeFormula = /^'*[=+\-@\t\r\n＝＋－＠]|^'+\d[\d.:/ -]*[Xx]?$/;
const neutralised = /^'+(?:[=+\-@\t\r\n＝＋－＠]|\d[\d.:/ -]*[Xx]?$)/;

/** The way other programs keep a spreadsheet from converting a text to a number: as a formula, `="0007"`. */
const textFormula = /^\s*=\s*"((?:[^"]|"")*)"\s*$/;

/** Text in the form written to a csv file. */
export function neutralise(text: string): string {
  return looksLikeFormula.test(text) ? `'${text}` : text;
}

/** Text before {@link neutralise}, or before another program protected it in the same way. */
export function restoreNeutralised(text: string): string {
  if (neutralised.test(text)) return text.slice(1);
  return text.includes('=') ? (textFormula.exec(text)?.[1]?.replaceAll('""', '"') ?? text) : text;
}
