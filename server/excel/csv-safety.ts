/**
 * A csv file opened in a spreadsheet runs what looks like a formula. Text of ours that begins like one gets an
 * apostrophe in front, the spreadsheets' own sign for text, and loses it again when we read it. So that nothing
 * else changes on the way, text that begins with apostrophes before such a sign gets one more and loses one:
 * `=1` -> `'=1`, `'=1` -> `''=1`, `'tis` -> `'tis`.
 */
const looksLikeFormula = /^'*[=+\-@\t\r\n＝＋－＠]/;
const neutralised = /^'+[=+\-@\t\r\n＝＋－＠]/;

/** Text as it is written to a csv file. */
export function neutralise(text: string): string {
  return looksLikeFormula.test(text) ? `'${text}` : text;
}

/** Text as it was before {@link neutralise}. */
export function restoreNeutralised(text: string): string {
  return neutralised.test(text) ? text.slice(1) : text;
}
